import XCTest

/// What a person's hand does to an app. All calls of XCUIAutomation are here, so that there is one place to mend.
@MainActor
struct Hand {
  private let app = XCUIApplication()
  /// How long a screen may take; simulators on shared machines are slow.
  private let patience: TimeInterval = 20

  // MARK: - The app

  /// Starts the app anew, and answers what the system asks at the first start.
  func launch() {
    app.launch()
    answerSystem()
  }

  /// Ends the app.
  func quit() { app.terminate() }

  /// Opens a link of the app's own scheme, which starts the app if it does not run.
  func open(_ link: String, file: StaticString = #filePath, line: UInt = #line) {
    guard let url = URL(string: link) else {
      return XCTFail("no URL: \(link)", file: file, line: line)
    }
    app.open(url)
    answerSystem()
  }

  /// Goes to the Home Screen, and comes back.
  func leaveAndReturn(file: StaticString = #filePath, line: UInt = #line) {
    XCUIDevice.shared.press(.home)
    XCTAssertTrue(
      app.wait(for: .runningBackground, timeout: patience)
        || app.wait(for: .runningBackgroundSuspended, timeout: 1),
      "The app does not leave.", file: file, line: line)
    app.activate()
  }

  /// Goes to the Home Screen; the system saves the app's state.
  func leave() { XCUIDevice.shared.press(.home) }

  /// Holds the device in landscape while something is done, then in portrait again.
  func inLandscape(_ body: () throws -> Void) rethrows {
    XCUIDevice.shared.orientation = .landscapeLeft
    defer { XCUIDevice.shared.orientation = .portrait }
    try body()
  }

  /// Taps the last button of an alert of the system, such as the question for notifications, if there is one.
  private func answerSystem() {
    let alert = XCUIApplication(bundleIdentifier: "com.apple.springboard").alerts.firstMatch
    guard alert.waitForExistence(timeout: 3) else { return }
    alert.buttons.element(boundBy: alert.buttons.count - 1).tap()
  }

  // MARK: - Screens

  /// Expects a screen by the title in its navigation bar.
  func expectScreen(_ title: String, file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertTrue(
      app.navigationBars[title].waitForExistence(timeout: patience),
      "The screen '\(title)' does not come.", file: file, line: line)
  }

  /// Expects a button.
  func expectButton(_ title: String, file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertTrue(
      app.buttons[title].firstMatch.waitForExistence(timeout: patience),
      "The button '\(title)' does not come.", file: file, line: line)
  }

  /// Expects a text.
  func expectText(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertTrue(
      app.staticTexts[text].firstMatch.waitForExistence(timeout: patience),
      "The text '\(text)' does not come.", file: file, line: line)
  }

  /// Looks for elements without a description, and for texts that are hard to read.
  func audit() throws {
    guard #available(iOS 17, *) else { throw XCTSkip("The audit needs iOS 17.") }
    try app.performAccessibilityAudit(for: [.sufficientElementDescription, .contrast])
  }

  // MARK: - Touches

  /// Taps a button, once it is there.
  func tap(_ title: String, file: StaticString = #filePath, line: UInt = #line) {
    expectButton(title, file: file, line: line)
    app.buttons[title].firstMatch.tap()
  }

  /// Taps the back button of a screen.
  func tapBack(from title: String, file: StaticString = #filePath, line: UInt = #line) {
    expectScreen(title, file: file, line: line)
    app.navigationBars[title].buttons.element(boundBy: 0).tap()
  }

  /// Types into the first text field.
  func type(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
    let field = app.textFields.firstMatch
    XCTAssertTrue(
      field.waitForExistence(timeout: patience), "No text field comes.", file: file, line: line)
    field.tap()
    field.typeText(text)
  }

  /// Swipes from the left edge over the whole screen.
  func swipeBack() {
    point(0, 0.5).press(forDuration: 0.05, thenDragTo: point(0.9, 0.5))
  }

  /// Swipes a little from the left edge, waits, and lets go: the screen stays.
  func swipeBackAndLetGo() {
    point(0, 0.5).press(
      forDuration: 0.05, thenDragTo: point(0.2, 0.5), withVelocity: .slow, thenHoldForDuration: 1)
  }

  /// Drags a sheet down by its navigation bar.
  func dragDown(_ title: String, file: StaticString = #filePath, line: UInt = #line) {
    expectScreen(title, file: file, line: line)
    let bar = app.navigationBars[title]
    bar.coordinate(withNormalizedOffset: CGVector(dx: 0.5, dy: 0.5))
      .press(forDuration: 0.05, thenDragTo: point(0.5, 0.95))
  }

  /// A point of the screen; both numbers go from 0 to 1.
  private func point(_ x: CGFloat, _ y: CGFloat) -> XCUICoordinate {
    app.coordinate(withNormalizedOffset: CGVector(dx: x, dy: y))
  }
}
