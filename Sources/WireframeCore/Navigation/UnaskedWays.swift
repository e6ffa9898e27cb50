/// A host whose users can take screens away without a leave guard being asked.
@MainActor
package protocol UnaskedWays {
  /// What such users do, as the middle of a sentence names it: "the menu of the back button".
  var unaskedWays: [String] { get }
}
