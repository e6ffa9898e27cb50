/// A small fault that can be put into a text.
package struct Fault: Sendable, Equatable {
  package enum Kind: Sendable, Hashable {
    /// The condition of an `if`, `guard`, `while` or `where` is turned round.
    case conditionNegated
    /// A condition of a `guard`, or one of several of an `if`, always holds.
    case conditionHolds
    /// The condition of an `if` or a `where` never holds.
    case conditionFails
    /// What a function or property of type `Bool` returns is turned round.
    case resultNegated
    /// A call or an assignment is left out.
    case statementDropped
    /// An operator does what another one does.
    case operatorSwapped(String, String)
    /// `a ?? b` is always `b`.
    case defaultTaken
    /// A literal `true` or `false` is turned round.
    case literalSwapped(String)
  }

  package let kind: Kind
  /// The file's path below the project's root.
  package let file: String
  /// The lines of what is replaced or wrapped.
  let lines: ClosedRange<Int>
  /// What is replaced or wrapped, in bytes of the text.
  let range: Range<Int>
  /// The lines of the smallest declaration around it.
  let scope: ClosedRange<Int>
  /// The line's text, without the spaces around it.
  package let source: String

  /// The first line of what is replaced or wrapped.
  let excerpt: String

  package var line: Int { lines.lowerBound }

  package var place: String { "\(file):\(line)" }

  /// What is done, and to what.
  package var text: String {
    switch kind {
    case .conditionNegated, .conditionHolds, .conditionFails, .resultNegated, .statementDropped:
      "\(kind): \(excerpt)"
    case .operatorSwapped, .defaultTaken, .literalSwapped: "\(kind)"
    }
  }
}

extension Fault.Kind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .conditionNegated: "condition negated"
    case .conditionHolds: "condition always holds"
    case .conditionFails: "condition never holds"
    case .resultNegated: "result negated"
    case .statementDropped: "statement dropped"
    case .operatorSwapped(let old, let new): "`\(old)` becomes `\(new)`"
    case .defaultTaken: "`??` takes the default"
    case .literalSwapped(let old): "`\(old)` becomes `\(old == "true" ? "false" : "true")`"
    }
  }
}
