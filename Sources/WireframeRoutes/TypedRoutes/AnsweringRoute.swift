/// A typed route whose screen gives an answer.
///
/// ```swift
/// struct PickPayee: AnsweringRoute {
///   typealias Answer = Int
///   static let pattern: RoutePattern = "/payees/pick"
/// }
///
/// try wireframe.register(PickPayee.self, option: .modal) { _, _, answer in
///   PickerScreen(answer: answer)
/// }
/// let payee = try await router.answer(to: PickPayee())  // nil: the user left without one
/// ```
public protocol AnsweringRoute: TypedRoute {
  /// What the screen answers.
  associatedtype Answer: Sendable
}
