import GTKHost

extension Journeys {
  func coldLink() throws {
    try driver.start("--open", "gtkshop://products/3/reviews")
    try see("Home", "Products", "Side table", "Reviews", tab: "Shop")
    try driver.screenshot("01-reviews")
    for titles in [["Home", "Products", "Side table"], ["Home", "Products"], ["Home"]] {
      try driver.click("Back")
      try driver.wait(for: "\(titles)") { $0.windows[0].stacks[0].count == titles.count }
    }
    try expect(!hasBackButton(), "There is a back button with nothing below.")
    try expect(
      !driver.look().widgets.contains { $0.text == "No picture" },
      "Pictures cannot be drawn: is librsvg2-common installed?")
    try driver.screenshot("02-home")
  }

  func pushAndBack() throws {
    try driver.click("All products")
    try see("Home", "Products")
    try driver.screenshot("03-products")
    try driver.click("Desk lamp", "GtkListBoxRow")
    try see("Home", "Products", "Desk lamp")
    try driver.click("Add to cart")
    try sees("1 in your cart")
    try driver.screenshot("04-product")
    try driver.press("alt+Left")
    try see("Home", "Products")
    try driver.press("Escape")
    try see("Home")
    try driver.press("Escape")
    try see("Home")
    // Faster than the slide: the second click must not go further than its own button says.
    try driver.click("All products")
    try see("Home", "Products")
    try driver.click("Side table", "GtkListBoxRow")
    try see("Home", "Products", "Side table")
    try driver.click("Back", times: 2)
    try see("Home", "Products")
    try driver.press("alt+Left")
    try see("Home")
  }

  func tabs() throws {
    try driver.click("All products")
    try see("Home", "Products", tab: "Shop")
    try driver.click("Cart")
    try see("Cart", tab: "Cart")
    try sees("€49.00")
    try driver.click("More of Desk lamp")
    try sees("€98.00")
    try driver.screenshot("05-cart")
    try driver.click("Fewer of Desk lamp")
    try driver.click("Fewer of Desk lamp")
    try sees("Your cart is empty")
    try driver.screenshot("06-empty-cart")
    try driver.click("Shop")
    try see("Home", "Products", tab: "Shop")
    try driver.click("Back")
    try see("Home")
  }

  func search() throws {
    try driver.click("Search")
    try see("Home", "Search")
    try driver.write("oak", into: "Search field")
    try sees("Reading chair")
    try driver.screenshot("07-search")
    try driver.write("<b>&amp;", into: "Search field")
    try sees("Nothing found")
    try driver.screenshot("08-nothing-found")
    try driver.click("Back")
    try see("Home")
  }

  func linkLeavesDialog() throws {
    try driver.click("Help")
    try see("Home", "Help")
    try driver.screenshot("09-help")
    try driver.open("https://shop.example.com/products/5")
    try see("Home", "Products", "Stoneware mug", tab: "Shop")
    try driver.click("Back")
    try driver.click("Back")
    try see("Home")
  }

  func checkout() throws {
    try driver.click("Account")
    try driver.click("Sign out")
    try seeTabBefore()
    try driver.click("Shop")
    try driver.open("gtkshop://products/8")
    try driver.click("Add to cart")
    try driver.click("Cart")
    try driver.click("Check out")
    try see("Cart", "Sign in", tab: "Cart")
    try signIn()
    try see("Cart", "Check out", tab: "Cart")
    // The changed address was that of the session before.
    try sees("It will be sent to 12 Fern Lane, Oakham.")
    try driver.screenshot("18b-checkout")
    try driver.click("Place order")
    try see("Cart")
    try sees("Your cart is empty")
    try driver.click("Shop")
    try driver.press("alt+Left")
    try see("Home", "Products")
    try driver.press("alt+Left")
    try see("Home")
  }

  func looks() throws {
    try driver.resize(to: 1000, 820)
    try see("Home")
    try driver.screenshot("20-wide")
    try driver.click("All products")
    try see("Home", "Products")
    try driver.screenshot("21-wide-products")
    try driver.resize(to: 360, 640)
    try driver.screenshot("22-narrow-products")
    try driver.press("Escape")
    try see("Home")
    try driver.screenshot("23-narrow")
    try driver.click("Close window")
    try driver.waitForEnd()
    try driver.setTheme(isDark: true)
    try driver.start("--open", "gtkshop://products/2")
    try see("Home", "Products", "Reading chair")
    try driver.screenshot("24-dark-product")
    try driver.click("Wallet")
    try see("Sign in", tab: "Wallet")
    try driver.screenshot("25-dark-sign-in")
    try signIn()
    try see("Wallet", tab: "Wallet")
    try driver.screenshot("26-dark-wallet")
    try driver.click("Close window")
    try driver.waitForEnd()
  }
}
