// "Switching a route off": switches in code, a file from a server, its signature, its copy on the device.
import Foundation
import WireframeCore

#if canImport(CryptoKit)
  import CryptoKit
#endif

struct Screen { let title: String }

extension RouteTag { static let payments: RouteTag = "payments" }

let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>(sources: ["bank:"], home: "/", defaultOption: .push)
wireframe.addStandardPresenters(on: navigation)
try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
try wireframe.register("/transfers/new", tags: [.payments]) { _ in Screen(title: "New transfer") }
try wireframe.register("/help/:topic") { route in Screen(title: "Help: \(route.path[1])") }
try await wireframe.route(to: "/")

// snippet.code
wireframe.switches.disable(.pattern("/transfers/new"), fallback: "/help/later")
wireframe.switches.disable(.tag(.payments))
try await wireframe.reevaluate()  // what is on screen of them leaves

// snippet.on
wireframe.switches = RouteSwitches()  // everything is on again
// snippet.end

@MainActor func showOtherScreen() async {
  // snippet.error
  do {
    try await wireframe.route(to: "/transfers/new")
  } catch {  // a RoutingError
    if error.code == .disabled { print("This is not available at the moment.") }
  }
  // snippet.end
}

// snippet.loader
@MainActor
final class SwitchLoader {
  private let copy: URL  // in a folder that only the app writes
  private let download: () async throws -> (file: Data, signature: Data)
  private var begun = 0  // updates
  private var newest = 0  // the last one that counts

  init(copy: URL, download: @escaping () async throws -> (file: Data, signature: Data)) {
    self.copy = copy
    self.download = download
  }

  func start() {  // before the first request
    guard let file = try? Data(contentsOf: copy) else { return }
    if let known = try? RouteSwitches(file) { wireframe.switches = known }
  }

  func update() async {  // when the app comes to the foreground
    begun += 1
    let number = begun
    do {
      let (file, signature) = try await download()
      guard isGenuine(file, signature) else { return print("The switches are not the bank's.") }
      let new = try RouteSwitches(file)  // malformed: the ones of before stay
      guard number > newest else { return }  // a later update was faster
      (newest, wireframe.switches) = (number, new)
      try? file.write(to: copy, options: .atomic)  // they count without a copy, too
      try await wireframe.reevaluate()  // also of equal ones: it may have failed before
    } catch {
      print(error)  // safe to log
    }
  }
}

// snippet.signature
#if canImport(CryptoKit)
  let keyOfServer = Data(base64Encoded: "SS2z0O1S+3W9k9aVvNCcK0P4wp7i6mYjYHbdhz3gLmE=") ?? Data()

  func isGenuine(_ file: Data, _ signature: Data) -> Bool {
    let key = try? Curve25519.Signing.PublicKey(rawRepresentation: keyOfServer)
    return key?.isValidSignature(signature, for: file) == true
  }
#else
  func isGenuine(_ file: Data, _ signature: Data) -> Bool { true }
#endif
// snippet.end

let file = """
  {"version": 1, "off": [{"pattern": "/transfers/new", "fallback": "/help/later"}]}
  """
let copy = FileManager.default.temporaryDirectory
  .appending(path: "switches-\(ProcessInfo.processInfo.processIdentifier).json")
let loader = SwitchLoader(copy: copy) { (Data(file.utf8), Data()) }
loader.start()
await loader.update()
await showOtherScreen()
try FileManager.default.removeItem(at: copy)
