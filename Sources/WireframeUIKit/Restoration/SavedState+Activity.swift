#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  extension SavedState {
    /// The type of the activities that carry a saved state, unless the call names another: the app's identifier and
    /// `.restoration`.
    public static var activityType: String {
      (Bundle.main.bundleIdentifier ?? "app") + ".restoration"
    }

    /// The activity that carries the state, for `stateRestorationActivity(for:)` of a scene's delegate.
    ///
    /// ```swift
    /// func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    ///   try? wireframe?.savedState().activity()
    /// }
    /// ```
    ///
    /// It is not handed over to other devices.
    ///
    /// - Parameters:
    ///   - type: The type of the activity; name it in Info.plist under `NSUserActivityTypes`.
    ///   - maximumSize: How many bytes the state may have; the system keeps such activities small.
    /// - Returns: The activity.
    /// - Throws: ``StateActivityError/Code/tooLarge``, or what encoding throws.
    public func activity(
      type: String = SavedState.activityType, maximumSize: Int = StateActivityError.maximumSize
    ) throws -> NSUserActivity {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = try encoder.encode(self)
      guard data.count <= maximumSize else {
        throw StateActivityError.tooLarge(data.count, maximumSize)
      }
      let activity = NSUserActivity(activityType: type)
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
    /// - Parameters:
    ///   - activity: The activity.
    ///   - type: The type that it must have.
    ///   - maximumSize: How many bytes the state may have.
    /// - Throws: ``StateActivityError``; then nothing has changed.
    public init(
      _ activity: NSUserActivity, type: String = SavedState.activityType,
      maximumSize: Int = StateActivityError.maximumSize
    ) throws(StateActivityError) {
      guard activity.activityType == type else {
        throw .otherActivity(activity.activityType, wanted: type)
      }
      guard let data = activity.userInfo?[stateKey] as? Data else { throw .noState }
      guard data.count <= maximumSize else { throw .tooLarge(data.count, maximumSize) }
      do {
        self = try JSONDecoder().decode(Self.self, from: data)
      } catch {
        throw .damaged(error)
      }
    }
  }

  private let stateKey = "wireframe.state"

  /// An activity does not carry a saved state, or cannot.
  public struct StateActivityError: LocalizedError, Sendable, CustomStringConvertible {
    /// How many bytes a state may have if the call does not say.
    public static let maximumSize = 65_536

    /// What kind of failure it is; more codes may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
      /// The code's name, for logs and machines.
      public let rawValue: String

      /// Makes a code of a name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The activity has another type.
      public static let otherActivity = Self(rawValue: "otherActivity")
      /// The activity carries no state.
      public static let noState = Self(rawValue: "noState")
      /// The state has more bytes than allowed.
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

    static func otherActivity(_ type: String, wanted: String) -> Self {
      Self(
        .otherActivity,
        "The activity has the type '\(type)', not '\(wanted)'. Pass the session's restoration activity, or name its "
          + "type.")
    }

    static let noState = Self(
      .noState, "The activity carries no saved state. Make it with 'savedState().activity()'.")

    static func tooLarge(_ size: Int, _ maximum: Int) -> Self {
      Self(
        .tooLarge,
        "The saved state has \(size) bytes, and \(maximum) are allowed. Give long URLs 'restoration: .never', or raise "
          + "the maximum.")
    }

    static func damaged(_ error: any Error) -> Self {
      Self(
        .damaged,
        "The saved state is damaged, or of another version. Show the first screen instead.",
        underlyingError: error)
    }
  }
#endif
