#if canImport(SwiftUI)
  public import SwiftUI
#endif

/// A screen of a SwiftUI app: a view, with a name for people who read the state.
///
/// A route that makes a view makes one by itself. Make one yourself for a screen without a route:
///
/// ```swift
/// try await host.present(ViewScreen("About") { AboutView() })
/// ```
///
/// It is a value. Copies are the same screen; two that were made apart never are.
public struct ViewScreen: Identifiable, Sendable {
  private final class Identity: Sendable {}

  /// What the screen is called in `host.state`; the user never sees it.
  public let name: String
  private let identity = Identity()

  /// Identifies the screen as long as a copy of it lives.
  public var id: ObjectIdentifier { ObjectIdentifier(identity) }

  #if canImport(SwiftUI)
    let content: @MainActor @Sendable () -> AnyView

    /// Makes a screen without a view, for tests of routes.
    ///
    /// - Parameter name: What the screen is called in `host.state`.
    public init(_ name: String) {
      self.init(name) { EmptyView() }
    }

    /// Makes a screen of a view.
    ///
    /// - Parameters:
    ///   - name: What the screen is called in `host.state`; nil for the name of the view's type.
    ///   - content: Makes the view, each time that SwiftUI draws the screen anew.
    public init<Content: View>(
      _ name: String? = nil, @ViewBuilder content: @escaping @MainActor @Sendable () -> Content
    ) {
      self.name = name ?? "\(Content.self)"
      self.content = { AnyView(content()) }
    }
  #else
    /// Makes a screen without a view, for tests of routes.
    ///
    /// - Parameter name: What the screen is called in `host.state`.
    public init(_ name: String) { self.name = name }
  #endif
}

extension ViewScreen: Hashable {
  /// Whether both are the same screen.
  public static func == (left: ViewScreen, right: ViewScreen) -> Bool {
    left.identity === right.identity
  }

  /// Hashes which screen it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ViewScreen: CustomStringConvertible {
  /// The screen's name.
  public var description: String { name }
}
