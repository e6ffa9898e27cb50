import GTKHost

extension Journeys {
  func slowServer() throws {
    try driver.server.slowDown()
    try driver.click("Account")
    try see("Account", tab: "Account")
    try driver.click("Orders")
    try see("Account", "Orders")
    try sees("Loading …")
    try driver.screenshot("27-loading")
    // The placeholder is a screen like any other: tabs and links work.
    try driver.click("Shop")
    try see("Home", tab: "Shop")
    try driver.open("gtkshop://help/delivery")
    try see("Home", "Help")
    try answer("ok")
    try waitForSilence()
    try see("Home", "Help")
    try driver.press("Escape")
    try driver.click("Account")
    try see("Account", "Orders", tab: "Account")
    try sees("Delivered on 3 May")
    try driver.screenshot("28-loaded")
    try driver.click("Back")
    try see("Account")
  }

  func failingServer() throws {
    try driver.click("Orders")
    try sees("Loading …")
    try answer("no")
    try sees("You are offline")
    try driver.screenshot("29-offline")
    try driver.click("Try again")
    try sees("Loading …")
    try answer("no")
    try sees("You are offline")
    try driver.click("Try again")
    try answer("ok")
    try sees("Delivered on 3 May")
    try see("Account", "Orders")
    try driver.press("Escape")
    try see("Account")
  }

  func leftPlaceholder() throws {
    try driver.click("Orders")
    try sees("Loading …")
    try driver.click("Back")
    try see("Account")
    try waitForSilence()
    // A link whose screen the user leaves is no broken link.
    try driver.open("gtkshop://account/orders")
    try sees("Loading …")
    try driver.click("Back")
    try see("Account")
    try waitForSilence()
    try expect(
      !driver.look().widgets.contains { $0.text == "This link does not work" },
      "The user is told of a link that was left.")
    // Through the login: the gate comes first, then the placeholder.
    try driver.click("Sign out")
    try seeTabBefore()
    try driver.open("gtkshop://account/orders")
    try sees("Name")
    try waitForSilence()
    try signIn()
    try see("Account", "Orders", tab: "Account")
    try sees("Loading …")
    try answer("ok")
    try sees("Delivered on 3 May")
    driver.server.speedUp()
    try driver.click("Back")
    try see("Account")
    try driver.click("Shop")
    try see("Home", tab: "Shop")
  }

  /// Lets the server answer, as soon as the app asks.
  private func answer(_ line: String) throws {
    try driver.until("the app asks the server") { driver.server.answer(line) }
  }

  private func waitForSilence() throws {
    try driver.until("nobody asks the server") { !driver.server.isAsked }
  }
}
