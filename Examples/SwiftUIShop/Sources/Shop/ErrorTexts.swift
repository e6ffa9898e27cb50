import Foundation
import WireframeCore

extension RoutingError {
  /// What to tell a person; nil if there is nothing to tell.
  var textForPeople: String? {
    switch code {
    case .cancelled, .leaveRefused, .nothingToLeave, .alreadyOnScreen: nil
    default:
      Bundle.main.localizedString(forKey: code.rawValue, value: Self.otherText, table: "Errors")
    }
  }

  /// For codes that the catalog does not have.
  private static var otherText: String {
    Bundle.main.localizedString(forKey: "other", value: "Something went wrong.", table: "Errors")
  }
}
