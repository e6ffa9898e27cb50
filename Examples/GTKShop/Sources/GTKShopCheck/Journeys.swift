import Foundation
import GTKHost

/// What users do, by clicks and keys. After each step the widgets and the host's state have to agree.
struct Journeys {
  let driver: Driver

  init(_ driver: Driver) { self.driver = driver }

  func run() throws {
    defer { driver.cleanUp() }
    let journeys: [(String, () throws -> Void)] = [
      ("a cold link has its way back", coldLink),
      ("push, and back by button and keys", pushAndBack),
      ("tabs keep their screens", tabs),
      ("a search, and what it does not find", search),
      ("a link takes a dialog away", linkLeavesDialog),
      ("login and PIN in front of a transfer", twoGates),
      ("a picker answers exactly once, or is left", picker),
      ("sign-out, and pass", signOut),
      ("a gate that is left", leftGate),
      ("a leave guard asks", leaveGuard),
      ("a checkout behind the login", checkout),
      ("orders from a slow server", slowServer),
      ("a server that fails, and is asked again", failingServer),
      ("a placeholder that is left", leftPlaceholder),
      ("a route is switched off, and on again", switchedOff),
      ("hostile command lines", hostile),
      ("a restart restores the screens", restart),
      ("a restart in front of a gate", restartBehindGate),
      ("wide, narrow, dark", looks),
    ]
    for (name, journey) in journeys {
      let start = ContinuousClock.now
      do {
        try journey()
      } catch {
        throw Failure("\(name): \(error)")
      }
      let seconds = (start.duration(to: .now) / .milliseconds(100)).rounded() / 10
      say("journey: \(name) (\(seconds) s)")
    }
  }

  /// Waits until these screens are shown: those of the chosen tab, then the dialogs.
  func see(_ titles: String..., tab: String? = nil) throws {
    try driver.wait(for: "\(titles) is shown") { dump in
      dump.windows.flatMap { window in
        window.stacks.isEmpty ? [] : window.stacks[window.selected].map(title)
      } == titles && (tab == nil || dump.windows.first.map { $0.tabs[$0.selected] } == tab)
    }
  }

  /// A screen's title without its identifier.
  private func title(_ screen: String) -> String {
    String(screen.drop { $0 != " " }.dropFirst())
  }

  func sees(_ text: String) throws {
    try driver.wait(for: "'\(text)' is read") { $0.widgets.contains { $0.text == text } }
  }

  func expect(_ isTrue: Bool, _ what: String) throws { if !isTrue { throw Failure(what) } }

  func hasBackButton() throws -> Bool { try driver.look().windows.last?.hasBackButton == true }

  func signIn() throws {
    try driver.write("Ada Byron", into: "Name")
    try driver.write("secret", into: "Password")
    try driver.press("Return")
  }
}
