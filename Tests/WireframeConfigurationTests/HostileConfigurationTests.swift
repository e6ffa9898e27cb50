import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore

/// Nothing that a file names can break a line of a log, or turn it around.
@MainActor
@Suite(.hangsNever)
struct HostileConfigurationTests {
  @Test(
    "A small file of many faults costs no more than 200 of them, whatever names are registered",
    .enabled(if: Load.isFull),
    arguments: ["{}", #"{"builder":"buildr-7"}"#, #"{"builder":1}"#])
  func manyFaults(entry: String) async throws {
    let shop = try await ConfiguredShop()
    for number in 0..<200 {
      shop.configuration.register(builder: "builder-number-\(number)") { _ in nil }
    }
    let entries = Array(repeating: entry, count: 10_000).joined(separator: ",")
    let data = Data(#"{"routes":[\#(entries)]}"#.utf8)
    let error = #expect(throws: ConfigurationError.self) {
      try shop.configuration.check(data, named: "many")
    }
    #expect(error?.faults.count == 200)
    #expect((error?.description.utf8.count ?? .max) < 300_000)
  }

  @Test("A dump of a fault, a route and a pattern shows no mark of direction")
  func dumps() async throws {
    let shop = try await ConfiguredShop()
    shop.configuration.register(builder: "b") { _ in nil }
    let literal = "a\u{202E}b"
    let bad = Data(#"{"routes":[{"pattern":"/\#(literal)/:"}]}"#.utf8)
    let good = Data(
      #"{"routes":[{"pattern":"/\#(literal)","builder":"b","navigator":"push"}]}"#.utf8)
    let error = #expect(throws: ConfigurationError.self) {
      try shop.configuration.check(bad, named: "f\u{202E}.json")
    }
    var text = ""
    for fault in error?.faults ?? [] { dump(fault, to: &text) }
    for route in try shop.configuration.entries(of: good, named: "f") { dump(route, to: &text) }
    dump(try RoutePattern("/\(literal)"), to: &text)
    dump(RouteTag(rawValue: literal), to: &text)
    dump(RoutingOrigin(rawValue: literal), to: &text)
    #expect(!text.isEmpty && !text.unicodeScalars.contains("\u{202E}"))
  }

  @Test("What is printed of a configuration is one line for each fault and route")
  func configurations() async throws {
    let shop = try await ConfiguredShop()
    let name = Hostile.text
    shop.configuration.register(builder: name, options: [name: .oneOf([name])]) { _ in nil }
    shop.configuration.register(navigator: name) { _ in }
    shop.configuration.register(storyboard: name, ids: [name]) { _, _ in nil }
    func json(_ entries: [[String: Any]]) throws -> Data {
      try JSONSerialization.data(withJSONObject: ["routes": entries, name: 1])
    }
    let bad = try json([
      [
        "pattern": "/\(name)", "builder": name + "?", "navigator": name + "?", name: name,
        "tags": [name], "exposure": [name], "transition": name, "title": 1,
      ],
      [
        "pattern": "/:b<x|\(Hostile.literal)|\(Hostile.literal)>", "builder": name,
        "navigator": name,
      ],
      [
        "pattern": "/c", "builder": name, "navigator": name,
        "options": [name: name + "?", name + "?": 1],
      ],
      ["pattern": "/d", "storyboard": name, "id": name + "?", "navigator": name],
      ["pattern": "/\(Hostile.literal)", "builder": name, "navigator": name],
      ["pattern": "/\(Hostile.literal)", "builder": name, "navigator": name],
    ])
    let faults = shop.configuration.faults(of: bad, named: name)
    #expect(faults.count == 14)
    for fault in faults {
      expectOneLine(fault.description, "\(fault.found)")
      #expect(Hostile.scalars(in: fault.found + fault.allowed).isEmpty)
    }
    let error = #expect(throws: ConfigurationError.self) {
      try shop.configuration.check(bad, named: name)
    }
    #expect(error?.description.split(separator: "\n").count == faults.count)
    #expect((error as (any Error)?)?.localizedDescription == error?.description)

    let good = try json([])
    #expect(throws: ConfigurationError.self) { try shop.configuration.check(good, named: "a") }
    let entries = try JSONSerialization.data(withJSONObject: [
      "routes": [
        [
          "pattern": "/\(Hostile.literal)", "builder": name, "navigator": name,
          "options": [name: name],
        ], ["pattern": "/d", "storyboard": name, "id": name, "navigator": name],
      ]
    ])
    for route in try shop.configuration.entries(of: entries, named: name) {
      expectOneLine("\(route)", "route")
      expectOneLine("\(route.destination)", "destination")
      if route.options != [:] { expectOneLine("\(route.options)", "options") }
    }
  }
}
