import Foundation
import GTKHost

extension Journeys {
  func twoGates() throws {
    try driver.open("gtkshop://wallet/payees/2/transfer")
    try see("Home", "Sign in")
    try driver.screenshot("10-sign-in")
    try driver.click("Sign in", "GtkButton")
    try sees("Please write a name and a password.")
    try signIn()
    try see("Home", "PIN")
    try driver.write("9999", into: "PIN")
    try driver.press("Return")
    try sees("This is not the PIN.")
    try driver.screenshot("11-pin")
    try driver.write("1234", into: "PIN")
    try driver.press("Return")
    try see("Wallet", "Ben Okri", "Transfer", tab: "Wallet")
    try driver.screenshot("12-transfer")
  }

  func picker() throws {
    try driver.click("Ben Okri", "GtkListBoxRow")
    try see("Wallet", "Ben Okri", "Transfer", "Choose a payee")
    try driver.screenshot("13-picker")
    // Two clicks are two answers, of which the first one counts: a second would come instead of Chloé Martin.
    try driver.click("Chloé Martin", times: 2)
    try see("Wallet", "Ben Okri", "Transfer")
    try sees("Instead of Ben Okri")
    try driver.screenshot("13b-answer")
    try driver.click("Chloé Martin")
    try see("Wallet", "Ben Okri", "Transfer", "Choose a payee")
    try driver.press("Escape")
    try see("Wallet", "Ben Okri", "Transfer")
    try sees("Instead of Ben Okri")
    try sees("Chloé Martin")
    try driver.click("Chloé Martin")
    try see("Wallet", "Ben Okri", "Transfer", "Choose a payee")
    try driver.click("Ada Byron", times: 2)
    try see("Wallet", "Ben Okri", "Transfer")
    try sees("Instead of Chloé Martin")
    try driver.click("Send")
    try see("Wallet", "Ben Okri")
    try driver.screenshot("14-payee")
  }

  func signOut() throws {
    try driver.click("Account")
    try see("Account", tab: "Account")
    try driver.click("Orders")
    try see("Account", "Orders")
    try driver.screenshot("15-orders")
    try driver.click("Back")
    try see("Account")
    try driver.screenshot("16-account")
    try driver.click("Sign out")
    try seeTabBefore()
    let dump = try driver.look()
    try expect(
      dump.windows[0].stacks.dropFirst(2).allSatisfy(\.isEmpty), "Something stands behind the gate."
    )
    try driver.click("Account")
    try see("Sign in", tab: "Account")
    try signIn()
    try see("Account", tab: "Account")
  }

  func leftGate() throws {
    try driver.click("Sign out")
    try seeTabBefore()
    try driver.click("Account")
    try see("Sign in", tab: "Account")
    try driver.press("Escape")
    try seeTabBefore()
    try driver.click("Shop")
    try see("Home", tab: "Shop")
    try driver.click("Wallet")
    try see("Sign in", tab: "Wallet")
    try driver.click("Close window")
    try see("Home", tab: "Shop")
  }

  /// The account's tab is empty: the one that was shown before returns.
  func seeTabBefore() throws {
    try driver.wait(for: "the tab before") { $0.windows.count == 1 && $0.windows[0].selected < 2 }
  }

  func leaveGuard() throws {
    try driver.click("Account")
    try see("Sign in", tab: "Account")
    try signIn()
    try see("Account", tab: "Account")
    try driver.click("Addresses")
    try driver.click("12 Fern Lane", "GtkListBoxRow")
    try see("Account", "Addresses", "Edit address")
    try driver.click("Back")
    try see("Account", "Addresses")
    try driver.click("12 Fern Lane", "GtkListBoxRow")
    try see("Account", "Addresses", "Edit address")
    try driver.write("7 Oak Street", into: "Street")
    try driver.click("Back")
    try sees("Discard changes?")
    try driver.screenshot("17-discard")
    try keepEditing()
    // A link asks as well.
    try driver.open("gtkshop://account/orders")
    try keepEditing()
    try driver.press("alt+Left")
    try driver.click("Discard")
    try see("Account", "Addresses")
    try driver.click("12 Fern Lane", "GtkListBoxRow")
    try driver.write("7 Oak Street", into: "Street")
    try driver.screenshot("18-edit-address")
    try driver.click("Save")
    try see("Account", "Addresses")
    try sees("7 Oak Street")
    try driver.click("Back")
    try driver.click("Shop")
    try see("Home", tab: "Shop")
  }

  private func keepEditing() throws {
    try driver.click("Keep editing")
    try driver.wait(for: "no question") { !$0.widgets.contains { $0.text == "Keep editing" } }
    try see("Account", "Addresses", "Edit address")
  }

  func hostile() throws {
    let before = try driver.look().windows
    // Closed, foreign, with two readings, or too long: dropped in silence.
    for link in [
      "gtkshop://checkout", "gtkshop://account/addresses/edit", "gtkshop://gate/login",
      "gtkshop://products/1%00", "gtkshop://products//1", "gtkshop://products/../checkout",
      "javascript:alert(1)", "file:///etc/passwd", "https://evil.example.com/products/1",
      "https://shop.example.com@evil.example.com/products/1", "gtkshop:products\\1",
      "gtkshop://products/1\n", "", "-", "--open", "/checkout",
      String(repeating: "a", count: 100_000),
    ] {
      try driver.open(link)
    }
    // Links run in their order: once this one is there, the others are done.
    try driver.open("gtkshop://help/delivery")
    let dump = try driver.wait(for: "the help") { $0.windows.count == before.count + 1 }
    try expect(Array(dump.windows.dropLast()) == before, "\(before) became \(dump.windows)")
    try driver.press("Escape")
    try see("Home")
    // These are the shop's own, and lead to nothing: the user is told.
    for link in [
      "gtkshop://products/999", "gtkshop://products/99999999999999999999", "gtkshop://nowhere",
      "gtkshop://products/..%2f..%2fcheckout", "gtkshop://products/\u{202E}1",
    ] {
      try driver.open(link)
      try sees("This link does not work")
      if link.hasSuffix("nowhere") { try driver.screenshot("19-dead-link") }
      try driver.click("OK")
      try driver.wait(for: "no alert") { !$0.widgets.contains { $0.text == "OK" } }
      try expect(driver.look().windows == before, "\(link) changed \(before)")
    }
    for arguments in [
      ["--open"], ["--what"], ["gtkshop://products/1"], ["--open", "/", "--state-dir"],
    ] {
      try expect(driver.exitStatus(of: arguments) == 2, "\(arguments) is no usage error.")
    }
  }

  func restart() throws {
    try driver.open("gtkshop://products/4/reviews")
    try see("Home", "Products", "Wall clock", "Reviews")
    try driver.click("Close window")
    try driver.waitForEnd()
    let attributes = try FileManager.default.attributesOfItem(atPath: driver.stateFile.path)
    try expect(attributes[.posixPermissions] as? Int == 0o600, "Others may read the state.")
    try driver.start()
    try see("Home", "Products", "Wall clock", "Reviews", tab: "Shop")
    try driver.click("Back")
    try see("Home", "Products", "Wall clock")
  }

  func restartBehindGate() throws {
    try driver.open("gtkshop://wallet")
    try see("Home", "Products", "Wall clock", "Sign in")
    try signIn()
    try see("Wallet", tab: "Wallet")
    try driver.click("Ada Byron", "GtkListBoxRow")
    try see("Wallet", "Ada Byron")
    try driver.click("Close window")
    try driver.waitForEnd()
    // Nobody is signed in after a restart: the gate keeps what was shown, also over one more restart.
    let date = try driver.stateDate
    try driver.start()
    try see("Sign in", tab: "Wallet")
    try driver.until("the state is saved at the gate") { try driver.stateDate != date }
    try driver.endAtOnce()
    try driver.start()
    try see("Sign in", tab: "Wallet")
    try signIn()
    try see("Wallet", "Ada Byron", tab: "Wallet")
    try driver.click("Close window")
    try driver.waitForEnd()
    // A damaged state is no state.
    try Data("{\"screens\":{\"version\":99".utf8).write(to: driver.stateFile)
    try driver.start()
    try see("Home", tab: "Shop")
  }
}
