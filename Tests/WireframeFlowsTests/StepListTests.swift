import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeFlows

/// Lists of steps from outside, and every sentence that a flow says.
@MainActor
@Suite(.hangsNever)
struct StepListTests {
  private nonisolated static let sorted = "'blue', 'green', 'orange', 'red', 'yellow'"
  private nonisolated static let statuses = "'pending', 'inProgress', 'completed'"

  private static func faults(_ text: String) -> [StepListFault] {
    do throws(RoutingError) {
      _ = try StepQueue<Colour>(json: Data(text.utf8))
      return []
    } catch {
      #expect(error.code == .invalidSteps)
      return error.stepFaults
    }
  }

  @Test(
    "1.14 A list names steps by id, with a status or without",
    arguments: [
      Case("[]", ""),
      Case(#"[{"id":"blue"},{"id":"red"}]"#, "blue red"),
      Case(#" [ { "status" : "pending", "id" : "green" } ] "#, "green"),
      Case(#"[{"id":"red","status":"completed"},{"id":"blue","status":"inProgress"}]"#, ""),
    ])
  func lists(row: TextCase) async throws {
    let queue = try StepQueue<Colour>(json: Data(row.given.utf8))
    var due: [String] = []
    for step in queue.steps {
      if try await StepQueue([step]).next() != nil { due.append(step.guider.rawValue) }
    }
    #expect(due.joined(separator: " ") == row.expected)
  }

  @Test("1.14 The ids may be the app's own words for its steps")
  func ownIDs() throws {
    let queue = try StepQueue(
      json: Data(#"[{"id":"last-1"},{"id":"first"}]"#.utf8),
      guiders: ["first": Colour.red, "last-1": .blue])
    #expect(queue.steps.map(\.guider) == [.blue, .red])
  }

  @Test(
    "1.14 A fault says which step and key, what was found and what is allowed",
    arguments: [
      Case("", "the list: found the end of the text at line 1, column 1; allowed: a value"),
      Case("[", "the list: found the end of the text at line 1, column 2; allowed: a value"),
      Case(
        #"[{"id":"red"}"#,
        "the list: found the end of the text at line 1, column 14; allowed: ',' or ']'"),
      Case(
        "[\n{\"id\":\"red\"},\n]", "the list: found ']' at line 3, column 1; allowed: a value"),
      Case(
        #"[{"id":"red",}]"#,
        "the list: found '}' at line 1, column 14; allowed: a key between double quotes"),
      Case(
        "[{'id':'red'}]",
        "the list: found ''' at line 1, column 3; allowed: a key between double quotes"),
      Case(
        "[] []", "the list: found '[' at line 1, column 4; allowed: the end of the text"),
      Case(
        "[\u{202E}]", #"the list: found '\u{202E}' at line 1, column 2; allowed: a value"#),
      Case(
        #"[{"id":"\udc00"}]"#,
        #"the list: found '\' at line 1, column 9; allowed: an escape of JSON, such as '\n' or '\u00E9'"#
      ),
      Case(
        #"[{"id":"\ud800\ue000"}]"#,
        #"the list: found '\' at line 1, column 9; allowed: an escape of JSON, such as '\n' or '\u00E9'"#
      ),
      Case(#"{"id":"red"}"#, "the list: found an object; allowed: a list of steps"),
      Case(#""red""#, "the list: found 'red'; allowed: a list of steps"),
      Case("null", "the list: found null; allowed: a list of steps"),
      Case(#"["red"]"#, "step 0: found 'red'; allowed: an object with 'id' and 'status'"),
      Case("[[]]", "step 0: found a list; allowed: an object with 'id' and 'status'"),
      Case("[{}]", "step 0, 'id': found nothing; allowed: \(sorted)"),
      Case(#"[{"id":"red"},{"id":"purple"}]"#, "step 1, 'id': found 'purple'; allowed: \(sorted)"),
      Case(#"[{"id":"Red"}]"#, "step 0, 'id': found 'Red'; allowed: \(sorted)"),
      Case(#"[{"id":1}]"#, "step 0, 'id': found 1; allowed: \(sorted)"),
      Case(
        #"[{"id":1e999}]"#,
        "the list: found '1e999' at line 1, column 8; allowed: a number of JSON, within the finite ones"
      ),
      Case(#"[{"id":null}]"#, "step 0, 'id': found null; allowed: \(sorted)"),
      Case(#"[{"id":{"a":[1]}}]"#, "step 0, 'id': found an object; allowed: \(sorted)"),
      Case(
        #"[{"id":"red","status":"done"}]"#,
        "step 0, 'status': found 'done'; allowed: \(statuses)"),
      Case(
        #"[{"id":"red","status":true}]"#,
        "step 0, 'status': found true; allowed: \(statuses)"),
      Case(
        #"[{"id":"red","status":null}]"#, "step 0, 'status': found null; allowed: \(statuses)"),
      Case(
        #"[{"id":"red","staus":"pending"}]"#,
        "step 0, 'staus': found an unknown key; allowed: 'id', 'status'"),
      Case(
        #"[{"id":"red"},{"id":"blue"},{"id":"red"}]"#,
        "step 2, 'id': found 'red' once more; allowed: each step at most once"),
      Case(
        #"[{"id":"red"},{"id":"blue","status":"completed","status":"pending"}]"#,
        "the list: found the key 'status' once more at line 1, column 49; allowed: each key once"),
      Case(
        #"[{"id":"red","\u0069d":"red"}]"#,
        "the list: found the key 'id' once more at line 1, column 14; allowed: each key once"),
      Case(
        #"[{"id":"red","status":{"id":1}}]"#,
        "step 0, 'status': found an object; allowed: 'pending', 'inProgress', 'completed'"),
      Case(
        #"[{"id":"a:\"{,","status":"pending"}]"#,
        #"step 0, 'id': found 'a:"{,'; allowed: \#(sorted)"#),
    ])
  func faults(row: TextCase) {
    #expect(Self.faults(row.given).map(\.description) == [row.expected])
  }

  @Test("1.14 A text with more combining marks in a row than any word has is refused")
  func combiningMarks() {
    let marks = String(repeating: "\u{301}", count: 30)
    #expect(
      Self.faults("[\"b\(marks)\u{301}\"]").map(\.description) == [
        "the list: found 31 combining marks in a row at line 1, column 2; allowed: at most 30"
      ])
    #expect(Self.faults("[\"b\(marks)\"]").map(\.index) == [0])
  }

  @Test(
    "1.14 A repeated key is found in a value and behind an escaped quote, too",
    arguments: [
      (#"[{},{"x":1,"x":2}]"#, "x", 12), (#"[{"y":{"z":1,"z":2}}]"#, "z", 14),
      (#"[{"id":"red","x":"\"","x":1}]"#, "x", 23),
      (#"[{"id":"\\","y":"\\\"","y":1}]"#, "y", 24),
    ])
  func repeatedKeys(json: String, key: String, column: Int) {
    #expect(
      Self.faults(json).map(\.description) == [
        "the list: found the key '\(key)' once more at line 1, column \(column); allowed: each key once"
      ])
  }

  @Test("1.14 A list is UTF-8: in another encoding a repeated key could hide")
  func encodings() throws {
    let json = #"[{"id":"red","status":"completed","status":"pending"}]"#
    for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf32LittleEndian] {
      let data = try #require(json.data(using: encoding))
      #expect(throws: RoutingError.self) { try StepQueue<Colour>(json: data) }
    }
    let bytes = Data(#"[{"id":""#.utf8) + [0xC0, 0xAF] + Data(#""}]"#.utf8)
    let error = #expect(throws: RoutingError.self) { try StepQueue<Colour>(json: bytes) }
    #expect(
      error?.stepFaults.map(\.description) == [
        "the list: found bytes that are not UTF-8 at line 1, column 9; allowed: text in UTF-8"
      ])
    let marked = Data([0xEF, 0xBB, 0xBF]) + Data(#"[{"id":"red"}]"#.utf8)
    #expect(try StepQueue<Colour>(json: marked).steps.map(\.guider) == [.red])
  }

  @Test("1.14 All faults are reported at once, and a bad list changes nothing")
  func allFaults() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow([Step(Colour.red)])
    let json = Data(#"[{"id":"x","status":"y","z":1}, 7, {"id":"blue"}, {"id":"blue"}]"#.utf8)
    let error = try await failure { flow.queue = try StepQueue(json: json) }
    #expect(error.stepFaults.map(\.index) == [0, 0, 0, 1, 3])
    #expect(error.stepFaults.map(\.key) == ["id", "status", "z", nil, "id"])
    #expect(error.stepFaults.map(\.found).first == "'x'")
    #expect(
      error.description == """
        The list of steps has 5 faults and was refused. \
        Step 0, 'id': found 'x'; allowed: \(Self.sorted). \
        Step 0, 'status': found 'y'; allowed: \(Self.statuses). \
        Step 0, 'z': found an unknown key; allowed: 'id', 'status'. \
        Step 1: found 7; allowed: an object with 'id' and 'status'. \
        Step 3, 'id': found 'blue' once more; allowed: each step at most once.
        """)
    #expect(flow.queue.steps.map(\.guider) == [.red])
  }

  @Test("1.14 Two ids for one step are that step twice")
  func aliases() async throws {
    let error = try await failure {
      try StepQueue(
        json: Data(#"[{"id":"a"},{"id":"b"}]"#.utf8), guiders: ["a": Colour.red, "b": .red])
    }
    #expect(error.stepFaults.map(\.index) == [1])
  }

  @Test("1.14 A list that is too long is refused before it is read, and so is one that is too deep")
  func sizes() {
    let step = #"{"id":"red"}"#
    func list(_ count: Int, padding: Int = 0) -> String {
      "[" + Array(repeating: step, count: count).joined(separator: ",")
        + String(repeating: " ", count: padding) + "]"
    }
    #expect(
      Self.faults(list(1, padding: 256 * 1024)).map(\.description) == [
        "the list: found 262158 bytes; allowed: at most 262144 bytes"
      ])
    #expect(Self.faults(list(1, padding: 256 * 1024 - 14)).isEmpty)
    #expect(
      Self.faults(list(1001)).map(\.description) == [
        "the list: found 1001 steps; allowed: at most 1000 steps"
      ])
    #expect(Self.faults(list(1000)).count == 999)
    #expect(Self.faults(String(repeating: "[", count: 100_000)).map(\.index) == [nil])
    func nested(_ count: Int) -> String {
      let deep = String(repeating: "[", count: count) + String(repeating: "]", count: count)
      return #"[{"id":\#(deep)}]"#
    }
    #expect(Self.faults(nested(30)).map(\.found) == ["a list"])
    #expect(
      Self.faults(nested(31)).map(\.description) == [
        "the list: found one more at line 1, column 38; allowed: at most 32 lists and objects inside one another"
      ])
  }

  @Test(
    "1.14 What a fault quotes is short and on one line; a long list of faults is cut in the text")
  func quotes() async throws {
    let fault = try #require(
      Self.faults(#"[{"id":"\u202Ea\nb'ü\#(String(repeating: "c", count: 99))"}]"#).first)
    #expect(fault.found == #"'\u{202E}a\nb'ü\#(String(repeating: "c", count: 74))…'"#)
    let json = Data("[\(Array(repeating: "1", count: 30).joined(separator: ","))]".utf8)
    let error = try await failure { try StepQueue<Colour>(json: json) }
    #expect(error.stepFaults.count == 30)
    #expect(
      error.description.hasPrefix("The list of steps has 30 faults and was refused. Step 0: "))
    #expect(error.description.contains(" Step 9: ") && !error.description.contains(" Step 10: "))
    #expect(error.description.hasSuffix(" There are 20 more in 'stepFaults'."))
  }
}
