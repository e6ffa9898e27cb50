package import WireframeCore

/// Declared as apps do whose module is on the main actor: nothing here says `nonisolated`.
package struct ShowSection: TypedRoute, Hashable {
  package static let pattern: RoutePattern = "/sections/:section/:page<int>?"
  package var section: Section
  package var page: Int?
  package var order: Order?
  package var code: Code?

  package init(section: Section, page: Int? = nil, order: Order? = nil, code: Code? = nil) {
    self.section = section
    self.page = page
    self.order = order
    self.code = code
  }
}

package enum Section: String, Codable, CaseIterable, Sendable, RouteTextConvertible {
  case orders, addresses
}

package enum Order: String, Codable {
  case rising, falling
}

/// Written in another way in URLs than elsewhere.
package struct Code: Codable, Hashable, Sendable, RouteTextConvertible {
  package var number: Int

  package init(number: Int) { self.number = number }

  package init?(routeText: String) {
    guard routeText.hasPrefix("c"), let number = Int(routeText.dropFirst()) else { return nil }
    self.number = number
  }

  package var routeText: String { "c\(number)" }
}

/// The values of an app are on the main actor where it asks for them.
package func registerSections(
  on wireframe: Wireframe<String>
) throws {
  try wireframe.register(ShowSection.self, option: .push) { show in
    "\(show.section) \(show.page ?? 1) \(show.code?.number ?? 0)"
  }
}
