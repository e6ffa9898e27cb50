import CGTK
import Foundation
import GTKHost
import WireframeCore

typealias ShopWireframe = Wireframe<GTKScreen>

extension RouteTag {
  /// Behind the gate of the login.
  static let behindLogin: RouteTag = "login"
  /// Behind the gate of the PIN.
  static let behindPIN: RouteTag = "pin"
  /// Comes from the server, which may be slow.
  static let fromServer: RouteTag = "server"
  /// Asks before it leaves with changes.
  static let editor: RouteTag = "editor"
}

/// The tabs.
enum ShopTab: String, CaseIterable {
  case shop = "Shop"
  case cart = "Cart"
  case account = "Account"
  case wallet = "Wallet"
}

/// The shop in one window: its wireframe, its host, and what its screens share.
final class Shop {
  let wireframe = ShopWireframe(sources: ["gtkshop:", "https://shop.example.com"])
  let host: GTKNavigationHost
  let session = Session()
  let cart = Cart()
  let addresses = AddressBook()
  let catalogue = Catalogue()
  let server = OrderServer()
  private let file: StateFile
  /// The screens of the last session, until all of them are back, also those that a gate keeps.
  private var saved: SavedState?
  private var isSaving = false

  init(file: StateFile) throws {
    self.file = file
    let content = file.load()
    saved = content?.screens
    host = GTKNavigationHost(tabs: ShopTab.allCases.map(\.rawValue))
    if let content { cart.restore(content.cart, from: catalogue) }
    gtk_window_set_title(host.window.cast(), "Shop")
    gtk_window_set_icon_name(host.window.cast(), "dev.wireframe.GTKShop")
    wireframe.addStandardPresenters(on: host)
    try registerRoutes()
    wireframe.addPlaceholder(tag: .fromServer) { _, loading in LoadingScreen("Orders", loading) }
    let owner = { @MainActor [session] in session.name }
    wireframe.addGate(for: .behindLogin, at: "/gate/login", owner: owner) { [session] in
      session.isSignedIn
    }
    wireframe.addGate(for: .behindPIN, at: "/gate/pin") { [session] in session.hasGivenPIN }
    wireframe.observeLeaving(tag: .editor) { leaving in
      guard let editor = leaving.controller as? EditAddressScreen else { return .leave }
      return await editor.mayLeave() ? .leave : .stay("unsaved changes")
    }
  }

  /// Shows what the last session showed, or the home screen, then the link that has started the app.
  func start(opening link: String?) async {
    await updateSwitches()
    if let saved { _ = try? await wireframe.restore(saved, trusting: true) }
    await showHomeIfEmpty()
    host.onChange { [weak self] _ in self?.changed() }
    cart.onChange(for: self) { [weak self] in self?.changed() }
    changed()
    if let link { await open(link) }
  }

  /// Reads which routes are off. What is on screen of them leaves. A file that is refused changes nothing.
  func updateSwitches() async {
    do {
      guard let switches = try file.switches(), switches != wireframe.switches else { return }
      wireframe.switches = switches
      try await wireframe.reevaluate()
    } catch {
      log("The switches stay as they are: \(error)")
    }
  }

  /// Opens a link from outside.
  func open(_ link: String) async {
    // Nobody has verified an https link on this way: any program may have written it.
    switch await wireframe.open(link, origin: .customScheme) {
    case .handled: break
    case .foreign: log("A link leads elsewhere.")
    case .refused(let error): log("A link was dropped: \(error)")
    case .failed(let error) where error.code == .cancelled: break  // the user has left it
    case .failed(let error):
      log("A link does not work: \(error)")
      await Alert.tell(
        "This link does not work",
        error.code == .disabled
          ? "This is not available at the moment." : "There is nothing at its address.",
        over: host.topWindow)
    }
  }

  /// Signs out for good: what is behind the gates leaves, and nothing of it comes back.
  func signOut() async throws {
    session.signOut()
    saved = nil
    addresses.forget()
    try await wireframe.reevaluate(keeping: .nothing)
  }

  /// Writes what survives a restart.
  func save() {
    // What a gate keeps is not in the wireframe's state. So what was saved last time stays until the user has passed.
    if !host.state.entries.isEmpty, wireframe.keptRequestCount == 0 { saved = nil }
    do {
      try file.save(.init(screens: saved ?? wireframe.savedState(), cart: cart.counts))
    } catch {
      log("The state was not saved: \(error)")
    }
  }

  /// Where everything was behind a gate, and the user has left it, the wireframe has no tab to go back to.
  private func showHomeIfEmpty() async {
    guard host.state.entries.isEmpty else { return }
    do { try await wireframe.route(to: "/") } catch { log("The home screen fails: \(error)") }
  }

  /// Saves once after several changes.
  private func changed() {
    guard !isSaving else { return }
    isSaving = true
    Task {
      await showHomeIfEmpty()
      isSaving = false
      save()
    }
  }

  private func log(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
