import Testing
import WireframeCore

/// One row of a table of tests: what is given, and what is to come of it.
struct Case<Given: Sendable, Expected: Sendable>: Sendable, CustomTestStringConvertible {
  let given: Given
  let expected: Expected

  init(_ given: Given, _ expected: Expected) {
    self.given = given
    self.expected = expected
  }

  var testDescription: String { "\(given) → \(expected)" }
}

typealias TextCase = Case<String, String>
typealias SegmentsCase = Case<String, [String]>
typealias FindingCase = Case<String, Finding>
typealias RefusalCase = Case<String, URLRefusal.Reason>
