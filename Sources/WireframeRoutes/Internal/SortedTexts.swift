extension Sequence<String> {
  /// The texts in their order.
  ///
  /// Always of an array: `sorted()` makes 4 KB of code for each type of sequence.
  package func sortedTexts() -> [String] { Array(self).sorted() }
}
