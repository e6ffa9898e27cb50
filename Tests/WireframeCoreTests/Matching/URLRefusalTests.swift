import TestSupport
import Testing
import WireframeCore

struct URLRefusalTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    let reason: URLRefusal.Reason
    let url: String
    let offset: Int
    let text: String
    var testDescription: String { "\(reason)" }

    init(_ reason: URLRefusal.Reason, _ url: String, _ offset: Int, _ text: String) {
      self.reason = reason
      self.url = url
      self.offset = offset
      self.text = text
    }
  }

  static let rules = MatchingRules(maximumLength: 40, maximumSegments: 4, maximumQueryItems: 2)

  static let refusalRows: [Refusal] = [
    Refusal(.empty, "", 0, "it is empty. Route to '/' for the start."),
    Refusal(
      .tooLong, "/" + String(repeating: "a", count: 40), 40,
      "it is longer than 40 bytes. Raise 'maximumLength' in the rules if that is meant."),
    Refusal(
      .rawControl, "/é\n", 3,
      "a raw control character is at byte 3. Only a query may hold one, percent-encoded."),
    Refusal(.rawSpace, "/a b", 2, "a raw space is at byte 2. Write it as '%20'."),
    Refusal(.rawBackslash, "/a\\b", 2, "a raw backslash is at byte 2. Write it as '%5C'."),
    Refusal(
      .noSchemeOrSlash, "products", 0,
      "it begins neither with a scheme nor with '/'. Begin a path with '/'."),
    Refusal(
      .leadingDoubleSlash, "//a", 0,
      "it begins with '//', which could be a host or a path. Begin a path with one '/'."),
    Refusal(
      .pathFromOutside, "/a", 0,
      "a path without scheme cannot come from outside the app. Use a declared scheme or origin."),
    Refusal(
      .noSlashAfterScheme, "myapp:a", 6,
      "no '/' follows the scheme. Write 'scheme://…' or 'scheme:/…'."),
    Refusal(
      .userinfo, "myapp://me@a", 8, "a user name or password is before the host. Leave it out."),
    Refusal(
      .badHost, "https:///a", 8,
      "its host is missing or malformed. Use ASCII letters, digits, '-' and '.', without escapes."),
    Refusal(
      .badPort, "myapp://a:1", 9,
      "its port is malformed, or is on a custom scheme. Leave it out."),
    Refusal(
      .badEscape, "/a/%zz", 3,
      "the part at byte 3 has a '%' that is not followed by two hexadecimal digits, or is not "
        + "UTF-8. Write a percent sign as '%25'."),
    Refusal(
      .encodedControl, "/a/%0A", 3,
      "the path segment at byte 3 holds an encoded control character. Leave it out."),
    Refusal(.encodedNUL, "/a?b=%00", 5, "the part at byte 5 holds an encoded NUL. Leave it out."),
    Refusal(
      .emptySegment, "/a//b", 3,
      "the path has an empty segment at byte 3. Write one '/' between segments."),
    Refusal(
      .dotSegment, "/a/%2E.", 3,
      "the path has a '.' or '..' segment at byte 3. Write the path without it."),
    Refusal(
      .tooManySegments, "/a/b/c/d/e", 1,
      "its path has more than 4 segments. Raise 'maximumSegments' in the rules if that is meant."),
    Refusal(
      .tooManyQueryItems, "/?a&b&c", 2,
      "its query has more than 2 items. Raise 'maximumQueryItems' in the rules if that is meant."),
  ]

  @Test("Each refusal says what was found, where, and how to fix it", arguments: refusalRows)
  func texts(row: Refusal) throws {
    let table = try RouteTable.ofEverything(rules: Self.rules)
    let outcome = table.match(row.url, isTrusted: row.reason != .pathFromOutside)
    let refusal = try #require(outcome.refusal)
    #expect(refusal.reason == row.reason)
    #expect(refusal.offset == row.offset)
    #expect(refusal.description == row.text)
  }

  static let partRows: [Case<String, Int>] = [
    Case("/%zz/a", 1), Case("/a/%zz", 3), Case("/a?%zz=b", 3), Case("/a?b=%zz", 5),
    Case("/a?b&c=%zz", 7), Case("/a#%zz", 3), Case("/a?b#%zz", 5), Case("/?\u{E9}#b%zz", 5),
  ]

  @Test("A bad escape is found at the start of its part", arguments: partRows)
  func parts(row: Case<String, Int>) throws {
    let refusal = try RouteTable.ofEverything().match(row.given).refusal
    #expect(refusal?.reason == .badEscape)
    #expect(refusal?.offset == row.expected)
  }

  /// The reasons that the framework gives.
  static let reasons: [URLRefusal.Reason] = [
    .empty, .tooLong, .rawControl, .rawSpace, .rawBackslash, .noSchemeOrSlash, .leadingDoubleSlash,
    .pathFromOutside, .noSlashAfterScheme, .userinfo, .badHost, .badPort, .badEscape,
    .encodedControl, .encodedNUL, .emptySegment, .dotSegment, .tooManySegments, .tooManyQueryItems,
    .payloadFromOutside, .foreignRedirect,
  ]

  @Test("A reason is its name, so that more may come")
  func openSet() {
    #expect(URLRefusal.Reason(rawValue: "emptySegment") == .emptySegment)
    #expect(URLRefusal.Reason.emptySegment.description == "emptySegment")
    #expect(Set(Self.reasons.map(\.rawValue)).count == 21)
    switch URLRefusal.Reason(rawValue: "of a later version") {
    case .emptySegment: Issue.record("another reason")
    default: break
    }
  }

  @Test("Every reason has its row, but for those that no text can give")
  func complete() {
    let reasons = Set(Self.refusalRows.map(\.reason))
    #expect(
      reasons.union([.payloadFromOutside, .foreignRedirect]) == Set(Self.reasons))
  }
}
