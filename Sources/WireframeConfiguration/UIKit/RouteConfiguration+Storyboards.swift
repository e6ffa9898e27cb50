#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore
  public import WireframeUIKit

  extension RouteConfiguration<UIViewController> {
    /// Registers storyboards: an entry with the name of one and the identifier of a controller needs no code.
    ///
    /// A file that names an identifier which a storyboard does not have is refused.
    ///
    /// ```swift
    /// try configuration.register(storyboards: ["Shop", "Help"])
    /// ```
    ///
    /// - Parameters:
    ///   - names: The storyboards' names.
    ///   - bundle: Where they are.
    ///   - prepare: Called with each controller that an entry gets, for what it needs of the navigation.
    /// - Returns: The registration, for removing all of them.
    /// - Throws: `UIKitError.Code.missingStoryboard`; then none is registered.
    @discardableResult
    public func register(
      storyboards names: [String], in bundle: Bundle = .main,
      prepare:
        @escaping @MainActor (_ controller: UIViewController, _ parameters: BuilderParameters)
        throws
        -> Void = { _, _ in }
    ) throws(UIKitError) -> Registration {
      var storyboards: [(source: StoryboardSource, ids: [String]?)] = []
      for name in names {
        let source = StoryboardSource(name, in: bundle)
        storyboards.append((source, try source.ids))
      }
      let registrations = storyboards.map { source, ids in
        register(storyboard: source.name, ids: ids) { id, parameters in
          let controller = try source.controller(id)
          try prepare(controller, parameters)
          return controller
        }
      }
      return Registration { for registration in registrations { registration.remove() } }
    }

    /// Registers a builder that makes a controller with the view of a nib.
    ///
    /// ```swift
    /// try configuration.register(builder: "product", nib: NibSource(ProductViewController.self)) {
    ///   $0.productID = try $1["id"]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The builder's name.
    ///   - nib: The nib with its controller.
    ///   - options: The option values that an entry may have for it.
    ///   - prepare: Called with each controller, for what it needs of the navigation.
    /// - Returns: The registration, for removing the builder.
    /// - Throws: `UIKitError.Code.missingNib`; then nothing is registered.
    @discardableResult
    public func register<C: UIViewController>(
      builder name: String, nib: NibSource<C>, options: [String: OptionType] = [:],
      prepare:
        @escaping @MainActor (_ controller: C, _ parameters: BuilderParameters) throws -> Void = {
          _, _ in
        }
    ) throws(UIKitError) -> Registration {
      try nib.check()
      return register(builder: name, options: options) { parameters in
        let controller = try nib.controller()
        try prepare(controller, parameters)
        return controller
      }
    }
  }
#endif
