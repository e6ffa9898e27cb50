import Foundation
import TestSupport
import Testing
import WireframeCore

struct ParameterTypeTests {
  struct Reading: Sendable, CustomTestStringConvertible {
    let type: String
    let accepted: [String]
    let rejected: [String]
    var testDescription: String { type }
  }

  static let readings: [Reading] = [
    Reading(
      type: "int",
      accepted: [
        "0", "5", "+5", "-5", "-0", "007", "9223372036854775807", "-9223372036854775808",
        "+9223372036854775807",
      ],
      rejected: [
        "9223372036854775808", "-9223372036854775809", "99999999999999999999", "5.0", "1e3", "+",
        "-", "--5", "+-5", "5-", "0x1F", "1_000", "1,000", "٣", "%EF%BC%95", "5a", "%205", "5%20",
      ]),
    Reading(
      type: "uint",
      accepted: ["0", "5", "007", "9223372036854775808", "18446744073709551615"],
      rejected: ["18446744073709551616", "+5", "-5", "-0", "5.0", "+", "٣", "0x1F", "5a", "%205"]),
    Reading(
      type: "double",
      accepted: ["0", "5", "-5", "+5", "0.5", "-1.50", "+00.25", "9223372036854775808"],
      rejected: [
        ".5", "5.", "1.2.3", "1e5", "1E5", "0x1p3", "inf", "-inf", "nan", "infinity", "1,5",
        "+", "-.5", "1.-5", "٣.٥", String(repeating: "9", count: 400),
      ]),
    Reading(
      type: "bool", accepted: ["true", "false"],
      rejected: ["True", "TRUE", "False", "1", "0", "yes", "no", "t", "true%20"]),
    Reading(
      type: "uuid",
      accepted: [
        "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
        "00000000-0000-0000-0000-000000000000",
      ],
      rejected: [
        "6F9619FF8B86D011B42D00CF4FC964FF", "%7B6F9619FF-8B86-D011-B42D-00CF4FC964FF%7D",
        "6F9619FF-8B86-D011-B42D-00CF4FC964F", "6F9619FF-8B86-D011-B42D-00CF4FC964FFF",
        "6F9619FF-8B86D-011-B42D-00CF4FC964FF", "GF9619FF-8B86-D011-B42D-00CF4FC964FF",
        "6F9619FF-8B86-D011-B42D00CF4FC964FF-",
      ]),
    Reading(
      type: "small|caf%C3%A9|a%20b", accepted: ["small", "café", "caf%c3%a9", "a%20b", "sm%61ll"],
      rejected: ["Small", "smal", "smalls", "cafe", "cafe%CC%81", "a", "b", "small|café"]),
  ]

  @Test("P2: the texts that each type accepts and rejects", arguments: readings)
  func types(reading: Reading) throws {
    let table = try RouteTable(["/:value<\(reading.type)>", "/opt/:value<\(reading.type)>?"])
    for text in reading.accepted {
      #expect(table.match("/\(text)").matched != nil, "\(text)")
      #expect(table.match("/opt/\(text)").matched != nil, "optional: \(text)")
    }
    for text in reading.rejected {
      #expect(table.match("/\(text)").finding == .noMatch, "\(text)")
      #expect(table.match("/opt/\(text)").finding == .noMatch, "optional: \(text)")
    }
  }

  @Test("P2: what a type accepts is read as the Swift type")
  func readsAsSwift() throws {
    let route = try Route(
      "/-9223372036854775808/18446744073709551615/-1.50/true"
        + "/6f9619ff-8b86-d011-b42d-00cf4fc964ff",
      matching: "/:int<int>/:uint<uint>/:double<double>/:bool<bool>/:uuid<uuid>")
    #expect(try route["int"] == Int64.min)
    #expect(try route["uint"] == UInt64.max)
    #expect(try route["double"] == -1.5)
    #expect(try route["bool"] == true)
    let uuid: UUID = try route["uuid"]
    #expect(uuid.uuidString == "6F9619FF-8B86-D011-B42D-00CF4FC964FF")
  }

  @Test("P2: a conversion that fails does not match, and the search goes on")
  func searchGoesOn() throws {
    let table = try RouteTable(
      ["/n/:a<uint>", "/n/:a<int>", "/n/:a<double>", "/n/:a", "/:x<int>/end", "/*rest"])
    #expect(table.match("/n/5").finding == .match("/n/:a<uint>"))
    #expect(table.match("/n/-5").finding == .match("/n/:a<int>"))
    #expect(table.match("/n/-5.5").finding == .match("/n/:a<double>"))
    #expect(table.match("/n/99999999999999999999").finding == .match("/n/:a<double>"))
    #expect(table.match("/n/five").finding == .match("/n/:a"))
    #expect(table.match("/x/end").finding == .match("/*rest"))
  }

  @Test("P2: an app's own type gets the decoded text")
  func appTypes() throws {
    let sku = ParameterType("sku") { $0.hasPrefix("A ") && $0.count == 4 }
    let table = try RouteTable(["/:code<sku>", "/:text"], types: [sku])
    #expect(table.match("/A%2012").finding == .match("/:code<sku>"))
    #expect(table.match("/A%20123").finding == .match("/:text"))
    #expect(table.match("/A%20%2F1").finding == .match("/:code<sku>"))
  }

  @Test("P2: words compare like literals, without case if the rules say so")
  func wordsCompareLikeLiterals() throws {
    let pattern = "/:size<Small|l%C3%A9ger>"
    let folding = try RouteTable([pattern], rules: MatchingRules(ignoresCase: true))
    #expect(folding.match("/sMALL").finding == .match(pattern))
    #expect(folding.match("/LéGER").finding == .match(pattern))
    #expect(folding.match("/LÉGER").finding == .noMatch, "only ASCII letters are folded")
    #expect(try folding.match("/sMALL").matched?.values["size"] == "sMALL")
    #expect(try RouteTable([pattern]).match("/small").finding == .noMatch)
  }

  static let badNameRows: [TextCase] = [
    TextCase("int", "A parameter type 'int' exists already. Choose another name."),
    TextCase("sku", "A parameter type 'sku' exists already. Choose another name."),
    TextCase(
      "", "'' cannot name a parameter type. Use ASCII letters, digits, '_' and '-'."),
    TextCase(
      "a|b", "'a|b' cannot name a parameter type. Use ASCII letters, digits, '_' and '-'."),
    TextCase(
      "größe", "'größe' cannot name a parameter type. Use ASCII letters, digits, '_' and '-'."),
  ]

  @Test("P2: a type's name is free and well-formed", arguments: badNameRows)
  func badNames(name: TextCase) throws {
    var table = RouteTable<Void>()
    try table.add(type: ParameterType("sku") { _ in true })
    let error = #expect(throws: RoutingError.self) {
      try table.add(type: ParameterType(name.given) { _ in true })
    }
    #expect(error?.code == .invalidPattern)
    #expect(error?.description == name.expected)
  }
}
