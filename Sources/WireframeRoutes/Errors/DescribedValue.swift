#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of which `dump`, a debugger's `po` and loggers show only the description.
///
/// Routes, requests, errors and reports are such values, and their descriptions show nothing that a URL holds. Let a
/// type of your own conform if it holds personal data, and leave that data out of its description.
public protocol DescribedValue: CustomStringConvertible, CustomReflectable {}

extension DescribedValue {
  /// The description only; of a class, what it inherits is not shown, either.
  public var customMirror: Mirror {
    Mirror(self, children: ["description": description], ancestorRepresentation: .suppressed)
  }
}

extension DescribedValue where Self: LocalizedError {
  /// The description, in place of Foundation's sentence without content.
  public var errorDescription: String? { description }
}

extension RoutingError: LocalizedError {}  // Its own file needs no Foundation.
