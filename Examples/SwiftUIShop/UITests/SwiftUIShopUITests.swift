import XCTest

/// The shop in a person's hand, on an iPhone. What needs no hand is tested in `Tests/WireframeSwiftUITests`.
final class SwiftUIShopUITests: XCTestCase {
  override func setUp() {
    continueAfterFailure = false
  }

  @MainActor
  func testBackButtonAndSwipes() {
    let hand = Hand()
    hand.launch()
    hand.tap("Desk lamp")
    hand.expectScreen("Desk lamp")
    hand.swipeBackAndLetGo()
    hand.expectScreen("Desk lamp")
    hand.tapBack(from: "Desk lamp")
    hand.expectScreen("Shop")
    hand.tap("Side table")
    hand.expectScreen("Side table")
    hand.swipeBack()
    hand.expectScreen("Shop")
    hand.tap("Reading chair")
    hand.inLandscape { hand.expectScreen("Reading chair") }
    hand.tapBack(from: "Reading chair")
    hand.expectScreen("Shop")
  }

  @MainActor
  func testSheetThatIsDraggedAway() {
    let hand = Hand()
    hand.launch()
    hand.tap("Help")
    hand.dragDown("delivery")
    hand.expectScreen("Shop")
    // The shop has heard of it: the next sheet comes.
    hand.tap("Help")
    hand.expectScreen("delivery")
    hand.tap("Done")
    hand.expectScreen("Shop")
  }

  @MainActor
  func testLinksColdAndWarm() throws {
    let hand = Hand()
    hand.launch()
    hand.expectScreen("Shop")
    hand.quit()
    hand.open("swiftuishop://products/2/reviews")
    hand.expectScreen("Reviews")
    hand.open("swiftuishop://products/1")
    hand.expectScreen("Desk lamp")
    hand.open("swiftuishop://account")
    hand.type("Ada")
    hand.tap("Sign in")
    hand.expectScreen("Account")
    try hand.audit()
  }
}
