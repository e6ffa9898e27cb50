package import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that waits for what never comes, and so names it: for answers, gates, flows, and order in time.
  ///
  /// Far above what any test takes. The tests share the main actor: each of them may last as long as all of them, also
  /// on a busy machine and under a sanitizer.
  package static var hangsNever: Self { .timeLimit(.minutes(Load.isFull ? 60 : 20)) }
}
