#if canImport(UIKit) && !os(watchOS) && canImport(SwiftUI)
  public import SwiftUI
  public import UIKit
  public import WireframeCore

  extension RouteConfiguration<UIViewController> {
    /// Registers a builder that makes a SwiftUI view, shown in a hosting controller.
    ///
    /// - Parameters:
    ///   - name: The builder's name.
    ///   - options: The option values that an entry may have for it.
    ///   - view: Makes the view; nil fails the routing with `RoutingError.Code.noController`.
    /// - Returns: The registration, for removing the builder.
    @discardableResult
    public func register<Content: View>(
      builder name: String, options: [String: OptionType] = [:],
      view: @escaping @MainActor (BuilderParameters) async throws -> Content?
    ) -> Registration {
      register(builder: name, options: options) { parameters -> UIViewController? in
        guard let view = try await view(parameters) else { return nil }
        return UIHostingController(rootView: view)
      }
    }
  }
#endif
