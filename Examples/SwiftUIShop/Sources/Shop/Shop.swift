import Combine
import SwiftUI
import WireframeCore
import WireframeSwiftUI

typealias ShopWireframe = Wireframe<ViewScreen>

extension RouteTag {
  /// Behind the gate of the login.
  static let behindLogin: RouteTag = "login"
  /// Behind the gate of the PIN.
  static let behindPIN: RouteTag = "pin"
  /// Asks before it leaves with changes.
  static let editor: RouteTag = "editor"
}

/// The tabs of a phone, and the URL of the first screen of each.
enum ShopTab: String, CaseIterable {
  case shop = "Shop"
  case cart = "Cart"
  case account = "Account"
  case wallet = "Wallet"

  var firstURL: String { self == .shop ? "/" : "/\(rawValue.lowercased())" }

  var symbol: String {
    switch self {
    case .shop: "bag"
    case .cart: "cart"
    case .account: "person"
    case .wallet: "creditcard"
    }
  }
}

/// Where screens are shown: in tabs, or in two columns where there is room for them.
struct ShopLayout {
  let isWide: Bool

  /// The stack of a tab's screens.
  func place(of tab: ShopTab) -> String {
    guard isWide else { return tab.rawValue }
    return tab == .shop ? "Sections" : "Detail"
  }

  /// What links put into the first column beside a tab's screens.
  var sidebar: RoutePattern? { isWide ? "/" : nil }

  /// The stack of a product.
  var productPlace: String { isWide ? "Detail" : ShopTab.shop.rawValue }

  @MainActor
  func makeHost() -> SwiftUINavigationHost {
    isWide
      ? SwiftUINavigationHost(columns: ["Sections", "Detail"])
      : SwiftUINavigationHost(tabs: ShopTab.allCases.map(\.rawValue))
  }

  @MainActor static var current: ShopLayout {
    #if os(macOS)
      ShopLayout(isWide: true)
    #elseif os(iOS)
      ShopLayout(isWide: UIDevice.current.userInterfaceIdiom == .pad)
    #else
      ShopLayout(isWide: false)
    #endif
  }
}

/// The shop in one window: its wireframe, its host, and what its screens share.
@MainActor
final class Shop: ObservableObject {
  let layout: ShopLayout
  let host: SwiftUINavigationHost
  let wireframe = ShopWireframe(sources: ["swiftuishop:", "https://shop.example.com"])
  let session = Session()
  let cart = Cart()
  let addresses = AddressBook()
  /// What an alert tells the user.
  private(set) var problem = ""
  @Published var hasProblem = false

  init(layout: ShopLayout) {
    self.layout = layout
    host = layout.makeHost()
    wireframe.addStandardPresenters(on: host)
    do {
      try registerRoutes()
    } catch {
      assertionFailure("The routes contradict each other: \(error)")
    }
    let owner = { @MainActor [session] in session.name }
    wireframe.addGate(for: .behindLogin, at: "/gate/login", owner: owner) { [session] in
      session.isSignedIn
    }
    wireframe.addGate(for: .behindPIN, at: "/gate/pin") { [session] in session.hasGivenPIN }
    wireframe.observeLeaving(tag: .editor) { [addresses] _ in
      await addresses.mayLeave() ? .leave : .stay("unsaved changes")
    }
  }

  /// The window has gone for good: who waits for an answer is told.
  deinit { Task { @MainActor [wireframe] in wireframe.close() } }

  /// Tells the user of links that do not work; what was refused is dropped in silence.
  func report(_ urlText: String, _ outcome: OpenOutcome<RoutingSummary>) {
    guard case .failed(let error) = outcome, let text = error.textForPeople else { return }
    (problem, hasProblem) = (text, true)
  }

  /// Asks a gate again. Its screen leaves also if what it has kept fails: then the window tells the user.
  func pass(_ tag: RouteTag) async -> GateOutcome? {
    do throws(RoutingError) {
      return try await wireframe.resume(after: tag)
    } catch {
      tell(error)
      return nil
    }
  }

  /// Signs out for good: what is behind the gates leaves, and nothing of it comes back.
  func signOut() async {
    session.signOut()
    addresses.forget()
    do throws(RoutingError) {
      try await wireframe.reevaluate(keeping: .nothing)
    } catch {
      tell(error)
    }
  }

  private func tell(_ error: RoutingError) {
    guard let text = error.textForPeople else { return }
    (problem, hasProblem) = (text, true)
  }
}
