import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeTesting

@MainActor
private final class Session {
  var isOpen = false
}

/// Routes that are switched off, by pattern or by tag, with or without a fallback.
@MainActor
@Suite(.hangsNever)
struct SwitchTests {
  private func makeShop() async throws -> Shop {
    let shop = try await Shop(sources: ["myapp:", "https://example.com"])
    try shop.register("/a", "/b", "/later", "/open/later", exposure: .external)
    try shop.register("/closed")
    try shop.register("/pay", "/pay/:id<int>", tags: ["payments"], exposure: .external)
    return shop
  }

  // MARK: Requests

  @Test("A request for a route that is off, and its objects, are let go once its fallback is shown")
  func released() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: .root)
    wireframe.addStandardPresenters(on: NavigationTree<Screen>())
    for path in ["/a", "/b"] as [RoutePattern] {
      try wireframe.register(path) { _ in Screen(path.text) }
    }
    wireframe.switches.disable(.pattern("/a"), fallback: "/b")
    let leaks = LeakCheck()
    do {
      let object = Screen("object")
      leaks.watch(object)
      try await wireframe.route(to: "/a", payload: ["object": object])
    }
    try await leaks.check()
  }

  @Test("A request for a route that is off fails before any observer is asked")
  func disabled() async throws {
    let shop = try await makeShop()
    shop.wireframe.switches.disable(.pattern("/pay/:id<int>"))
    let error = try await shop.failure("/pay/7")
    #expect(error.code == .disabled)
    #expect(error.pattern == "/pay/:id<int>")
    #expect(error.urlText == "/pay/7" && error.chain == ["/pay/7"])
    #expect(
      "\(error)"
        == "The route '/pay/:id<int>' is switched off by the pattern '/pay/:id<int>'.")
    #expect(shop.recorder.events == ["didFail /pay/7 disabled"])
    try await shop.wireframe.route(to: "/pay")
    #expect(shop.shown == ["root", "/pay"])
  }

  @Test("A tag switches all its routes off; a pattern's own switch comes first")
  func tags() async throws {
    let shop = try await makeShop()
    shop.wireframe.switches.disable(.tag("payments"))
    #expect(
      "\(try await shop.failure("/pay"))"
        == "The route '/pay' is switched off by the tag 'payments'.")
    shop.wireframe.switches.disable(.pattern("/pay"), fallback: "/later")
    #expect(try await shop.wireframe.route(to: "/pay").route.pattern == "/later")
    shop.wireframe.switches.enable(.tag("payments"))
    shop.wireframe.switches.enable(.pattern("/pay"))
    #expect(shop.wireframe.switches == RouteSwitches())
    try await shop.wireframe.route(to: "/pay")
  }

  @Test("A fallback of other scalars is another one, though it looks the same")
  func scalars() async throws {
    let shop = try await makeShop()
    try shop.register("/caf\u{E9}")
    for fallback in ["/cafe\u{301}", "/caf\u{E9}"] {
      shop.wireframe.switches.disable(.pattern("/a"), fallback: fallback)
    }
    #expect(try await shop.wireframe.route(to: "/a").route.pattern == "/caf\u{E9}")
  }

  @Test("A fallback is followed as a redirect is")
  func fallback() async throws {
    let shop = try await makeShop()
    shop.wireframe.switches.disable(.pattern("/pay"), fallback: "/later?from=pay")
    let result = try await shop.wireframe.route(to: "/pay", payload: ["key": 1])
    #expect(result.route.pattern == "/later" && result.route.query["from"] == "pay")
    #expect(result.redirects.map(\.urlText) == ["/pay"])
    #expect(result.route.payload.isEmpty)
    #expect(shop.shown == ["root", "/later"])
    #expect(
      shop.recorder.events == [
        "decide /later?from=pay", "willPresent /later?from=pay", "didRoute /later?from=pay",
      ])
  }

  @Test(
    "A fallback that cannot be shown is passed over",
    arguments: [
      ("/nowhere", "noRoute"), ("/pay", "redirectLoop"), ("/b", "redirectLoop"),
      ("//x", "rejected"), ("tel:1", "foreign"), ("/act", "noController"), ("", "rejected"),
      ("/c", "disabled"), ("/detour", "redirectLoop"),
    ])
  func passedOver(fallback: String, code: String) async throws {
    let shop = try await makeShop()
    try shop.register("/c", "/detour")
    var acted = false
    try shop.wireframe.handle("/act") { _ in acted = true }
    shop.wireframe.observe { $0.pattern == "/detour" ? .redirect(to: "/pay") : .proceed }
    shop.wireframe.switches.disable(.pattern("/pay"), fallback: fallback)
    shop.wireframe.switches.disable(.pattern("/b"), fallback: "/pay")
    shop.wireframe.switches.disable(.pattern("/c"))
    let error = try await shop.failure("/pay")
    #expect(error.code == .disabled && error.pattern == "/pay" && error.chain == ["/pay"])
    #expect(
      "\(error)"
        == "The route '/pay' is switched off by the pattern '/pay'. Its fallback was passed over: \(code)."
    )
    #expect(!acted && shop.shown == ["root"])
    #expect(shop.recorder.events.last == "didFail /pay disabled")
  }

  @Test("The first switch of a chain of fallbacks is the error's; a chain that ends is followed")
  func chains() async throws {
    let shop = try await makeShop()
    shop.wireframe.switches.disable(.pattern("/a"), fallback: "/b")
    shop.wireframe.switches.disable(.pattern("/b"), fallback: "/pay")
    #expect(try await shop.wireframe.route(to: "/a").redirects.map(\.urlText) == ["/a", "/b"])
    shop.wireframe.switches.disable(.tag("payments"))
    #expect(try await shop.failure("/a").pattern == "/a")
  }

  @Test("Observers of a fallback decide about it: a stop is a stop, what they throw is thrown")
  func guardedFallback() async throws {
    let shop = try await makeShop()
    shop.wireframe.switches.disable(.pattern("/pay"), fallback: "/later")
    let stop = shop.wireframe.observe { $0.pattern == "/later" ? .stop("not now") : .proceed }
    #expect(try await shop.wireframe.route(to: "/pay").outcome == .stopped(reason: "not now"))
    stop.remove()
    shop.wireframe.observe { route in
      if route.pattern == "/later" { throw Broken() }
      return .proceed
    }
    #expect(try await shop.failure("/pay").code == .observerFailed)
  }

  @Test("The fallback of the app's own request is the URL that the switch says")
  func ownFallback() async throws {
    let shop = try await makeShop()
    shop.wireframe.switches.disable(.pattern("/a"), fallback: "/later")
    #expect(try await shop.wireframe.route(to: "myapp://a").route.urlText == "/later")
  }

  @Test("A fallback behind a gate is kept there, and shown when the user has passed")
  func gatedFallback() async throws {
    let shop = try await makeShop()
    let session = Session()
    try shop.register("/gate", option: .modal)
    try shop.register("/private", tags: ["private"])
    shop.wireframe.addGate(for: "private", at: "/gate") { session.isOpen }
    shop.wireframe.switches.disable(.pattern("/pay"), fallback: "/private")
    try await shop.wireframe.route(to: "/pay")
    #expect(shop.shown == ["root", "/gate"])
    session.isOpen = true
    try await shop.wireframe.resume(after: "private")
    #expect(shop.shown == ["root", "/private"])
  }

  // MARK: Links

  @Test("Exposure is asked before switches")
  func exposure() async throws {
    let shop = try await makeShop()
    shop.wireframe.switches.disable(.pattern("/closed"), fallback: "/later")
    let outcome = await shop.wireframe.open("myapp://closed", origin: .customScheme)
    guard case .refused(let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(error.code == .notExposed)
  }

  @Test(
    "A link reaches a fallback that is exposed to it, and none that is closed",
    arguments: [
      ("myapp://a", "/later", true), ("https://example.com/a", "/later", true),
      ("myapp://a", "https://example.com/later", true), ("myapp://a", "/closed", false),
      ("myapp://a", "/web", false), ("https://example.com/a", "/web", true),
      ("myapp://a", "myapp://closed", false),
    ])
  func links(link: String, fallback: String, isReached: Bool) async throws {
    let shop = try await makeShop()
    try shop.register("/web", exposure: .only(.universalLink))
    shop.wireframe.switches.disable(.pattern("/a"), fallback: fallback)
    let origin: RoutingOrigin = link.hasPrefix("https:") ? .universalLink : .customScheme
    let outcome = await shop.wireframe.open(link, origin: origin)
    if isReached {
      #expect(outcome.result?.redirects.map(\.urlText) == [link])
      #expect(outcome.result?.route.request.isTrusted == false)
      #expect(outcome.result?.route.request.origin == origin)
    } else {
      guard case .failed(let error) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(error.code == .disabled)
    }
  }

  // MARK: What is never off

  @Test("Gates, locks, homes and the homes of tabs are never off")
  func neverOff() async throws {
    let tree = NavigationTree<Screen>(tabs: ["A", "B"])
    let wireframe = Wireframe<Screen>(home: "/")
    wireframe.addStandardPresenters(on: tree)
    let module = Wireframe<Screen>()
    try module.register("/pin", option: .modal, tags: ["all"]) { _ in Screen("pin") }
    try module.register("/safe", option: .push, tags: ["safe"]) { _ in Screen("safe") }
    module.addGate(for: "safe", at: "/pin") { false }
    try wireframe.mount(module, at: "/m")
    for (pattern, tab) in [("/", "A"), ("/b", "B"), ("/b/:id", "B")] as [(RoutePattern, String)] {
      try wireframe.register(pattern, option: .push, tags: ["all"], place: .init(tab: tab)) { _ in
        Screen(pattern.text)
      }
    }
    for pattern in ["/login", "/locked", "/private"] as [RoutePattern] {
      try wireframe.register(pattern, option: .modal, tags: ["all"]) { _ in Screen(pattern.text) }
    }
    wireframe.addGate(for: "private", at: "/login") { false }
    try await wireframe.add(lock: Gate(at: "/locked", covers: true) { true })
    wireframe.switches.disable(.tag("all"))
    for pattern in ["/", "/b", "/login", "/locked", "/m/pin"] as [RoutePattern] {
      wireframe.switches.disable(.pattern(pattern.text))
    }
    #expect(wireframe.routes.filter(\.isOff).map(\.pattern) == ["/b/:id", "/private"])
    for url in ["/", "/b", "/login", "/m/pin", "/m/safe"] { try await wireframe.route(to: url) }
    #expect(try await wireframe.failure("/private").code == .disabled)
  }

  @Test("The home of a wireframe without tabs is never off, either")
  func home() async throws {
    let wireframe = Wireframe<Screen>(home: "/")
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    wireframe.switches.disable(.pattern("/"))
    #expect(wireframe.routes.map(\.isOff) == [false])
  }

  @Test("A lock is added although its route is switched off before")
  func lock() async throws {
    let shop = try await makeShop()
    try shop.register("/locked")
    shop.wireframe.switches.disable(.pattern("/locked"))
    let lock = Gate(at: "/locked", covers: true) { true }
    let registration = try await shop.wireframe.add(lock: lock)
    lock.cover()
    #expect(shop.navigation.cover?.description == "/locked")
    try await shop.wireframe.resume(after: lock)
    registration.remove()
    #expect(try await shop.failure("/locked").code == .disabled)
  }

  @Test("A name that nobody has switches nothing off")
  func unknownNames() async throws {
    let shop = try await makeShop()
    let texts = ["/nowhere", "/pay/:other<int>", "no pattern", "/:x<", "", "/PAY", "/pay/"]
    for text in texts { shop.wireframe.switches.disable(.pattern(text)) }
    shop.wireframe.switches.disable(.tag("Payments"))
    try await shop.wireframe.route(to: "/pay")
    #expect(shop.wireframe.routes.allSatisfy { !$0.isOff })
  }

  // MARK: Screens

  @Test("What is on screen leaves when it is asked about, and the uppermost fallback is shown")
  func reevaluation() async throws {
    let shop = try await makeShop()
    for url in ["/a", "/pay", "/b"] { try await shop.wireframe.route(to: url) }
    shop.wireframe.switches.disable(.tag("payments"))
    #expect(shop.shown == ["root", "/a", "/pay", "/b"])
    let report = try await shop.wireframe.reevaluate()
    #expect(report.refused.map(\.urlText) == ["/pay"])
    #expect(shop.shown == ["root", "/a"])
    shop.wireframe.switches.disable(.pattern("/a"), fallback: "/later")
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["root", "/later"])
  }

  @Test(
    "A fallback that cannot be shown is no failure of the call",
    arguments: ["/nowhere", "/a", "/detour", "//"], [KeepingRule.screens, .nothing])
  func deadFallback(fallback: String, keeping: KeepingRule) async throws {
    let shop = try await makeShop()
    try shop.register("/detour")
    shop.wireframe.observe { $0.pattern == "/detour" ? .redirect(to: "/a") : .proceed }
    for url in ["/b", "/a"] { try await shop.wireframe.route(to: url) }
    shop.wireframe.switches.disable(.pattern("/a"), fallback: fallback)
    try await shop.wireframe.reevaluate(keeping: keeping)
    #expect(shop.shown == ["root", "/b"])
  }

  @Test("A screen whose route is switched off while it loads is not shown")
  func loading() async throws {
    let shop = try await makeShop()
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    let routing = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    shop.wireframe.switches.disable(.pattern("/slow"))
    gate.open()
    await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(shop.shown == ["root"])
    #expect(shop.recorder.errors.map(\.code) == [.disabled])
  }

  @Test("Switches that have not changed let nobody be asked again about what loads")
  func unchanged() async throws {
    let shop = try await makeShop()
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    let routing = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    shop.wireframe.switches = RouteSwitches()
    gate.open()
    _ = try await routing.value
    #expect(shop.recorder.events.filter { $0 == "decide /slow" }.count == 1)
  }

  @Test("A parent that is off is left out, and is no fallback's place")
  func parents() async throws {
    let shop = try await makeShop()
    try shop.wireframe.register("/a/b", place: .init(under: "/a")) { _ in Screen("/a/b") }
    shop.wireframe.switches.disable(.pattern("/a"), fallback: "/later")
    try await shop.wireframe.route(to: "/a/b", landing: .underParents)
    #expect(shop.shown == ["root", "/a/b"])
  }

  @Test("What is off is not restored; what is above it is left out")
  func restoration() async throws {
    let shop = try await makeShop()
    try shop.register("/root", option: .root)
    for url in ["/root", "/a", "/pay", "/b"] { try await shop.wireframe.route(to: url) }
    let saved = try shop.wireframe.savedState()
    shop.wireframe.switches.disable(.pattern("/pay"))
    try await shop.wireframe.route(to: "/root")
    let report = try await shop.wireframe.restore(saved, trusting: true)
    #expect(shop.shown == ["/root", "/a"])
    #expect(report.failures.map(\.code) == [.disabled])
    #expect(report.omitted == ["/pay", "/b"])
    shop.wireframe.switches.disable(.pattern("/pay"), fallback: "/later")
    #expect(try await shop.wireframe.restore(saved, trusting: true).omitted == ["/pay", "/b"])
  }

  // MARK: Modules

  @Test(
    "Patterns are whole: a module's route has the path of its mount; its tags count as they are")
  func modules() async throws {
    let shop = try await makeShop()
    let module = Wireframe<Screen>()
    try module.register("/list", option: .push, tags: ["beta"]) { _ in Screen("list") }
    try module.register("/one", option: .push) { _ in Screen("one") }
    try shop.wireframe.mount(module, at: "/m")
    module.switches.disable(.pattern("/list"))
    try await shop.wireframe.route(to: "/m/list")
    module.switches.disable(.pattern("/m/list"))
    #expect(shop.wireframe.switches == module.switches)
    for body in [
      { try await module.route(to: "/list") }, { try await shop.wireframe.route(to: "/m/list") },
    ] {
      #expect(try await failure(of: body).code == .disabled)
    }
    #expect(module.routes.map(\.isOff) == [true, false])
    module.switches = RouteSwitches()
    shop.wireframe.switches.disable(.tag("beta"), fallback: "/m/one")
    #expect(try await module.route(to: "/list").route.pattern == "/one")
  }

  @Test(
    "A module's pattern is spelled behind the mount's path as both were written",
    arguments: [
      ("/@me", "/m/@me"), ("/list/", "/m/list/"), ("/", "/m"),
      ("myapp://one/:id?", "myapp:/m/one/:id?"),
    ] as [(RoutePattern, RoutePattern)])
  func spelling(own: RoutePattern, whole: RoutePattern) async throws {
    let (shop, module) = (try await makeShop(), Wireframe<Screen>(sources: ["myapp:"]))
    try module.register(own) { _ in Screen("own") }
    try shop.wireframe.mount(module, at: "/m/")
    shop.wireframe.switches.disable(.pattern(whole.text))
    #expect(module.routes.map(\.isOff) == [true])
  }

  // MARK: Plans and explanations

  @Test("A plan knows what is off, and where its fallback leads")
  func plans() async throws {
    let shop = try await makeShop()
    shop.wireframe.switches.disable(.pattern("/a"), fallback: "/later")
    shop.wireframe.switches.disable(.pattern("/b"))
    let plan = await shop.wireframe.plan("/a")
    #expect(plan.redirects.map(\.urlText) == ["/a"] && plan.route?.pattern == "/later")
    #expect(
      plan.decisions.map(\.observer) == ["the switch for the pattern '/a'", "Recorder"])
    #expect(plan.landing == [nil, "/later"])
    let closed = await shop.wireframe.plan("/b")
    #expect(closed.error?.code == .disabled && closed.route?.pattern == "/b")
    shop.wireframe.switches.disable(.pattern("/a"), fallback: "/nowhere")
    let passedOver = await shop.wireframe.plan("/a")
    #expect(passedOver.error?.code == .disabled && passedOver.route?.pattern == "/a")
    #expect(passedOver.redirects.isEmpty)
    #expect(shop.shown == ["root"])
  }
}

/// Files of switches, as a server sends them.
struct RouteSwitchesTests {
  private static let file = """
    {
      "version": 1,
      "off": [
        { "pattern": "/pay/:id<int>", "fallback": "/later" },
        { "tag": "beta" },
        { "tag": "old", "fallback": null, "note": "unknown keys are of a later version" }
      ]
    }
    """

  @Test("A file is read, and written as it was read")
  func reading() throws {
    let switches = try RouteSwitches(Self.file)
    #expect(
      switches.off.map(\.name) == [.pattern("/pay/:id<int>"), .tag("beta"), .tag("old")])
    #expect(switches.off.map(\.fallback) == ["/later", nil, nil])
    let written = try JSONEncoder().encode(switches)
    #expect(try RouteSwitches(written) == switches)
    #expect(try JSONDecoder().decode(RouteSwitches.self, from: written) == switches)
  }

  @Test("As many names are written as can be read, and not one more")
  func writingTooMany() throws {
    var switches = RouteSwitches()
    for number in 1...1000 { switches.disable(.pattern("/\(number)")) }
    let written = try JSONEncoder().encode(switches)
    #expect(try JSONDecoder().decode(RouteSwitches.self, from: written) == switches)
    switches.disable(.tag("more"))
    let more = switches
    #expect(throws: (any Error).self) { try JSONEncoder().encode(more) }
  }

  @Test("Patterns of other scalars are two names, though they look the same")
  func scalars() throws {
    let names: [RouteSwitches.Name] = [.pattern("/caf\u{E9}"), .pattern("/cafe\u{301}")]
    var switches = RouteSwitches()
    for name in names { switches.disable(name) }
    #expect(switches.off.count == 2)
    let written = try JSONEncoder().encode(switches)
    #expect(try RouteSwitches(written) == switches)
    let others = names.map { name in
      var others = RouteSwitches()
      others.disable(name)
      return others
    }
    #expect(others[0] != others[1])
    switches.enable(names[1])
    #expect(switches == others[0])
  }

  @Test("What is printed of a switch is free of the fallback's values")
  func printing() throws {
    let off = try RouteSwitches(Self.file).off[0]
    #expect("\(off)" == "the pattern '/pay/:id<int>'")
    var dumped = ""
    dump(off, to: &dumped)
    #expect(!dumped.contains("later"))
  }

  @Test(
    "A file that is malformed is refused with what is wrong, and where",
    arguments: [
      ("", "1:1: found the end of the text; allowed: a value."),
      ("{", "1:2: found the end of the text; allowed: a key between double quotes."),
      (#"{"off": []}"#, "1:1: version: found nothing; allowed: 1."),
      (#"{"version": 1}"#, "1:1: off: found nothing; allowed: a list of switches."),
      ("\n {\"off\": []}", "2:2: version: found nothing; allowed: 1."),
      (#"{"version": 2, "off": []}"#, "1:13: version: found 2; allowed: 1."),
      (#"{"version": "1", "off": []}"#, "1:13: version: found '1'; allowed: 1."),
      (#"{"version": 1, "off": {}}"#, "1:23: off: found an object; allowed: a list of switches."),
      ("[]", "1:1: found a list; allowed: an object."),
      ("null", "1:1: found null; allowed: an object."),
      ("{\"version\": 1,\n\"off\": [\"/a\"]}", "2:9: off[0]: found '/a'; allowed: an object."),
      (
        #"{"version": 1, "off": [{"tag": "a"}, {}]}"#,
        "1:38: off[1]: found neither; allowed: either 'pattern' or 'tag'."
      ),
      (
        #"{"version": 1, "off": [{"tag": "a", "pattern": "/a"}]}"#,
        "1:24: off[0]: found both; allowed: either 'pattern' or 'tag'."
      ),
      (#"{"version": 1, "off": [{"tag": 1}]}"#, "1:32: off[0].tag: found 1; allowed: a text."),
      (
        #"{"version": 1, "off": [{"tag": null}]}"#,
        "1:32: off[0].tag: found null; allowed: a text."
      ),
      (
        #"{"version": 1, "off": [{"tag": "a", "fallback": []}]}"#,
        "1:49: off[0].fallback: found a list; allowed: a text."
      ),
      (
        #"{"version": 1, "off": [{"tag": "a"}, {"tag": "a"}]}"#,
        "1:38: off[1]: found the tag 'a' again; allowed: each name once."
      ),
      (
        #"{"version": 1, "off": [{"tag": "a"}], "off": []}"#,
        "1:39: found the key 'off' once more; allowed: each key once."
      ),
      (#"{"version": 1, "off": [],}"#, "1:26: found '}'; allowed: a key between double quotes."),
      (#"{"version": 1, "off": []} x"#, "1:27: found 'x'; allowed: the end of the text."),
    ])
  func malformed(json: String, sentence: String) throws {
    let error = #expect(throws: RoutingError.self) { try RouteSwitches(json) }
    #expect(error?.code == .invalidSwitches)
    #expect(error?.description == "The switches cannot be read: \(sentence)")
  }

  @Test("A text with more combining marks in a row than any word has is refused")
  func combiningMarks() throws {
    func json(_ count: Int) -> String {
      let marks = String(repeating: "\u{301}", count: count)
      return "{\"version\": 1, \"off\": [{\"tag\": \"b\(marks)\"}]}"
    }
    let error = #expect(throws: RoutingError.self) { try RouteSwitches(json(31)) }
    #expect(error?.code == .invalidSwitches)
    #expect(error?.description.contains("found 31 combining marks in a row") == true)
    #expect(try RouteSwitches(json(30)).off.count == 1)
  }

  @Test("Decoding checks what reading checks, but for repeated keys")
  func decoding() {
    for json in [
      #"{"version": 2, "off": []}"#, #"{"version": 1, "off": [{}]}"#,
      #"{"version": 1, "off": [{"tag": "a"}, {"tag": "a"}]}"#,
      #"{"version": 1, "off": [{"tag": "a", "pattern": "b"}]}"#, #"{"off": []}"#,
    ] {
      #expect(throws: (any Error).self) {
        try JSONDecoder().decode(RouteSwitches.self, from: Data(json.utf8))
      }
    }
  }

  @Test("Size, count and depth are bounded")
  func bounds() throws {
    let entries = (0..<1000).map { #"{"tag": "t\#($0)"}"# }
    func file(_ entries: [String]) -> String {
      #"{"version": 1, "off": [\#(entries.joined(separator: ","))]}"#
    }
    #expect(try RouteSwitches(file(entries)).off.count == 1000)
    #expect(
      failure(file(entries + [#"{"tag": "x"}"#]))
        == "The switches cannot be read: 1:23: off: found 1001 switches; allowed: at most 1000.")
    let space = String(repeating: " ", count: (1 << 16) - Self.file.utf8.count)
    #expect(try RouteSwitches(space + Self.file).off.isEmpty == false)
    let large = space + " " + Self.file
    #expect(
      failure(large)
        == "The switches cannot be read: found \(large.utf8.count) bytes; allowed: at most 65536.")
    let deep = String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)
    #expect(failure(#"{"version": 1, "off": \#(deep)}"#) != nil)
    #expect(failure(#"{"version": 1, "off": [], "more": \#(deep)}"#) != nil)
    for bytes in [[0xFF, 0xFE], [0x00], Array("null".utf8)] as [[UInt8]] {
      #expect(throws: RoutingError.self) { try RouteSwitches(Data(bytes)) }
    }
  }

  private func failure(_ json: String) -> String? {
    do throws(RoutingError) {
      _ = try RouteSwitches(json)
      return nil
    } catch {
      return error.description
    }
  }
}
