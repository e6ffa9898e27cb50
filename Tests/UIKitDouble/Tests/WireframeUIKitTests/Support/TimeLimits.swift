package import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that waits for what never comes, and so names it.
  ///
  /// Far above what any test takes. The tests share the main actor: each of them may last as long as all of them.
  package static var hangsNever: Self { .timeLimit(.minutes(Load.isFull ? 60 : 10)) }
}
