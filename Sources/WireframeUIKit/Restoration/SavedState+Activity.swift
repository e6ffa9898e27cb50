#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  extension SavedState {
    package static var activityType: String {
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
    /// Its type is the app's identifier and `.restoration`: name it in Info.plist under `NSUserActivityTypes`. The
    /// activity is not handed over to other devices.
    ///
    /// - Returns: The activity.
    /// - Throws: ``UIKitError/Code/tooLarge``, or what encoding throws.
    public func activity() throws -> NSUserActivity {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let data = try encoder.encode(self)
      guard data.count <= maximumSize else {
        throw UIKitError.tooLarge(data.count, maximum: maximumSize)
      }
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
    /// - Throws: ``UIKitError/Code/noState``, ``UIKitError/Code/tooLarge`` or ``UIKitError/Code/damaged``; then nothing
    ///   has changed.
    public init(_ activity: NSUserActivity) throws(UIKitError) {
      guard activity.activityType == Self.activityType,
        let data = activity.userInfo?[stateKey] as? Data
      else { throw .noState }
      guard data.count <= maximumSize else { throw .tooLarge(data.count, maximum: maximumSize) }
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
#endif
