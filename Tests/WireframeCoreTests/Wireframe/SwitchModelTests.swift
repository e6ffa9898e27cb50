import TestSupport
import Testing
import WireframeCore

/// Switches and old names at random, against what they promise.
@MainActor
@Suite(.hangsNever)
struct SwitchModelTests {
  private static let patterns: [RoutePattern] = [
    "/a", "/b", "/c/:id<int>", "/d/:id<int>", "/e/*rest?", "/m/f", "/m/g/:id<int>",
  ]
  private static let aliases: [RoutePattern] = [
    "/old/a", "/old/b", "/old/c/:id<int>", "/:id<int>/old/d", "/old/e/*rest?", "/m/old/f",
    "/m/old/g/:id<int>",
  ]
  private static let tags: [RouteTag] = ["x", "y", "z"]
  private static let urls = [
    "/a", "/b?q=1", "/c/1", "/d/2", "/e", "/e/1/2", "/m/f", "/m/g/3", "/old/a", "/old/b?q=1",
    "/old/c/1",
    "/2/old/d", "/old/e", "/old/e/1/2", "/m/old/f", "/m/old/g/3", "/act", "/nowhere",
  ]

  /// What becomes of a request: the pattern that is shown, or the error's code. A plan agrees.
  private func end(_ wireframe: Wireframe<Screen>, _ url: String, isLink: Bool) async -> String {
    let request =
      isLink
      ? RoutingRequest(untrusted: "app:/\(url)", origin: .customScheme) : RoutingRequest(url)
    let plan = await wireframe.plan(request)
    let end = await end(wireframe, request)
    #expect((plan.error?.code.rawValue ?? plan.route?.pattern?.text ?? "-") == end, "\(plan)")
    return end
  }

  private func end(_ wireframe: Wireframe<Screen>, _ request: RoutingRequest) async -> String {
    do {
      return try await wireframe.route(request).route.pattern?.text ?? "-"
    } catch {
      return error.code.rawValue
    }
  }

  @Test("Switches only close: each end is that without them, 'disabled', or that of the fallback")
  func switches() async throws {
    var generator = SplitMix64(seed: 20_261_124)
    for round in 0..<(Load.isFull ? 1000 : 12) {
      let shop = try await Shop(sources: ["app:"])
      let module = Wireframe<Screen>()
      var names: [RouteSwitches.Name] = Self.tags.map(RouteSwitches.Name.tag)
      for (pattern, alias) in zip(Self.patterns, Self.aliases) {
        let isModules = pattern.text.hasPrefix("/m")
        let wireframe = isModules ? module : shop.wireframe
        func own(_ pattern: RoutePattern) throws -> RoutePattern {
          isModules ? try RoutePattern(String(pattern.text.dropFirst(2))) : pattern
        }
        let tags = Set(Self.tags.filter { _ in generator.oneIn(3) })
        let exposure = generator.oneIn(2) ? RouteExposure.external : .closed
        try wireframe.register(own(pattern), tags: tags, exposure: exposure) { _ in Screen("s") }
        try wireframe.alias(own(alias), for: own(pattern))
        names += [.pattern(pattern.text), .pattern(alias.text)]
      }
      try shop.wireframe.handle("/act", exposure: .external) { _ in }
      try shop.wireframe.mount(module, at: "/m")
      var before: [String: String] = [:]
      for url in Self.urls {
        for isLink in [false, true] {
          before["\(isLink)\(url)"] = await end(shop.wireframe, url, isLink: isLink)
        }
      }
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let fallback = generator.oneIn(2) ? nil : Self.urls.pick(&generator)
        shop.wireframe.switches.disable(names.pick(&generator), fallback: fallback)
      }
      let off = Set(shop.wireframe.routes.filter(\.isOff).map(\.pattern.text))
      for url in Self.urls {
        for isLink in [false, true] {
          let former = before["\(isLink)\(url)"] ?? ""
          let now = await end(shop.wireframe, url, isLink: isLink)
          if off.contains(former) {
            let fallbacks = shop.wireframe.switches.off.compactMap(\.fallback)
            let ends = fallbacks.compactMap { before["\(isLink)\($0)"] }
            #expect(
              now == "disabled" || ends.contains(now) && now.hasPrefix("/") && now != "/act",
              "round \(round): \(url) ended as \(now)")
            #expect(!off.contains(now), "round \(round)")
          } else {
            #expect(now == former, "round \(round): \(url)")
          }
        }
      }
    }
  }

  @Test("An old name ends as the new one, with the same values")
  func aliases() async throws {
    let shop = try await Shop(sources: ["app:"])
    for (pattern, alias) in zip(Self.patterns, Self.aliases) {
      try shop.register(pattern, exposure: .external)
      try shop.wireframe.alias(alias, for: pattern)
    }
    var generator = SplitMix64(seed: 7)
    for _ in 0..<(Load.isFull ? 5000 : 200) {
      let index = Int.random(in: Self.patterns.indices, using: &generator)
      var values: [String: RouteValue] = [:]
      for name in Self.patterns[index].names {
        values[name] =
          name == "rest"
          ? .list((0..<Int.random(in: 0...3, using: &generator)).map { "é %\($0)" })
          : .text("\(Int.random(in: -9...9, using: &generator))")
      }
      let tail = ["", "?q=a%20b&q=c", "#end", "?#"].pick(&generator)
      let source = ["", "app:/"].pick(&generator)
      let old = try await shop.wireframe.route(
        to: source + Self.aliases[index].urlText(with: values) + tail
      ).route
      let new = try await shop.wireframe.route(
        to: source + Self.patterns[index].urlText(with: values) + tail
      ).route
      #expect(old.pattern == Self.patterns[index] && old.leadsToSamePlace(as: new))
      #expect(old.path == new.path && old.fragment == new.fragment && old.source == new.source)
      let again = try await shop.wireframe.route(to: old.urlText).route
      #expect(again.leadsToSamePlace(as: old))
    }
  }
}
