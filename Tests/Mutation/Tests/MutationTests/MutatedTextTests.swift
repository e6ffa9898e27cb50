import Mutation
import Testing

struct MutatedTextTests {
  private let text = """
    func f(_ a: Int) -> Bool {
      guard a < 9, isFine else { return false }
      items.add(a ?? 1)
      return a == 0
    }
    """

  @Test("A text has all its faults in it, each with its number, on the lines where they were")
  func mutatedText() {
    let faults = FaultFinder.faults(in: text, file: "A.swift")
    let list = FaultList(faults)
    #expect(
      MutatedText.text(text, with: list.entries) == """
        func f(_ a: Int) -> Bool {
          guard _mutationFlip(0, _mutationHold(1, a <→ 9)), \
        _mutationFlip(3, _mutationHold(4, isFine)) else { return _mutationFlip(5, false) }
          if _mutationKeep(6) { items.add(a ??↗ 1) }
          return _mutationFlip(8, a == 0)
        }
        """)
    #expect(MutatedText.text(text, with: []) == text)
  }

  @Test("The runtime has an operator for each fault of one")
  func runtime() {
    let list = FaultList(FaultFinder.faults(in: text, file: "A.swift"))
    let runtime = MutatedText.runtime(list.entries, of: list.count)
    #expect(runtime.contains("infix operator <→: ComparisonPrecedence\n"))
    #expect(runtime.contains("{ _mutation(2) ? l <= r : l < r }"))
    #expect(runtime.contains("infix operator ??↗: NilCoalescingPrecedence\n"))
    #expect(runtime.contains("mmap(nil, 10, "))
  }

  @Test("What does not compile is taken out: on the line, around it, or in the declaration")
  func complaints() {
    let ways = """
      /copy/A.swift:4:3: error: variable 'first' used before being initialized
      """
    let assigned = "func f() {\n  first = 1\n  second = 2\n  use(first)\n}"
    var others = FaultList(FaultFinder.faults(in: assigned, file: "A.swift"))
    #expect(others.remove(for: FaultList.Complaint.all(in: ways, root: "/copy")) == 1)
    #expect(others.entries.map(\.fault.line) == [3, 4])

    let output = """
      Compiling A
      /copy/A.swift:4:3: error: cannot convert
      /copy/A.swift:4:3: note: here
      /copy/A.swift:2:9: warning: never used
      /elsewhere/A.swift:2:9: error: not ours
      /copy/A.swift:4:10: error: once more
      """
    let complaints = FaultList.Complaint.all(in: output, root: "/copy")
    #expect(complaints.map(\.line) == [4])
    var list = FaultList(FaultFinder.faults(in: text, file: "A.swift"))
    #expect(list.remove(for: complaints) == 1)
    #expect(list.entries.map(\.number) == [0, 1, 2, 3, 4, 5, 6, 7])
    // Nothing is left on the line: a dropped statement of the function may be the cause.
    #expect(list.remove(for: complaints) == 1)
    #expect(list.entries.map(\.number) == [0, 1, 2, 3, 4, 5, 7])
    #expect(list.remove(for: complaints) == 7)
    #expect(list.remove(for: complaints) == 0)
  }

  @Test("A seed chooses the same faults each time, another one others")
  func samples() {
    let text = (0..<50).map { "func f\($0)() { go() }\n" }.joined()
    let list = FaultList(FaultFinder.faults(in: text, file: "A.swift"))
    func sample(_ seed: UInt64) -> [Int] { list.sample(of: 9, seed: seed).map(\.number) }
    #expect(sample(1).count == 9)
    #expect(sample(1) == sample(1))
    #expect(sample(1) != sample(2))
    #expect(list.sample(of: 99, seed: 1) { $0.line > 40 }.count == 10)
  }

  @Test("A known fault is named by its file, its line's text and its kind, with a reason")
  func knownFaults() {
    let known = KnownFaults(
      """
      # A comment.
      file: A.swift
      line: items.add(a ?? 1)
      fault: `??` takes the default
      reason: a is never nil.

      file: A.swift
      line: return a == 1
      fault: result negated: a == 1
      reason: Nobody asks.

      file: B.swift
      line: return a == 1
      fault: result negated: a == 1
      """)
    #expect(known.problems == ["line 12: an entry needs file, line, fault and reason"])
    let faults = FaultFinder.faults(in: text, file: "A.swift")
    let found = faults.filter(known.contain).map { "\($0.place) \($0.kind)" }
    #expect(found == ["A.swift:3 `??` takes the default"])
    #expect(known.outdated(besides: faults).map(\.source) == ["return a == 1"])
  }

  @Test("What was not noticed before is found again by its text, wherever it is now")
  func formerRun() {
    let faults = FaultFinder.faults(in: text, file: "A.swift")
    let former = FormerRun(
      """
      1/3 noticed, hang A.swift:3: statement dropped: items.add(a ?? 1)
          items.add(a ?? 1)
      2/3 NOT NOTICED A.swift:77: `??` takes the default
          items.add(a ?? 1)
      3/3 NOT NOTICED B.swift:2: `<` becomes `<=`
          guard a < 9, isFine else { return false }
      """)
    #expect(former.count == 2)
    #expect(faults.filter(former.contains).map(\.text) == ["`??` takes the default"])
  }
}
