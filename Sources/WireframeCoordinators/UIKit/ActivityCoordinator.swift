#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import UIKit
  internal import WireframeCore
  internal import WireframeUIKit

  /// A coordinator of the system's share sheet.
  ///
  /// ```swift
  /// let share = ActivityCoordinator(items: [url])
  /// try await go.present(share)
  /// if try await share.outcome().isCompleted { … }
  /// ```
  open class ActivityCoordinator: ManualCoordinator<UIViewController>, ResultCoordinator {
    /// What came of it, or the error of the activity; ``outcome()`` is the call for it.
    public typealias Output = Result<Outcome, any Error>

    /// What came of a share sheet.
    public struct Outcome: Sendable {
      /// What the user has chosen; nil if nothing.
      public let activityType: UIActivity.ActivityType?
      /// Whether that was done.
      public let isCompleted: Bool
    }

    /// The share sheet.
    public let activityController: UIActivityViewController

    /// Makes a share sheet.
    ///
    /// - Parameters:
    ///   - items: What is shared.
    ///   - activities: Activities of the app's own.
    public init(items: [Any], activities: [UIActivity]? = nil) {
      activityController = UIActivityViewController(
        activityItems: items, applicationActivities: activities)
      super.init(activityController)
      activityController.completionWithItemsHandler = { [weak self] type, isCompleted, _, error in
        MainActor.assumeIsolated {
          let outcome = Outcome(activityType: type, isCompleted: isCompleted)
          self?.note(error.map { .failure($0) } ?? .success(outcome))
        }
      }
    }

    /// Keeps what has come of it so far: a user who leaves an activity is back on the sheet, and may choose another.
    private func note(_ output: Output) {
      if node.isShown { node.output = output }
      tellHost()
    }

    /// Waits until the sheet has left, and returns what came of it.
    ///
    /// - Returns: The activity and whether it is done; not done if the sheet was left in any other way.
    /// - Throws: The activity's error; what `ResultCoordinator.result()` throws.
    public final func outcome() async throws -> Outcome {
      try await result()?.get() ?? Outcome(activityType: nil, isCompleted: false)
    }
  }
#endif
