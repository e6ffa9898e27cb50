import Foundation
import TestSupport
import Testing
import WireframeCore

struct RouteValuesTests {
  enum Section: String, RouteTextConvertible { case orders, payment }
  enum Level: Int, RouteTextConvertible { case one = 1, two }

  @Test("A value is read as the type that its context asks for")
  func typed() throws {
    let route = try Route("/5/orders/2/x%20y", matching: "/:id/:section/:level/:text")
    #expect(try route["id"] == 5)
    #expect(try route["id"] == "5")
    #expect(try route["id"] == 5.0)
    #expect(try route["id"] as UInt == 5)
    #expect(try route["section"] == Section.orders)
    #expect(try route["level"] == Level.two)
    #expect(try route["text"] == "x y")
    #expect(try route.values["id"] == Int64(5))
  }

  @Test(
    "A parameter's name is its name alone, without type and mark",
    arguments: ["id<int>", "id<int>?", "id<int", "id<", "id?", ":id", "i", "", "<int>", "kind<a"])
  func nameAlone(name: String) throws {
    for pattern in ["/:kind<a|b>/:id<int>?", "/:kind/:id?"] as [RoutePattern] {
      let route = try Route("/a/7", matching: pattern)
      #expect(route.values.value(of: name) == nil)
      #expect(throws: RoutingError.self) { try route[name] as String }
      #expect(try route["id"] == 7)
    }
  }

  @Test("A UUID and a Boolean are read")
  func uuidAndBool() throws {
    let text = "6f9619ff-8b86-d011-b42d-00cf4fc964ff"
    let route = try Route("/\(text)/false", matching: "/:id/:flag")
    let id: UUID = try route["id"]
    #expect(id == UUID(uuidString: text))
    #expect(try route["flag"] == false)
  }

  @Test("An optional value is nil if its segment is absent")
  func optional() throws {
    let there = try Route("/list/2", matching: "/list/:page?")
    let absent = try Route("/list", matching: "/list/:page?")
    #expect(try there["page"] as Int? == 2)
    #expect(try absent["page"] as Int? == nil)
    #expect(try there.values["page"] as String? == "2")
  }

  @Test(
    "A value is the segment at its place, whatever its length and whatever is behind the path",
    arguments: [1, 2, 3, 6, 7, 8, 9, 15, 16, 17], ["", "/", "?q=/x/y//z", "/?/", "#/f/g", "?"])
  func places(length: Int, end: String) throws {
    for count in 1...18 where Load.isFull || count % 4 == length % 4 {
      let texts = (0..<count).map { String(repeating: "\($0 % 10)", count: length - 1) + "e" }
      let escaped = texts.map { $0.dropLast() + "%65" }
      let table = try RouteTable([(0..<count).map { "/:p\($0)" }.joined() + "/:more?"])
      let paths = [
        "/" + texts.joined(separator: "/"), "/" + escaped.joined(separator: "/"),
        "myapp:/" + texts.joined(separator: "/"), "myapp://" + texts.joined(separator: "/"),
      ]
      for path in paths {
        let values = try #require(table.match(path + end).matched).values
        #expect((0..<count).map { values.value(of: "p\($0)") } == texts.map { .text($0) })
        #expect(values.value(of: "more") == nil)
      }
    }
  }

  @Test("A catch-all is read as a list")
  func list() throws {
    let route = try Route("/x/1/2", matching: "/x/*numbers")
    #expect(try route["numbers"] == [1, 2])
    #expect(try route["numbers"] == ["1", "2"])
    let empty = try Route("/x", matching: "/x/*numbers?")
    #expect(try empty["numbers"] as [Int] == [])
    #expect(try Route("/a/b", matching: "/*")["*"] == ["a", "b"])
  }

  @Test("The values by name, in the pattern's order, without the absent one")
  func all() throws {
    let values = try Route("/z/y/x", matching: "/:b/:a/:c/:d?").values
    #expect(values.names == ["b", "a", "c", "d"])
    #expect(values.all.map(\.name) == ["b", "a", "c"])
    #expect(values.all.map(\.value) == ["z", "y", "x"])
    #expect(values.value(of: "d") == nil)
    #expect(values.value(of: "e") == nil)
  }

  @Test("The absent one of many values is left out, too", arguments: [1, 4, 5, 6, 20])
  func allOfMany(count: Int) throws {
    let names = (0..<count).map { "p\($0)" }
    let path = names.map { "/\($0)" }.joined()
    let table = try RouteTable([names.map { "/:\($0)" }.joined() + "/:more?"])
    let values = try #require(table.match(path).matched).values
    #expect(values.all.map(\.name) == names)
    #expect(values.all.map(\.value) == names.map { .text($0) })
    #expect(table.match(path + "/x").matched?.values.all.last?.value == "x")
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let read: @Sendable (Route) throws -> Void
    let code: RoutingError.Code
    let text: String
    var testDescription: String { name }

    init(
      _ name: String, _ code: RoutingError.Code, _ text: String,
      read: @escaping @Sendable (Route) throws -> Void
    ) {
      self.name = name
      self.read = read
      self.code = code
      self.text = text
    }
  }

  static let faultRows: [Fault] = [
    Fault(
      "a name that the pattern does not declare", .missingValue,
      "The path value 'user' (Int) of '/p/:id/:page?' is missing. The pattern declares: 'id', "
        + "'page'."
    ) { let _: Int = try $0["user"] },
    Fault(
      "a name that the pattern does not declare, as an optional", .missingValue,
      "The path value 'user' (Int) of '/p/:id/:page?' is missing. The pattern declares: 'id', "
        + "'page'."
    ) { let _: Int? = try $0["user"] },
    Fault(
      "a name that the pattern does not declare, as a list", .missingValue,
      "The path value 'user' (Array<Int>) of '/p/:id/:page?' is missing. The pattern declares: "
        + "'id', 'page'."
    ) { let _: [Int] = try $0["user"] },
    Fault(
      "an absent optional, read as if it were there", .missingValue,
      "The path value 'page' (Int) of '/p/:id/:page?' is missing. The segment is optional: read "
        + "it as an optional."
    ) { let _: Int = try $0["page"] },
    Fault(
      "a text of another type", .unfitValue,
      "The path value 'id' of '/p/:id/:page?' is not of type Int. Read it as another type, or "
        + "give the parameter a type in the pattern."
    ) { let _: Int = try $0["id"] },
    Fault(
      "a text of another type, as an optional", .unfitValue,
      "The path value 'id' of '/p/:id/:page?' is not of type Int. Read it as another type, or "
        + "give the parameter a type in the pattern."
    ) { let _: Int? = try $0["id"] },
    Fault(
      "no case of an enum", .unfitValue,
      "The path value 'id' of '/p/:id/:page?' is not of type Section. Read it as another type, "
        + "or give the parameter a type in the pattern."
    ) { let _: Section = try $0["id"] },
    Fault(
      "a parameter, read as a list", .unfitValue,
      "The path value 'id' of '/p/:id/:page?' is not of type Array<String>. Read it as another "
        + "type, or give the parameter a type in the pattern."
    ) { let _: [String] = try $0["id"] },
    Fault(
      "an absent parameter, read as a list", .unfitValue,
      "The path value 'page' of '/p/:id/:page?' is not of type Array<Int>. Read it as another type, "
        + "or give the parameter a type in the pattern."
    ) { let _: [Int] = try $0["page"] },
  ]

  @Test("A value that is missing or unfit is named, and its text is not", arguments: faultRows)
  func faults(fault: Fault) throws {
    let route = try Route("/p/secret", matching: "/p/:id/:page?")
    let error = #expect(throws: RoutingError.self) { try fault.read(route) }
    #expect(error?.code == fault.code)
    #expect(error?.pattern?.text == "/p/:id/:page?")
    #expect(error?.description == fault.text)
  }

  @Test("A catch-all is no single value, and each of its segments has to fit")
  func unfitLists() throws {
    let route = try Route("/1/x", matching: "/*rest")
    let single = #expect(throws: RoutingError.self) { let _: String = try route["rest"] }
    #expect(
      single?.description == """
        The path value 'rest' of '/*rest' is not of type String. Read it as another type, or give \
        the parameter a type in the pattern.
        """)
    let list = #expect(throws: RoutingError.self) { let _: [Int] = try route["rest"] }
    #expect(list?.code == .unfitValue)
    let optional = #expect(throws: RoutingError.self) { let _: String? = try route["rest"] }
    #expect(optional?.code == .unfitValue)
  }
}
