import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore

/// A good file in which one thing after another is made bad.
@MainActor
@Suite(.hangsNever) struct ConfigurationMutationTests {
  nonisolated static let good = """
    {
      "defaults": { "transition": "fade", "tags": ["requires-login"], "exposure": "closed" },
      "routes": [
        { "pattern": "/a/:id<int>", "builder": "product", "navigator": "present", "transition": "fade",
          "options": { "style": "sheet", "hasStack": true, "size": 3, "ratio": 0.5, "note": "n" },
          "tags": ["requires-login"], "exposure": ["notification"], "title": "A" },
        { "pattern": "/b", "storyboard": "Main", "id": "About", "navigator": "push-animated",
          "exposure": "external" },
        { "pattern": "/c", "navigator": "pop", "options": { "animated": false } }
      ]
    }
    """

  static func makeShop() async throws -> ConfiguredShop {
    let shop = try await ConfiguredShop()
    shop.configuration.register(
      builder: "product", options: ["size": .int, "ratio": .double, "note": .string]
    ) { _ in Screen("product") }
    shop.configuration.register(storyboard: "Main", ids: ["About"]) { id, _ in Screen(id) }
    shop.configuration.register(transition: "fade") { _ in }
    return shop
  }

  /// The place of a key: the steps to its object, and the key.
  struct Place: CustomStringConvertible {
    let steps: [Step]
    let key: String

    enum Step: Equatable {
      case key(String)
      case index(Int)
    }

    var container: String {
      steps.reduce("") { path, step in
        switch step {
        case .key(let key): path.isEmpty ? key : "\(path).\(key)"
        case .index(let index): "\(path)[\(index)]"
        }
      }
    }

    var description: String { container.isEmpty ? key : "\(container).\(key)" }
  }

  /// Every key of the file.
  static func places(in value: Any, _ steps: [Place.Step] = []) -> [Place] {
    if let object = value as? [String: Any] {
      return object.keys.sorted().flatMap { key in
        [Place(steps: steps, key: key)] + places(in: object[key] ?? "", steps + [.key(key)])
      }
    }
    let list = value as? [Any] ?? []
    return list.enumerated().flatMap { places(in: $1, steps + [.index($0)]) }
  }

  /// The file with one object changed.
  static func changed(
    _ value: Any, at steps: ArraySlice<Place.Step>, by change: (inout [String: Any]) -> Void
  ) -> Any {
    switch steps.first {
    case nil:
      var object = value as? [String: Any] ?? [:]
      change(&object)
      return object
    case .key(let key)?:
      var object = value as? [String: Any] ?? [:]
      object[key] = changed(object[key] ?? [:], at: steps.dropFirst(), by: change)
      return object
    case .index(let index)?:
      var list = value as? [Any] ?? []
      list[index] = changed(list[index], at: steps.dropFirst(), by: change)
      return list
    }
  }

  @MainActor
  struct Bench {
    let shop: ConfiguredShop
    let root: Any
    let places: [Place]

    init() async throws {
      shop = try await makeShop()
      root = try JSONSerialization.jsonObject(with: Data(good.utf8))
      places = ConfigurationMutationTests.places(in: root)
    }

    /// The faults of the file with one change, in each format; nothing may be registered.
    func faults(
      _ place: Place, _ what: String, by change: (inout [String: Any]) -> Void
    ) throws -> [ConfigurationFault] {
      let value = changed(root, at: place.steps[...], by: change)
      let json = try JSONSerialization.data(withJSONObject: value)
      let faults = shop.configuration.faults(of: json)
      let list = try PropertyListSerialization.data(
        fromPropertyList: value, format: .xml, options: 0)
      let inList = shop.configuration.faults(of: list)
      // The formats differ in what they know of places, and in the order of keys.
      #expect(
        Set(faults.map { "\($0.keyPath) \($0.found) \($0.allowed)" })
          == Set(inList.map { "\($0.keyPath) \($0.found) \($0.allowed)" }), "\(place) \(what)")
      if !faults.isEmpty {
        #expect(throws: ConfigurationError.self) {
          try shop.configuration.load(json, named: "shop.json")
        }
      }
      for path in ["/a/1", "/b", "/c"] { #expect(!shop.wireframe.canRoute(to: path)) }
      return faults
    }
  }

  @Test("0.21: the file that is changed is good")
  func goodFile() async throws {
    let bench = try await Bench()
    #expect(bench.places.count == 27)
    try bench.shop.configuration.load(json: Self.good)
    #expect(bench.shop.wireframe.canRoute(to: "/a/1"))
  }

  @Test("0.21: each key removed gives the fault that it is missing, or none")
  func removed() async throws {
    let bench = try await Bench()
    let required = [
      "routes", "routes[0].pattern", "routes[0].builder", "routes[0].navigator",
      "routes[1].pattern",
      "routes[1].storyboard", "routes[1].id", "routes[1].navigator", "routes[2].pattern",
      "routes[2].navigator",
    ]
    for place in bench.places {
      let faults = try bench.faults(place, "removed") { $0[place.key] = nil }
      #expect(
        faults.map(\.keyPath) == (required.contains("\(place)") ? ["\(place)"] : []), "\(place)")
      #expect(faults.allSatisfy { $0.found == "nothing" })
    }
  }

  @Test("0.21: each key misspelt gives the one fault that names it, and what was meant")
  func misspelt() async throws {
    let bench = try await Bench()
    var generator = SplitMix64(seed: 0x7E57)
    for place in bench.places {
      for _ in 0..<(Load.isFull ? 3 : 1) {
        let typo = Self.typo(of: place.key, &generator)
        let faults = try bench.faults(place, "as \(typo)") { object in
          object[typo] = object.removeValue(forKey: place.key)
        }
        #expect(faults.map(\.keyPath) == [place.container], "\(place) as \(typo)")
        #expect(faults.first?.found == "the key '\(typo)'")
        #expect(faults.first?.suggestion == place.key, "\(place) as \(typo)")
      }
    }
  }

  @Test("0.21: each value of another type gives the one fault of its key")
  func retyped() async throws {
    let bench = try await Bench()
    let values: [(kind: String, value: Any)] = [
      ("bool", true), ("int", 7), ("double", 1.5), ("string", "zzzzzzzz"), ("list", [Any]()),
      ("object", [String: Any]()), ("list of int", [7]),
    ]
    let allowed: [String: Set<String>] = [
      "routes": ["list"], "tags": ["list"], "exposure": ["list"], "defaults": ["object"],
      "options": ["object"], "title": ["string"], "note": ["string"], "hasStack": ["bool"],
      "animated": ["bool"], "size": ["int"], "ratio": ["int", "double"],
    ]
    for place in bench.places {
      for (kind, value) in values where allowed[place.key]?.contains(kind) != true {
        let faults = try bench.faults(place, "as \(kind)") { $0[place.key] = value }
        let inElement = kind == "list of int" && ["routes", "tags", "exposure"].contains(place.key)
        #expect(
          faults.map(\.keyPath) == ["\(place)\(inElement ? "[0]" : "")"], "\(place) as \(kind)")
      }
    }
  }

  /// A key with one letter lost, doubled, changed, or two letters swapped.
  static func typo(of key: String, _ generator: inout SplitMix64) -> String {
    while true {
      var letters = Array(key)
      let place = Int.random(in: letters.indices, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: letters.remove(at: place)
      case 1: letters.insert(letters[place], at: place)
      case 2: letters[place] = "q"
      default: letters.swapAt(place, (place + 1) % letters.count)
      }
      let typo = String(letters)
      if typo != key, !typo.isEmpty { return typo }
    }
  }

  @Test("Bytes changed at random never trap, and give faults or a good file")
  func randomBytes() async throws {
    let shop = try await Self.makeShop()
    let list = try JSONSerialization.jsonObject(with: Data(Self.good.utf8))
    let files = [
      Data(Self.good.utf8),
      try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0),
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0),
    ]
    var generator = SplitMix64(seed: 0xBAD)
    for file in files {
      for _ in 0..<Load.scaled(600) {
        var bytes = Array(file)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let place = Int.random(in: bytes.indices, using: &generator)
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: bytes.remove(at: place)
          case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
          case 2: bytes[place] = UInt8.random(in: 0...255, using: &generator)
          default: bytes = Array(bytes[..<max(place, 1)])
          }
        }
        let faults = shop.configuration.faults(of: Data(bytes))
        for fault in faults { #expect(!fault.description.contains("\n")) }
      }
    }
    #expect(!shop.wireframe.canRoute(to: "/b"))
  }
}
