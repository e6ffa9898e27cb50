import Foundation
import TestSupport
import WireframeCore

/// A URL in its parts, as an attacker would take them apart to spell the same place in another way.
struct Spelling: Sendable {
  /// The text before the first segment: `/`, `myapp:/`, `myapp://` or `https://example.com/`.
  var start: String
  var segments: [String]
  var separator = "/"
  /// The text behind the last segment: a slash, a query, a fragment.
  var end = ""

  var text: String { start + segments.joined(separator: separator) + end }
  /// Whether the first segment is the host.
  var hasHost: Bool { start == "myapp://" }
}

/// One spelling of a URL, and what the rules promise of it.
struct Respelling: Sendable {
  enum Meaning: Sendable {
    /// It leads to the same route.
    case same
    /// It is refused, and no role sees it.
    case refused
    /// It is refused or foreign.
    case away
    /// It leads to another route, to the same one, or to none: only the guard counts.
    case any
  }

  let spelling: Spelling
  let meaning: Meaning
}

/// Spells a URL anew in every way of a long list, or in several at once by chance.
struct URLRespeller {
  let rules: MatchingRules

  func all(of url: Spelling) -> [Respelling] {
    ends(of: url) + starts(of: url) + pieces(of: url)
      + url.segments.indices.flatMap { escapes(of: url, at: $0) + lookalikes(of: url, at: $0) }
  }

  /// Several at once, of which only the guard is promised.
  func mixture(of url: Spelling, _ random: inout SplitMix64) -> String {
    var url = url
    for _ in 0..<Int.random(in: 2...4, using: &random) {
      url = all(of: url).pick(&random).spelling
    }
    return url.text
  }

  // MARK: Behind the path

  private func ends(of url: Spelling) -> [Respelling] {
    var found: [Respelling] = []
    for end in ["?", "#", "?x=1", "#x", "?next=/a/../b//c%2F#//..", "?id=9&id=%2e%2e&/=/"] {
      found.append(url.with(.same) { $0.end += end })
    }
    for end in ["?%zz", "#%zz", "?x=%00", "#%00", "?%ff", "? ", "?\\", "#\n", "?\u{7F}"] {
      found.append(url.with(.refused) { $0.end += end })
    }
    if url.end.isEmpty {
      let meaning: Respelling.Meaning = rules.distinguishesTrailingSlash ? .any : .same
      found.append(url.with(meaning) { $0.end = "/" })
    }
    let doubled = url.end == "/" ? "/" : "//"
    found.append(url.with(.refused) { $0.end += doubled })
    for end in ["%2F", "%5C", "%252F", "%3Fx=1", "%23", ";a=b", "/;a=b", ".json", ":80", "@"] {
      found.append(url.with(.any) { $0.end = end + $0.end })
    }
    for end in ["/.", "/..", "/%2e", "/%2E%2e/", "/x/..", "\\", "\\..", "\0", "\t", " ", "%", "%0"]
    {
      found.append(url.with(.refused) { $0.end = end + ($0.end == "/" ? "" : $0.end) })
    }
    return found
  }

  // MARK: Before the path

  private func starts(of url: Spelling) -> [Respelling] {
    var found: [Respelling] = []
    func add(_ meaning: Respelling.Meaning, _ starts: [String]) {
      for start in starts { found.append(url.with(meaning) { $0.start = start }) }
    }
    add(
      .refused,
      ["//", "///", "\\", "\\\\", " /", "\t/", "\n/", "\0/", "", "./", "../", "%2F", "/./"])
    add(
      .refused,
      ["myapp:", "myapp:\\", "myapp:\\\\", "myapp :/", "my\tapp:/", "myapp:%2F", "%6dyapp:/"])
    add(
      .refused, ["myapp://me@", "myapp://me:x@host/", "myapp://:80/", "myapp://a:1/", "myapp:////"])
    add(
      .refused,
      ["https:", "https:/", "https:\\\\example.com/", "https:///", "https://example.com//"])
    add(
      .refused,
      ["https://me@example.com/", "https://example.com@evil.net/", "https://%65xample.com/"])
    add(.refused, ["https://example.com:/", "https://example.com:0/", "https://example.com:٤٤٣/"])
    add(
      .refused,
      ["https://example\u{3002}com/", "https://example\u{FF0E}com/", "https://ex\0ample.com/"])
    add(
      .away,
      [
        "https://example.com./", "https://example.com:444/", "https://evil.net/",
        "http://example.com/",
      ])
    add(
      .away, ["myapp2://", "xmyapp:/", "javascript:/", "file:///", "https://example.com.evil.net/"])
    add(
      .any, ["/", "myapp:/", "myapp://", "myapp:///", "https://example.com/", "/other/", "/%2F/"])
    switch url.start {
    case "https://example.com/":
      add(.same, ["HTTPS://example.com/", "https://EXAMPLE.Com/", "https://example.com:443/"])
    case "/": break
    case let start: add(.same, [start.uppercased(), start.replacing("my", with: "My")])
    }
    return found
  }

  // MARK: Between the segments

  private func pieces(of url: Spelling) -> [Respelling] {
    var found: [Respelling] = []
    for place in 0...url.segments.count where place > 0 || url.start != "/" {
      // At the very start of a custom scheme's path an empty segment makes another form of the URL.
      let isForm = place == 0 && url.start.hasPrefix("myapp:")
      let isEnd = place == url.segments.count && url.end != "/"
      let meaning: Respelling.Meaning = isForm || isEnd ? .any : .refused
      found.append(url.with(meaning) { $0.segments.insert("", at: place) })
    }
    for place in 0...url.segments.count {
      for dots in [".", "..", "%2e", "%2E", "..%2F..", ".%2e", "%2e.", "%2E%2e"] {
        let isText = dots == "..%2F.." && !(url.hasHost && place == 0)
        let meaning: Respelling.Meaning = isText ? .any : .refused
        found.append(url.with(meaning) { $0.segments.insert(dots, at: place) })
      }
      found.append(
        url.with(.refused) { $0.segments.insert(contentsOf: ["x", ".."], at: place) })
      for text in ["%252e%252e", "...", "x", ";", "%20", "%E2%80%AE", "\u{200B}"] {
        found.append(url.with(.any) { $0.segments.insert(text, at: place) })
      }
    }
    if url.segments.count > 1 {
      for separator in ["\\", "/./", "//", "/../", "/%2e/", "\\/", "/ ", "\u{B}"] {
        found.append(url.with(.refused) { $0.separator = separator })
      }
      for separator in [
        "%2F", "%2f", "%5C", "%252F", "%c0%af", "\u{FF0F}", "\u{2215}", "%EF%BC%8F",
      ] {
        found.append(url.with(.any) { $0.separator = separator })
      }
      found.append(url.with(.any) { $0.segments.reverse() })
      found.append(url.with(.any) { $0.segments.removeFirst() })
    }
    found.append(url.with(.any) { $0.segments += $0.segments })
    return found
  }

  // MARK: Within a segment

  private func escapes(of url: Spelling, at place: Int) -> [Respelling] {
    let bytes = Array((url.segments[place].removingPercentEncoding ?? "").utf8)
    let isHost = url.hasHost && place == 0
    func hex(_ byte: UInt8, _ isUpper: Bool) -> String {
      let digits = String(byte, radix: 16, uppercase: isUpper)
      return (digits.count == 1 ? "0" : "") + digits
    }
    let whole = [true, false].map { isUpper in bytes.map { "%" + hex($0, isUpper) }.joined() }
    var found = whole.map { text in
      url.with(isHost ? .refused : .same) { $0.segments[place] = text }
    }
    // Decoded once, an escape of an escape is text; a host holds none.
    let twice = bytes.map { "%25" + hex($0, true) }.joined()
    found.append(url.with(isHost ? .refused : .any) { $0.segments[place] = twice })
    for text in ["%", "%u0061", "%zz", "%c0%ae", "%C0%80", "%FF", "%ED%A0%80", "%00", "%0A", "%7f"]
    {
      found.append(url.with(.refused) { $0.segments[place] += text })
      found.append(url.with(.refused) { $0.segments[place] = text + $0.segments[place] })
    }
    for raw in ["\0", "\n", "\r\n", "\t", " ", "\\", "\u{7F}", "\u{1F}"] {
      found.append(url.with(.refused) { $0.segments[place] += raw })
    }
    return found
  }

  private func lookalikes(of url: Spelling, at place: Int) -> [Respelling] {
    var found: [Respelling] = []
    let swapped = String(
      url.segments[place].map {
        $0.isUppercase ? Character($0.lowercased()) : Character($0.uppercased())
      })
    // What is in lower case equals a host that is not.
    let isLowercased = url.segments[place] == url.segments[place].lowercased()
    let isSame = place == 0 && (rules.ignoresCase || url.hasHost && isLowercased)
    found.append(url.with(isSame ? .same : .any) { $0.segments[place] = swapped })
    for text in [
      "%2F", "%5c", "%20", "%09", "%C2%A0", "%E2%80%8B", ".", "~", "+", ";v=1", ",", "\u{301}",
    ] {
      found.append(url.with(.any) { $0.segments[place] += text })
      found.append(url.with(.any) { $0.segments[place] = text + $0.segments[place] })
    }
    for (plain, twins) in [("a", ["\u{430}", "\u{FF41}"]), ("i", ["\u{131}"]), ("s", ["\u{17F}"])] {
      for twin in twins where url.segments[place].contains(plain) {
        found.append(
          url.with(.any) { $0.segments[place] = $0.segments[place].replacing(plain, with: twin) })
      }
    }
    return found
  }
}

extension Spelling {
  fileprivate func with(
    _ meaning: Respelling.Meaning, _ change: (inout Spelling) -> Void
  ) -> Respelling {
    var copy = self
    change(&copy)
    return Respelling(spelling: copy, meaning: meaning)
  }
}
