import Foundation
import GTKHost

extension Journeys {
  func switchedOff() throws {
    try driver.click("Account")
    try driver.click("Orders")
    try see("Account", "Orders")
    let off = #"{"version":1,"off":[{"pattern":"/account/orders","fallback":"/help/delivery"}]}"#
    try write(off)
    try driver.open("gtkshop://cart")
    try see("Cart", tab: "Cart")
    // The orders have left; who asks for them is told something else.
    try driver.click("Account")
    try see("Account", tab: "Account")
    try askForOrders()
    try driver.screenshot("30-switched-off")
    try driver.click("Close")
    // A file that is cut off changes nothing.
    try write(String(off.dropLast(3)))
    try driver.open("gtkshop://account")
    try see("Account", tab: "Account")
    try askForOrders()
    try driver.click("Close")
    // A link to what is off without anything in its place.
    try write(#"{"version":1,"off":[{"pattern":"/account/orders"}]}"#)
    try driver.open("gtkshop://account/orders")
    try sees("This is not available at the moment.")
    try driver.click("OK")
    try see("Account", tab: "Account")
    try write(#"{"version":1,"off":[]}"#)
    try driver.open("gtkshop://account")
    try see("Account", tab: "Account")
    try driver.click("Orders")
    try see("Account", "Orders")
    try driver.click("Back")
    try driver.click("Shop")
    try see("Home", tab: "Shop")
  }

  private func askForOrders() throws {
    try driver.click("Orders")
    try see("Account", "Help")
    try sees("Delivery and returns")
  }

  private func write(_ switches: String) throws {
    try Data(switches.utf8).write(to: driver.switchesFile, options: .atomic)
  }
}
