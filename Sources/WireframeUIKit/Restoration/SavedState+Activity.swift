#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  extension SavedState {
    /// The type of the activities that carry a saved state: the app's identifier and `.restoration`.
    public static var activityType: String {
      (Bundle.main.bundleIdentifier ?? "app") + ".restoration"
    }

    /// The activity that carries the state, for `stateRestorationActivity(for:)` of a scene's delegate.
    ///
    /// ```swift
    /// func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    ///   guard host?.topController != nil else { return saved }  // nothing is back yet, as below a lock
    ///   return try? wireframe?.savedState().activity()
    /// }
    /// ```
    ///
    /// Name its ``activityType`` in Info.plist under `NSUserActivityTypes`. It is not handed over to other devices.
    ///
    /// - Returns: The activity.
    /// - Throws: ``StateActivityError/Code/tooLarge``, or what encoding throws.
    public func activity() throws -> NSUserActivity {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = try encoder.encode(self)
      guard data.count <= maximumSize else { throw StateActivityError.tooLarge(data.count) }
      let activity = NSUserActivity(activityType: Self.activityType)
      activity.userInfo = [stateKey: data]
      activity.isEligibleForHandoff = false
      return activity
    }

    /// Reads a state from the activity of a scene's session.
    ///
    /// ```swift
    /// if let activity = session.stateRestorationActivity {
    ///   try await wireframe.restore(SavedState(activity), trusting: true)
    /// }
    /// ```
    ///
    /// Only that activity is the app's own: do not trust one that came by `scene(_:continue:)`.
    ///
    /// - Parameter activity: The activity.
    /// - Throws: ``StateActivityError``; then nothing has changed.
    public init(_ activity: NSUserActivity) throws(StateActivityError) {
      guard activity.activityType == Self.activityType,
        let data = activity.userInfo?[stateKey] as? Data
      else { throw .noState }
      guard data.count <= maximumSize else { throw .tooLarge(data.count) }
      do {
        self = try JSONDecoder().decode(Self.self, from: data)
      } catch {
        throw .damaged(error)
      }
    }
  }

  private let stateKey = "wireframe.state"
  /// How many bytes a state may have: the system keeps such activities small.
  private let maximumSize = 65_536

  /// An activity does not carry a saved state, or cannot.
  public struct StateActivityError: LocalizedError, Sendable, CustomStringConvertible {
    /// What kind of failure it is; more codes may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
      /// The code's name, for logs and machines.
      public let rawValue: String

      /// Makes a code of a name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The activity has another type, or carries no state.
      public static let noState = Self(rawValue: "noState")
      /// The state has more than 64 KB.
      public static let tooLarge = Self(rawValue: "tooLarge")
      /// The state is damaged, or of another version.
      public static let damaged = Self(rawValue: "damaged")
    }

    /// What kind of failure it is.
    public let code: Code
    /// Why the state could not be decoded.
    public let underlyingError: (any Error)?
    /// What is wrong, and how to fix it; on one line.
    public let description: String
    /// The ``description``.
    public var errorDescription: String? { description }

    private init(_ code: Code, _ description: String, underlyingError: (any Error)? = nil) {
      self.code = code
      self.description = description.escaped
      self.underlyingError = underlyingError
    }

    static let noState = Self(
      .noState,
      "The activity carries no saved state. Pass the session's restoration activity, made with "
        + "'savedState().activity()'.")

    static func tooLarge(_ size: Int) -> Self {
      Self(
        .tooLarge,
        "The saved state has \(size) bytes, and \(maximumSize) are allowed. Give long URLs 'restoration: .never'."
      )
    }

    static func damaged(_ error: any Error) -> Self {
      Self(
        .damaged,
        "The saved state is damaged, or of another version. Show the first screen instead.",
        underlyingError: error)
    }
  }
#endif
