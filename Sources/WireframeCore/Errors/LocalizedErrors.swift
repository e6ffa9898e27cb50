#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// What `localizedDescription` shows: the text that is safe to log, in place of Foundation's sentence without content.

extension URLRefusal: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
