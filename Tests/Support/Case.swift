import Testing
package import WireframeCore

/// One row of a table of tests: what is given, and what is to come of it.
package struct Case<Given: Sendable, Expected: Sendable>: Sendable, CustomTestStringConvertible {
  package let given: Given
  package let expected: Expected

  package init(_ given: Given, _ expected: Expected) {
    self.given = given
    self.expected = expected
  }

  package var testDescription: String { "\(given) → \(expected)" }
}

package typealias TextCase = Case<String, String>
package typealias SegmentsCase = Case<String, [String]>
package typealias FindingCase = Case<String, Finding>
package typealias RefusalCase = Case<String, URLRefusal.Reason>
