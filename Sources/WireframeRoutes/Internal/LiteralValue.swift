/// The value of a string literal; a bad literal stops the program with the error's text.
func literalValue<Value, Failure: Error & CustomStringConvertible>(
  _ make: () throws(Failure) -> Value
) -> Value {
  do {
    return try make()
  } catch {
    // A literal's initializer cannot throw, and only this prints the text in release builds as well.
    fatalError(error.description)
  }
}
