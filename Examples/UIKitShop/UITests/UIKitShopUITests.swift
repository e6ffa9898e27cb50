import XCTest

/// The shop in a person's hand, on an iPhone. What needs no hand is tested in `Tests/UIKitDouble`.
final class UIKitShopUITests: XCTestCase {
  override func setUp() {
    continueAfterFailure = false
  }

  @MainActor
  func testBackButtonAndSwipeBack() {
    let hand = Hand()
    hand.launch()
    hand.tap("Lamp")
    hand.tapBack(from: "Lamp")
    hand.expectScreen("Shop")
    hand.tap("Chair")
    hand.expectScreen("Chair")
    hand.swipeBack()
    hand.expectScreen("Shop")
    // The shop has heard of both: it pushes again.
    hand.tap("Table")
    hand.tapBack(from: "Table")
    hand.expectScreen("Shop")
  }

  @MainActor
  func testSwipeThatIsLetGo() {
    let hand = Hand()
    hand.launch()
    hand.tap("Lamp")
    hand.expectScreen("Lamp")
    hand.swipeBackAndLetGo()
    hand.expectScreen("Lamp")
    // The state is as before: the photo comes above the lamp.
    hand.tap("Photo")
    hand.tap("Back")
    hand.tapBack(from: "Lamp")
    hand.expectScreen("Shop")
  }

  @MainActor
  func testSheetThatAsksBeforeItIsDraggedAway() {
    let hand = Hand()
    hand.launch()
    hand.tap("Account")
    hand.tap("Log in")
    hand.expectScreen("Account")
    hand.tap("Address")
    hand.tap("2 Side Street")
    hand.expectText("2 Side Street")
    hand.dragDown("Address")
    hand.tap("Keep editing")
    hand.expectScreen("Address")
    hand.dragDown("Address")
    hand.tap("Discard")
    hand.expectScreen("Account")
    hand.tap("Address")
    hand.expectText("1 Main Street")
  }

  @MainActor
  func testRotationAndHome() {
    let hand = Hand()
    hand.launch()
    hand.tap("Lamp")
    hand.expectScreen("Lamp")
    hand.inLandscape { hand.expectScreen("Lamp") }
    hand.leaveAndReturn()
    hand.tapBack(from: "Lamp")
    hand.expectScreen("Shop")
    // Saved as it began, for the next test.
    hand.leave()
  }

  @MainActor
  func testLinksColdAndWarm() {
    let hand = Hand()
    hand.launch()
    hand.expectScreen("Shop")
    hand.quit()
    hand.open("uikitshop://products/2")
    hand.expectScreen("Chair")
    hand.open("uikitshop://products/1")
    hand.expectScreen("Lamp")
    hand.open("uikitshop://wallet/statement")
    hand.tap("Log in")
    hand.tap("Subscribe")
    hand.expectScreen("Statement")
  }

  @MainActor
  func testAccessibility() throws {
    let hand = Hand()
    hand.launch()
    hand.expectScreen("Shop")
    try hand.audit()
    hand.tap("Lamp")
    hand.expectScreen("Lamp")
    try hand.audit()
  }
}
