#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// A controller whose view is in a nib; by default in the one with its class's name.
  ///
  /// ```swift
  /// let product = NibSource(ProductViewController.self)
  /// try wireframe.register("/product", option: .push) { _ in try product.controller() }
  /// ```
  @MainActor
  public struct NibSource<C: UIViewController> {
    private let name: String
    private let bundle: Bundle

    /// Names a nib; whether it is there is known when a controller is asked for.
    ///
    /// - Parameters:
    ///   - type: The controller's class, which has or inherits `init(nibName:bundle:)`.
    ///   - name: The nib's name; nil for that of the class.
    ///   - bundle: Where it is.
    public init(_ type: C.Type, named name: String? = nil, in bundle: Bundle = .main) {
      (self.name, self.bundle) = (name ?? plainName(of: type), bundle)
    }

    /// Makes the controller; UIKit loads its view later.
    ///
    /// - Returns: A new controller.
    /// - Throws: ``UIKitError/Code/missingNib``.
    public func controller() throws(UIKitError) -> C {
      try check()
      return C(nibName: name, bundle: bundle)
    }

    package func check() throws(UIKitError) {
      guard bundle.path(forResource: name, ofType: "nib") == nil else { return }
      throw .missingNib(name, in: bundle)
    }
  }

  /// The name of a class without its module, the types around it, and generic arguments.
  package func plainName(of type: Any.Type) -> String {
    String("\(type)".prefix { $0 != "<" })
  }
#endif
