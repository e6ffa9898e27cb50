// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported public import Foundation

// What the Objective-C runtime does on Apple systems: selectors, forwarding of messages that an object does
// not implement, associated objects.

public struct Selector: Hashable, Sendable {
  public let name: String
  public init(_ name: String) { self.name = name }
}

public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

public protocol NSObjectProtocol: AnyObject {
  func responds(to aSelector: Selector!) -> Bool
}

// On the main actor, so that its subclasses there are Sendable, as on Apple systems.
@MainActor
open class NSObject: NSObjectProtocol, Hashable {
  fileprivate nonisolated(unsafe) let associations = Associations()

  public nonisolated init() {}

  /// Whether it answers a message beyond those that it implements in Swift.
  open nonisolated func responds(to aSelector: Selector!) -> Bool { false }

  /// Who gets a message that the object does not implement.
  open nonisolated func forwardingTarget(for aSelector: Selector!) -> Any? { nil }

  public nonisolated static func == (left: NSObject, right: NSObject) -> Bool { left === right }
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The receiver of a message that the default implementation of an optional requirement got: the object
/// itself does not implement it.
func forwarded<T>(_ object: Any, _ selector: String, to type: T.Type) -> T? {
  (object as? NSObject)?.forwardingTarget(for: Selector(selector)) as? T
}

public enum objc_AssociationPolicy { case OBJC_ASSOCIATION_RETAIN_NONATOMIC }

@MainActor
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  associations(of: object)?.values[key] = value
}

@MainActor
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  associations(of: object)?.values[key]
}

private func associations(of object: Any) -> Associations? {
  (object as? NSObject)?.associations ?? (object as? UIResponder)?.associations
}

final class Associations {
  var values: [UnsafeRawPointer: Any] = [:]
}

/// What a method of Objective-C's writes an object through.
public struct AutoreleasingUnsafeMutablePointer<Pointee: AnyObject> {
  private final class Box {
    var value: Pointee
    init(_ value: Pointee) { self.value = value }
  }

  private let box: Box
  init(_ value: Pointee) { box = Box(value) }

  public var pointee: Pointee {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}

/// An activity: a link that was tapped in a web page.
public final class NSUserActivity: Hashable {
  public let activityType: String
  public var webpageURL: URL?
  public var title: String?
  public var userInfo: [AnyHashable: Any]?
  public var isEligibleForHandoff = true
  public init(activityType: String) { self.activityType = activityType }

  public static func == (left: NSUserActivity, right: NSUserActivity) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// The name of a class; those of UIKit are without their module.
public func NSStringFromClass(_ aClass: AnyClass) -> String { String(describing: aClass) }
