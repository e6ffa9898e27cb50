import Foundation
import Testing
import UIKit
import WireframeConfiguration
import WireframeCore
import WireframeUIKit

/// A window whose routes come from a file; a list is its root.
@MainActor
struct ConfiguredApp {
  let stage = Stage()
  let configuration: RouteConfiguration<UIViewController>

  init() async throws {
    configuration = RouteConfiguration(stage.wireframe, on: stage.host)
    configuration.register(builder: "product") {
      ProductController($0.title ?? $0.route.urlText)
    }
    try await stage.run { [stage] in try await stage.host.setRoot(ListController("list")) }
  }

  func load(_ entries: String...) throws {
    let json = "{\"routes\": [\(entries.joined(separator: ", "))]}"
    try configuration.load(Data(json.utf8), named: "app.json")
  }

  func route(_ urlText: String) async throws {
    try await stage.run { [stage] in try await stage.wireframe.route(to: urlText) }
  }
}

final class ListController: UIViewController {
  convenience init(_ title: String) {
    self.init()
    self.title = title
  }
}

final class ProductController: UIViewController {
  var productID: Int?
  convenience init(_ title: String) {
    self.init()
    self.title = title
  }
}
