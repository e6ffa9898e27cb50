// "Locking the app": the lock, what the app does in the background, and the lock's screen.
import WireframeCore

#if canImport(LocalAuthentication)
  import LocalAuthentication
#endif
#if canImport(UIKit)
  import UIKit
#endif
#if canImport(SwiftUI)
  import Combine
  import SwiftUI
  import WireframeSwiftUI

  @MainActor final class WindowModel: ObservableObject { let host = SwiftUINavigationHost() }
  @MainActor struct BankWindow: View {
    @StateObject private var model = WindowModel()
    var body: some View { WireframeView(model.host) }
  }
#endif

@MainActor final class Screen {
  let title: String
  init(title: String) { self.title = title }
}
@MainActor final class Session {
  var userID: String?
  var isLoggedIn: Bool { userID != nil }
}

extension RouteTag { static let requiresLogin: RouteTag = "requires-login" }

// snippet.vault
@MainActor
final class Vault {
  private(set) var isOpen = false  // the app starts locked
  private(set) var asksAtOnce = true  // once each time that the app comes
  private var leftAt: ContinuousClock.Instant?

  func appLeft() {
    leftAt = .now
    asksAtOnce = true
  }

  func appCameBack() {
    if let leftAt, leftAt.duration(to: .now) > .seconds(5 * 60) { isOpen = false }
    leftAt = nil
  }

  func unlock() async {
    asksAtOnce = false
    isOpen = await isOwner()
  }

  func userLoggedIn() { isOpen = true }
}

// snippet.biometrics
#if canImport(LocalAuthentication)
  @MainActor func isOwner() async -> Bool {
    let context = LAContext()  // a new one for each attempt
    let reason = "Unlock the bank"
    // Face ID or Touch ID, else the passcode of the device.
    return (try? await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason))
      == true
  }
#else
  @MainActor func isOwner() async -> Bool { true }
#endif

// snippet.hide
let session = Session()
let vault = Vault()
let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>(sources: ["bank:"], home: "/")
wireframe.addStandardPresenters(on: navigation)
wireframe.addGate(for: .requiresLogin, at: "/login", owner: { session.userID }) {
  session.isLoggedIn
}
try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
try wireframe.register("/login", option: .modal) { _ in Screen(title: "Log in") }
try wireframe.register("/pin/new", option: .push, tags: [.requiresLogin]) { _ in
  Screen(title: "New PIN")
}

// snippet.lock
let lock = Gate(at: "/locked", covers: true) {
  !session.isLoggedIn || vault.isOpen  // without a user there is nothing to lock
}

try wireframe.register("/locked") { _ in Screen(title: "Locked") }
try await wireframe.add(lock: lock)  // makes the lock's screen
try await wireframe.route(to: "/")  // a closed lock covers, and home comes when it opens

// snippet.background
@MainActor func appDidEnterBackground() {
  vault.appLeft()
  lock.cover()  // at once, in every window
}

@MainActor func appDidBecomeActive() async throws {
  vault.appCameBack()
  guard case .stillClosed = try await wireframe.resume(after: lock) else { return }
  if vault.asksAtOnce { try await unlockTapped() }
}

@MainActor func unlockTapped() async throws {  // also the button on the lock's screen
  await vault.unlock()
  try await wireframe.resume(after: lock)  // stays closed if the user was not recognised
}

// snippet.login
@MainActor func passwordAccepted(of user: String) async throws {
  session.userID = user
  vault.userLoggedIn()  // who has given the password need not unlock
  try await wireframe.resume(after: .requiresLogin)
}

// snippet.logOut
@MainActor func logOutTapped() async throws {
  session.userID = nil  // opens the lock: there is no user
  try await wireframe.reevaluate(keeping: .nothing)  // is done when the lock opens
  try await wireframe.resume(after: lock)
}

@MainActor func forgotPINTapped() async throws {
  try await logOutTapped()
  try await wireframe.route(to: "/pin/new")  // the login comes first
}

// snippet.deferred
@MainActor func sessionDidEnd() async throws {
  session.userID = nil
  let report = try await wireframe.reevaluate()
  if report.isDeferred { try await wireframe.resume(after: lock) }
}

// snippet.uikit
#if canImport(UIKit)
  final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private var starting: Task<Void, any Error>?

    func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      // … make the window, the host and the wireframe
      starting = Task {
        try await wireframe.add(lock: lock)  // nothing is shown before
        wireframe.enqueue("/")  // not awaited: it may wait for the user to try again
      }
    }

    func sceneDidEnterBackground(_ scene: UIScene) {
      appDidEnterBackground()  // the system takes its snapshot when this method has returned
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
      Task {
        _ = await starting?.result  // also if the lock's screen cannot be made
        try await appDidBecomeActive()
      }
    }

    func sceneDidDisconnect(_ scene: UIScene) {
      wireframe.close()  // the window does not come back
    }
  }
#endif

// snippet.swiftui
#if canImport(SwiftUI)
  struct BankApp: App {
    @Environment(\.scenePhase) private var phase  // of all windows together

    var body: some Scene {
      WindowGroup { BankWindow() }  // each keeps a host of its own
        .onChange(of: phase) { phase in
          switch phase {
          case .inactive: lock.cover()  // comes before the background, and in the app switcher
          case .background: appDidEnterBackground()
          case .active: Task { try await appDidBecomeActive() }
          @unknown default: break
          }
        }
    }
  }
#endif
// snippet.hide
try await appDidBecomeActive()
try await passwordAccepted(of: "ada")
appDidEnterBackground()
try await appDidBecomeActive()
try await forgotPINTapped()
print(navigation.state)
