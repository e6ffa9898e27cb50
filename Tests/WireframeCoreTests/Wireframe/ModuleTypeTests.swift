import TestSupport
import Testing
import WireframeCore

/// Types of parameters that modules add.
@MainActor
struct ModuleTypeTests {
  @Test("A type that the app refuses is in no wireframe between")
  func refusedAbove() throws {
    let modules = (1...3).map { _ in Wireframe<Screen>(defaultOption: .push) }
    try modules[0].add(type: ParameterType("sku") { $0.count == 2 })
    try modules[0].mount(modules[1], at: "/shop")
    try modules[1].mount(modules[2], at: "/basket")
    #expect(throws: RoutingError.self) {
      try modules[2].add(type: ParameterType("sku") { $0.count == 1 })
    }
    let error = #expect(throws: RoutingError.self) {
      try modules[1].register("/:id<sku>") { _ in Screen("Item") }
    }
    #expect(error?.code == .invalidPattern)
  }

  @Test("A type that the module of a module adds is known to the app")
  func innerModules() throws {
    let modules = (1...3).map { _ in Wireframe<Screen>(defaultOption: .push) }
    try modules[0].mount(modules[1], at: "/shop")
    try modules[1].mount(modules[2], at: "/basket")
    try modules[2].add(type: ParameterType("short") { $0.count == 1 })
    try modules[2].register("/:id<short>") { _ in Screen("Item") }
    #expect(modules[0].canRoute(to: "/shop/basket/a"))
    #expect(!modules[0].canRoute(to: "/shop/basket/ab"))
    // Of one name there is one type, also two modules above.
    let other = ParameterType("short") { $0.count == 2 }
    #expect(throws: RoutingError.self) { try modules[0].add(type: other) }
  }
}
