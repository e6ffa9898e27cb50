/// A text with all its faults; each has a number, by which it is chosen when the program runs.
package enum MutatedText {
  /// The text with faults put in. Lines stay where they are.
  package static func text(_ text: String, with faults: [(number: Int, fault: Fault)]) -> String {
    // What ends at a place comes before what begins there; what is inside closes first.
    struct Edit {
      let offset: Int
      let opens: Bool
      let length: Int
      let text: String
      let removed: Int
    }
    var edits: [Edit] = []
    for (number, fault) in faults {
      let range = fault.range
      func wrap(_ prefix: String, _ suffix: String) {
        edits.append(
          Edit(
            offset: range.lowerBound, opens: true, length: range.count, text: prefix, removed: 0))
        edits.append(
          Edit(
            offset: range.upperBound, opens: false, length: range.count, text: suffix, removed: 0))
      }
      switch fault.kind {
      case .conditionNegated, .resultNegated, .literalSwapped:
        wrap("_mutationFlip(\(number), ", ")")
      case .conditionHolds: wrap("_mutationHold(\(number), ", ")")
      case .conditionFails: wrap("_mutationFail(\(number), ", ")")
      case .statementDropped: wrap("if _mutationKeep(\(number)) { ", " }")
      case .operatorSwapped(let sign, _): replace(range, by: name(of: sign, number))
      case .defaultTaken: replace(range, by: name(of: "??", number))
      }
      func replace(_ range: Range<Int>, by text: String) {
        edits.append(
          Edit(
            offset: range.lowerBound, opens: true, length: range.count, text: text,
            removed: range.count))
      }
    }
    edits.sort {
      guard $0.offset == $1.offset else { return $0.offset < $1.offset }
      guard $0.opens == $1.opens else { return !$0.opens }
      return $0.opens ? $0.length > $1.length : $0.length < $1.length
    }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var offset = 0
    for edit in edits {
      result += bytes[offset..<edit.offset]
      result += Array(edit.text.utf8)
      offset = edit.offset + edit.removed
    }
    return String(decoding: result + bytes[offset...], as: UTF8.self)
  }

  /// An operator of its own for one fault: the number in signs that may be part of an operator.
  static func name(of sign: String, _ number: Int) -> String {
    String(number).utf8.reduce(into: sign) { name, digit in
      name.unicodeScalars.append(
        Unicode.Scalar(UInt16(0x2190) + UInt16(digit - UInt8(ascii: "0"))) ?? "→")
    }
  }

  /// A file that each mutated module gets: which fault is chosen, which are reached, and the operators.
  package static func runtime(_ faults: [(number: Int, fault: Fault)], of count: Int) -> String {
    var text = """
      #if canImport(Glibc)
        import Glibc
      #elseif canImport(Musl)
        import Musl
      #else
        import Darwin
      #endif

      private enum Chosen {
        static let fault = getenv("WIREFRAME_FAULT").flatMap { Int(String(cString: $0)) } ?? -1

        /// A byte for each fault, in a file that is still there after a crash.
        nonisolated(unsafe) static let reached: UnsafeMutablePointer<UInt8> = {
          if let path = getenv("WIREFRAME_FAULTS_REACHED") {
            let file = open(path, O_RDWR)
            let bytes = mmap(nil, \(count + 1), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
            if file >= 0, let bytes, bytes != MAP_FAILED {
              return bytes.assumingMemoryBound(to: UInt8.self)
            }
          }
          let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: \(count + 1))
          bytes.initialize(repeating: 0, count: \(count + 1))
          return bytes
        }()
      }

      func _mutation(_ fault: Int) -> Bool {
        Chosen.reached[fault] = 1
        return Chosen.fault == fault
      }
      func _mutationFlip(_ fault: Int, _ value: Bool) -> Bool { _mutation(fault) != value }
      func _mutationHold(_ fault: Int, _ value: Bool) -> Bool { _mutation(fault) || value }
      func _mutationFail(_ fault: Int, _ value: Bool) -> Bool { !_mutation(fault) && value }
      func _mutationKeep(_ fault: Int) -> Bool { !_mutation(fault) }

      """
    for (number, fault) in faults {
      switch fault.kind {
      case .operatorSwapped(let old, let new): text += declaration(of: old, new, number)
      case .defaultTaken: text += declaration(ofDefault: number)
      default: break
      }
    }
    return text
  }

  private static func declaration(of old: String, _ new: String, _ number: Int) -> String {
    let name = name(of: old, number)
    let plain = "_mutation(\(number)) ? l \(new) r : l \(old) r"
    switch old {
    case "<", "<=", ">", ">=":
      return """
        infix operator \(name): ComparisonPrecedence
        func \(name) <T: Comparable>(l: T, r: T) -> Bool { \(plain) }

        """
    case "==", "!=":
      return """
        infix operator \(name): ComparisonPrecedence
        func \(name) <T: Equatable>(l: T, r: T) -> Bool { \(plain) }
        func \(name) <T>(l: T?, r: _OptionalNilComparisonType) -> Bool { \(plain) }

        """
    case "===", "!==":
      return """
        infix operator \(name): ComparisonPrecedence
        func \(name) (l: AnyObject?, r: AnyObject?) -> Bool { \(plain) }

        """
    case "&&", "||":
      let precedence = old == "&&" ? "LogicalConjunction" : "LogicalDisjunction"
      return """
        infix operator \(name): \(precedence)Precedence
        func \(name) (l: Bool, r: @autoclosure () throws -> Bool) rethrows -> Bool {
          try _mutation(\(number)) ? l \(new) r() : l \(old) r()
        }

        """
    default:
      let type = old.hasPrefix("&") ? "FixedWidthInteger" : "AdditiveArithmetic"
      return """
        infix operator \(name): AdditionPrecedence
        func \(name) <T: \(type)>(l: T, r: T) -> T { \(plain) }

        """
    }
  }

  private static func declaration(ofDefault number: Int) -> String {
    let name = name(of: "??", number)
    return """
      infix operator \(name): NilCoalescingPrecedence
      func \(name) <T>(l: T?, r: @autoclosure () throws -> T) rethrows -> T {
        try _mutation(\(number)) ? r() : l ?? r()
      }
      func \(name) <T>(l: T?, r: @autoclosure () throws -> T?) rethrows -> T? {
        try _mutation(\(number)) ? r() : l ?? r()
      }

      """
  }
}
