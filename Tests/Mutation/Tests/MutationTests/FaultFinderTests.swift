import Mutation
import Testing

/// A text of Swift, and the faults that are found in it, as `line: kind`.
struct Sample: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let faults: [String]

  var testDescription: String { name }
}

struct FaultFinderTests {
  @Test("A fault has a line, a kind and the line's text", arguments: samples)
  func faults(_ sample: Sample) {
    let faults = FaultFinder.faults(in: sample.text, file: "A.swift")
    #expect(faults.map { "\($0.line): \($0.kind)" } == sample.faults)
    let lines = sample.text.split(separator: "\n", omittingEmptySubsequences: false)
    for fault in faults {
      #expect(lines[fault.line - 1].hasSuffix(fault.source))
      #expect(fault.source.first != " ")
    }
  }

  static let samples = [
    Sample(
      name: "an `if` with its statements, each on a line of its own",
      text: """
        func f(_ a: Int) {
          if a.isEven {
            print(a)
            count += 1
          } else if isOdd {
            total = a
          }
        }
        """,
      faults: [
        "2: condition negated", "2: condition never holds", "3: statement dropped",
        "4: statement dropped", "5: condition negated", "5: condition never holds",
        "6: statement dropped",
      ]),
    Sample(
      name: "clauses that bind or match are left alone",
      text: """
        func f() {
          if let a, case .some = b, #available(macOS 13, *), isFine { return }
          guard let c, c.isFine, d else { return }
        }
        """,
      faults: [
        "2: condition negated", "2: condition always holds", "2: condition never holds",
        "3: condition negated", "3: condition always holds", "3: condition negated",
        "3: condition always holds",
      ]),
    Sample(
      name: "a guard over lines, a loop, and a `where`",
      text: """
        func f() {
          guard
            all.contains(where: { $0.isFine })
          else { return }
          while isOpen {
            close()
          }
          for a in b where a.isFine {
            go(a)
          }
        }
        """,
      faults: [
        "3: condition negated", "3: condition always holds", "5: condition negated",
        "6: statement dropped", "8: condition negated", "8: condition never holds",
        "9: statement dropped",
      ]),
    Sample(
      name: "operators between values; generics and ranges are none",
      text: """
        func f(_ a: [Int?]) -> Int {
          let b: Set<Int> = []
          let c = a.count < 2 || b.count >= 0..<9
          let d = a ?? b
          return first === second ? c + 1 : d &- 2
        }
        """,
      faults: [
        "3: `<` becomes `<=`", "3: `||` becomes `&&`", "3: `>=` becomes `>`",
        "4: `??` takes the default", "5: `===` becomes `!==`", "5: `+` becomes `-`",
        "5: `&-` becomes `&+`",
      ]),
    Sample(
      name: "the only comparison of a condition is the condition",
      text: """
        func f() {
          if a == b { return }
          if a == b && c { return }
          if g({ $0 == 1 }) { return }
        }
        """,
      faults: [
        "2: condition negated", "2: condition never holds", "3: condition negated",
        "3: condition never holds", "3: `==` becomes `!=`", "3: `&&` becomes `||`",
        "4: condition negated", "4: condition never holds", "4: `==` becomes `!=`",
      ]),
    Sample(
      name: "what returns a Bool: by name, by value, over lines, and not from a closure",
      text: """
        struct A {
          var isFine: Bool { b.isFine }
          var isLong: Bool {
            get async throws {
              a
                .isLong
            }
          }
          var text: String { "\\(a == b)" }
          func f() -> Bool {
            a.forEach { return $0 }
            return true
          }
          func g() -> Bool? { false }
        }
        """,
      faults: [
        "2: result negated", "5: result negated", "11: statement dropped", "12: result negated",
        "14: `false` becomes `true`",
      ]),
    Sample(
      name: "headers, patterns, types and default values do not run, but what is after `where`",
      text: """
        @available(*, deprecated: true)
        public enum A: Int {
          case one = 1, two
          static func f(isFine: Bool = true, _ g: () -> Void = { go() }) -> Self {
            switch self {
            case .one where isFine && a: .two
            default: h(true)
            }
          }
        }
        protocol B {
          var isFine: Bool { get set }
          func f() -> Bool
          func g() throws
        }
        """,
      faults: [
        "6: condition negated", "6: condition always holds", "6: condition never holds",
        "6: `&&` becomes `||`", "7: statement dropped", "7: `true` becomes `false`",
      ]),
    Sample(
      name: "the only expression of a closure or of a function with a result may be its value",
      text: """
        func f() -> Int { make() }
        func g() { make() }
        let h = { make() }
        let i = {
          [weak self] a in
          make()
          make()
        }
        """,
      faults: ["2: statement dropped", "6: statement dropped", "7: statement dropped"]),
    Sample(
      name: "an initializer's assignments are needed by the compiler, its calls are not",
      text: """
        final class A {
          init() {
            self.a = 1
            super.init()
            b.add()
          }
          deinit { b.remove() }
        }
        """,
      faults: ["5: statement dropped", "7: statement dropped"]),
    Sample(
      name: "texts, comments, and code for other systems",
      text: #"""
        func f() {
          // if a { b() }
          /* a(); /* b() */ c() */
          let a = "if \(b == c ? "}" : "{") { "
          let d = """
            a == b
            """
          let e = #"\(a == b)"#
          #if canImport(UIKit)
            go(true)
          #else
            go(false)
          #endif
        }
        """#,
      faults: []),
    Sample(
      name: "labels, `do`, `defer`, `repeat` and statements over lines",
      text: """
        func f() async throws {
          outer: for a in b {
            continue outer
          }
          defer { close() }
          do {
            try await host
              .perform(move, animated: false)
          } catch {
            throw error
          }
          repeat { go() } while a < b
          async let c = d()
        }
        """,
      faults: [
        "5: statement dropped", "7: statement dropped", "8: `false` becomes `true`",
        "12: statement dropped", "12: `<` becomes `<=`",
      ]),
    Sample(
      name: "what apps may inline is left alone",
      text: """
        struct A {
          @inlinable
          public var isFine: Bool { a == b }
          var b: Int { c + 1 }
        }
        """,
      faults: ["4: `+` becomes `-`"]),
  ]
}
