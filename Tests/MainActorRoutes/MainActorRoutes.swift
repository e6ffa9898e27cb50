public import WireframeCore
public import WireframeTypedRoutes

/// Declared as apps do whose module is on the main actor: nothing here says `nonisolated`.
public struct ShowSection: TypedRoute, Hashable {
  public static let pattern: RoutePattern = "/sections/:section/:page<int>?"
  public var section: Section
  public var page: Int?
  public var order: Order?
  public var code: Code?

  public init(section: Section, page: Int? = nil, order: Order? = nil, code: Code? = nil) {
    self.section = section
    self.page = page
    self.order = order
    self.code = code
  }
}

public enum Section: String, Codable, CaseIterable, Sendable, RouteTextConvertible {
  case orders, addresses
}

public enum Order: String, Codable {
  case rising, falling
}

/// Written in another way in URLs than elsewhere.
public struct Code: Codable, Hashable, Sendable, RouteTextConvertible {
  public var number: Int

  public init(number: Int) { self.number = number }

  public init?(routeText: String) {
    guard routeText.hasPrefix("c"), let number = Int(routeText.dropFirst()) else { return nil }
    self.number = number
  }

  public var routeText: String { "c\(number)" }
}

/// The values of an app are on the main actor where it asks for them.
public func registerSections(
  on wireframe: Wireframe<String>
) throws {
  try wireframe.register(ShowSection.self, option: .push) { show in
    "\(show.section) \(show.page ?? 1) \(show.code?.number ?? 0)"
  }
}
