import TestSupport
import Testing
import WireframeCore
import WireframeInsight

// Release builds count no steps.
#if DEBUG
  /// Maps, audits and association files take no more steps for each of more and more routes: counted at two sizes.
  @MainActor
  @Suite(.hangsNever)
  struct GrowthTests {
    private func wireframe(_ count: Int, _ pattern: (Int) -> String) throws -> Wireframe<Screen> {
      let wireframe = Wireframe<Screen>(sources: ["https://example.com"])
      for number in 0..<count {
        try wireframe.register(
          RoutePattern(pattern(number)), option: .push, exposure: .only(.universalLink)
        ) { _ in Screen("") }
      }
      return wireframe
    }

    @Test("C7, I11: a map finds the route above each without a look at all others")
    func maps() async throws {
      try await expectLinear((50, 500)) { size in
        let manifest = RouteManifest(of: try wireframe(size) { "/area/page\($0)/:id" })
        #expect(manifest.mermaid.count > size)
        #expect(manifest.html().count > size)
      }
    }

    @Test("I11: an audit and a manifest ask about each route once")
    func audits() async throws {
      try await expectLinear((20, 200)) { size in
        let wireframe = try wireframe(size) { "/area/page\($0)/:size<small|large>/:id<int>" }
        #expect(RouteManifest(of: wireframe).routes.count == size)
        #expect(wireframe.audit(allowing: [.allow(.unguarded), .allow(.noPresenter)]).isEmpty)
      }
    }

    @Test("C7, I3: a link is compared with the components that begin as it does")
    func check() async throws {
      try await expectLinear((10, 100)) { size in
        let wireframe = try wireframe(size) { "/page\($0)/:size<small|large>" }
        let made = try AssociationFile.make(
          of: RouteManifest(of: wireframe), for: "https://example.com", appID: "TEAM123456.shop")
        #expect(wireframe.check(made.file, for: "https://example.com").isEmpty)
      }
    }

    @Test("C7, I11: a path is compared with the exclusions that may take it")
    func make() async throws {
      try await expectLinear((10, 60)) { size in
        let manifest = RouteManifest(
          of: try wireframe(size) { last in (0...last).map { "/level\($0)" }.joined() })
        let made = try AssociationFile.make(
          of: manifest, for: "https://example.com", appID: "TEAM123456.shop")
        #expect(made.findings.isEmpty)
      }
    }
  }
#endif
