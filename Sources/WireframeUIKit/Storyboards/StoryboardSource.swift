#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// The controllers of a storyboard.
  ///
  /// What UIKit would raise an exception on is an error here:
  ///
  /// ```swift
  /// let shop = StoryboardSource("Shop")
  /// try wireframe.register("/cart", option: .push) { _ in try shop.controller("cart") }
  /// ```
  @MainActor
  public struct StoryboardSource {
    package let name: String
    /// Where it is.
    public let bundle: Bundle

    /// Names a storyboard; whether it is there is known when a controller is asked for.
    ///
    /// - Parameters:
    ///   - name: The storyboard's name.
    ///   - bundle: Where it is.
    public init(_ name: String, in bundle: Bundle = .main) {
      (self.name, self.bundle) = (name, bundle)
    }

    /// The identifiers of its controllers, sorted; nil if the compiled storyboard does not tell.
    package var ids: [String]? {
      get throws(UIKitError) {
        let info = URL(fileURLWithPath: try path).appendingPathComponent("Info.plist")
        guard let data = try? Data(contentsOf: info),
          let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
          let ids = (list as? [String: Any])?["UIViewControllerIdentifiersToNibNames"]
            as? [String: Any]
        else { return nil }
        return ids.keys.sorted()
      }
    }

    /// Makes the controller of an identifier, or the initial one.
    ///
    /// - Parameters:
    ///   - id: The identifier in the storyboard; nil for the initial controller.
    ///   - type: Its class.
    /// - Returns: A new controller.
    /// - Throws: ``UIKitError/Code/missingStoryboard``, ``UIKitError/Code/noInitialController``,
    ///   ``UIKitError/Code/unknownIdentifier``, ``UIKitError/Code/wrongClass``.
    public func controller<C: UIViewController>(
      _ id: String? = nil, as type: C.Type = UIViewController.self
    ) throws(UIKitError) -> C {
      _ = try path
      if let id, let ids = try ids, !ids.contains(id) {
        throw .unknownIdentifier(id, name, known: ids)
      }
      let storyboard = UIStoryboard(name: name, bundle: bundle)
      let made: UIViewController? =
        if let id {
          storyboard.instantiateViewController(withIdentifier: id)
        } else {
          storyboard.instantiateInitialViewController()
        }
      guard let made else { throw .noInitialController(name) }
      guard let controller = made as? C else { throw .wrongClass(made, id, name, wanted: type) }
      return controller
    }

    private var path: String {
      get throws(UIKitError) {
        guard let path = bundle.path(forResource: name, ofType: "storyboardc") else {
          throw .missingStoryboard(name, in: bundle)
        }
        return path
      }
    }
  }
#endif
