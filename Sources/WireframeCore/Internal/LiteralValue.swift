/// The value of a string literal; a bad literal stops the program with the error's text.
///
/// The initializer of a literal cannot throw, and `fatalError` alone prints its text in release builds as well.
///
/// - Parameter make: Parses the literal.
/// - Returns: What it makes.
func literalValue<Value, Failure: Error & CustomStringConvertible>(
  _ make: () throws(Failure) -> Value
) -> Value {
  do {
    return try make()
  } catch {
    fatalError(error.description)
  }
}
