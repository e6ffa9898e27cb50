public import WireframeCore

/// What an association file cannot say about a table, that it is too large, or where it disagrees with the table.
public struct AssociationFinding: Hashable, Sendable, CustomStringConvertible {
  /// The pattern; nil for the file as a whole.
  public let pattern: RoutePattern?
  /// The paths of the components that send too much; none for the file as a whole.
  public let paths: [String]
  /// What was found, on one line.
  public let description: String

  init(_ pattern: RoutePattern?, _ paths: [String], _ description: String) {
    (self.pattern, self.paths) = (pattern, paths)
    self.description = description.escaped
  }
}

extension AssociationFile {
  /// Makes the file of a table: what is exposed to universal links on an https source.
  ///
  /// Links with the most segments come first, and what is left of their number is excluded behind them, so that `?*`
  /// matches one segment. Routes that are closed are excluded before those that would take their links.
  ///
  /// Systems compare characters, so each way to spell a link is a component. The file has the usual one, in which only
  /// what a path cannot hold is escaped, and the one in which all but letters, digits and `-._~` is; both with capital
  /// letters in the escapes, and both with a slash at the end unless the table's rules make it count. Other spellings
  /// of the same link go to the browser.
  ///
  /// The app opens every link that the file sends, or there is a finding. Malformed and hostile links are the
  /// exception, since a component with `?*` takes them as well: bad escapes, dot segments, controls, and what exceeds
  /// the table's limits. The app refuses them, as it would on any other way in. It also refuses a link by an old name
  /// whose new URL is a closed route's: give that route the link's path as an old name, and the file excludes it. Nor
  /// are links by an old name of a closed route sent that lead to an exposed one: give that one their paths, too.
  ///
  /// - Parameters:
  ///   - manifest: The table.
  ///   - source: The https source, from whose host the file is served.
  ///   - appID: The app's identifier: team, a dot, and bundle.
  /// - Returns: The file, and what it cannot say.
  /// - Throws: ``InsightError`` for a source without host, for one that the manifest does not declare, and for
  ///   what is no app's identifier.
  public static func make(
    of manifest: RouteManifest, for source: URLSource, appID: String
  ) throws(InsightError) -> (file: AssociationFile, findings: [AssociationFinding]) {
    guard source.host != nil else {
      throw InsightError("'\(source)' serves no file. Name an https source.")
    }
    if case .foreign = manifest.table.match(source.urlText(at: "/")) {
      throw InsightError(
        "The manifest does not declare '\(source)': its links are foreign to the app. Its sources are: "
          + "\(manifest.sources.joined(separator: ", ")).")
    }
    guard isAppID(appID) else {
      throw InsightError(
        "\(appID.inQuotes) is not an app identifier. Write the team's, a dot, and the bundle's, as in "
          + "'TEAM123456.com.example.shop'.")
    }
    let writer = AssociationWriter(manifest.routes, source, manifest.rules)
    let components = writer.components.contains { !$0.isExcluded } ? writer.components : []
    let file = AssociationFile(details: [Details(appIDs: [appID], components: components)])
    var findings = writer.findings
    let count = file.json.utf8.count
    if count > mostBytes {
      findings.append(
        AssociationFinding(
          nil, [],
          "The file has \(count) bytes, and systems take 128 KB. Expose fewer routes to universal links, or let "
            + "one pattern take the place of many."))
    }
    return (file, findings)
  }

  /// The paths that the file of a table has for what is exposed to universal links.
  static func sentPaths(
    of routes: [RegisteredRoute], for source: URLSource, _ rules: MatchingRules
  ) -> Set<String> {
    let writer = AssociationWriter(routes, source, rules)
    return Set(writer.components.filter { !$0.isExcluded }.compactMap(\.path))
  }
}

/// Writes the components of one host, those of the longest paths first.
private struct AssociationWriter {
  /// A path of a pattern with a fixed number of segments, or with more.
  private struct Form {
    let route: RegisteredRoute
    let path: String
    let width: Width?
    let ranks: [Int]

    var isOpen: Bool { route.exposure.admits(.universalLink) }
  }

  /// A pattern of which components send too much, and why.
  private struct Excess: Hashable {
    let pattern: RoutePattern
    let isOpen: Bool
    let width: Width
  }

  private let routes: [RegisteredRoute]
  private let rules: MatchingRules
  private var seen: Set<String> = []
  /// For each excess the paths of its components, in the order in which they were found.
  private var notes: [(excess: Excess, paths: [String])] = []
  private var noteIndices: [Excess: Int] = [:]
  private(set) var components: [AssociationFile.Component] = []

  init(_ routes: [RegisteredRoute], _ source: URLSource, _ rules: MatchingRules) {
    self.routes = routes.flatMap { route in [route] + route.aliases.map { route.named($0) } }
      .filter { ($0.pattern.source ?? source) == source }
    self.rules = rules
    write()
  }

  private mutating func write() {
    guard routes.contains(where: { $0.exposure.admits(.universalLink) }) else { return }
    // No route has an empty segment, and the app refuses such a path.
    exclude("*//*", "empty segments")
    let deepest = routes.map(\.pattern.segments.count).max() ?? 0
    // Only catch-alls have more segments than the deepest pattern.
    for depth in (0...deepest + 1).reversed() {
      // The slash of an empty path is none at its end.
      let ends: [Bool?] =
        rules.distinguishesTrailingSlash ? (depth > 0 ? [true, false] : [false]) : [nil]
      for slash in ends {
        add(forms(of: depth, orMore: depth > deepest, endingInSlash: slash))
        guard depth > 0 else { continue }
        // What is left of so many segments must not be taken by `?*` in a shorter path.
        exclude(
          String(repeating: "/?*", count: depth) + (slash == true ? "/" : ""),
          "\(depth) segments or more, of no other route")
      }
    }
    dropIdleExclusions()
  }

  /// Drops exclusions from which no later component would take a link.
  private mutating func dropIdleExclusions() {
    var kept: [AssociationFile.Component] = []
    var included: [Glob.Pattern] = []
    for component in components.reversed() {
      let path = Glob.Pattern(comparable(component.path ?? "*"))
      if component.isExcluded, !included.contains(where: { Glob.overlap($0, path) }) { continue }
      if !component.isExcluded { included.append(path) }
      kept.append(component)
    }
    components = kept.reversed()
  }

  /// A path as it is compared with others.
  private func comparable(_ path: String) -> String { rules.ignoresCase ? path.lowercased() : path }

  private mutating func add(_ forms: [Form]) {
    let open = forms.filter(\.isOpen).map { ($0, Glob.Pattern(comparable($0.path))) }
    for form in forms {
      if form.isOpen {
        include(form)
      } else if let width = form.width {
        let path = Glob.Pattern(comparable(form.path))
        for (open, glob) in open
        where Glob.overlap(glob, path) && form.ranks.lexicographicallyPrecedes(open.ranks) {
          note(form, open.path, width)
        }
      } else {
        exclude(form.path, "'\(form.route.pattern)' is closed")
      }
    }
  }

  private mutating func include(_ form: Form) {
    if seen.insert("+" + form.path).inserted {
      let pattern = form.route.pattern.description
      components.append(
        .init(
          path: form.path, isCaseSensitive: !rules.ignoresCase,
          comment: form.path == pattern || form.path == pattern + "/" ? nil : pattern))
    }
    guard let width = form.width else { return }
    note(form, form.path, width)
  }

  private mutating func note(_ form: Form, _ path: String, _ width: Width) {
    let excess = Excess(pattern: form.route.pattern, isOpen: form.isOpen, width: width)
    let index = noteIndices[excess] ?? notes.count
    if index == notes.count { notes.append((excess, [])) }
    noteIndices[excess] = index
    if seen.insert("\(index) \(path)").inserted { notes[index].paths.append(path) }
  }

  /// A finding for each pattern and reason.
  var findings: [AssociationFinding] {
    notes.map { excess, paths in
      let (pattern, isOpen) = (excess.pattern, excess.isOpen)
      let others = paths.count - 1
      let senders =
        others == 0
        ? "'\(paths[0])' \(isOpen ? "also sends" : "may also send")"
        : "'\(paths[0])' and \(others) other component\(others == 1 ? "" : "s") "
          + (isOpen ? "also send" : "may also send")
      let fault =
        isOpen
        ? "links that '\(pattern)' does not match" : "links of '\(pattern)', which is closed"
      return AssociationFinding(
        pattern, paths, "\(senders) \(fault): \(excess.width.reason(isOpen: isOpen)).")
    }
  }

  private mutating func exclude(_ path: String, _ comment: String) {
    guard seen.insert("-" + path).inserted else { return }
    components.append(
      .init(
        path: path, isExcluded: true, isCaseSensitive: !rules.ignoresCase,
        comment: comment.escaped))
  }

  // MARK: Forms

  /// The paths with so many segments, the most specific first; with or without a slash at the end, or nil for both.
  private func forms(of depth: Int, orMore: Bool, endingInSlash slash: Bool?) -> [Form] {
    routes.flatMap { forms(of: $0, depth: depth, orMore: orMore, endingInSlash: slash) }
      .sorted {
        $0.ranks == $1.ranks ? $0.path < $1.path : $0.ranks.lexicographicallyPrecedes($1.ranks)
      }
  }

  private func forms(
    of route: RegisteredRoute, depth: Int, orMore: Bool, endingInSlash slash: Bool?
  ) -> [Form] {
    let pattern = route.pattern
    var fixed = pattern.segments
    var more = 0
    var takesAnyEnd = false
    switch fixed.last {
    case .catchAll(_, let isOptional)?:
      fixed.removeLast()
      more = depth - fixed.count
      takesAnyEnd = !pattern.endsWithSlash
      guard more >= (isOptional ? 0 : 1) else { return [] }
    case let last? where last.isOptional && fixed.count == depth + 1:
      guard !orMore else { return [] }
      fixed.removeLast()
    default:
      guard fixed.count == depth, !orMore else { return [] }
    }
    if let slash, slash != pattern.endsWithSlash, !(slash && takesAnyEnd) { return [] }

    var width: Width? = more > 0 ? .encodedSlashes : nil
    // With more segments `?*` may take several, and what follows is found later.
    if orMore, fixed.dropLast().contains(where: { $0.name != nil }) { width = .segments }
    let choices = Spelling.choices(for: fixed, ignoresCase: rules.ignoresCase)
    let tail = String(repeating: "/?*", count: more)
    let ends: [String] =
      switch slash {
      case true?: ["/"]
      case false?: [""]
      // What ends in `?*` takes the slash itself.
      case nil: more > 0 || choices.last?.first?.text == "?*" ? [""] : ["", "/"]
      }
    let last = pattern.segments.last?.rank ?? 0
    let ranks =
      fixed.map(\.rank) + Array(repeating: last, count: more)
      + [pattern.segments.count == fixed.count ? 0 : last]
      + [takesAnyEnd ? 1 : 0, route.pattern.source == nil ? 1 : 0]
    let paths = choices.reduce([Spelling("", width)]) { paths, choice in
      paths.flatMap { path in choice.map { path.followed(by: $0) } }
    }
    return paths.flatMap { path in
      (depth == 0 ? [""] : ends).map { end in
        Form(
          route: route, path: depth == 0 ? "/" : path.text + tail + end, width: path.width,
          ranks: ranks)
      }
    }
  }
}

/// Why a component sends more than its pattern matches, the weightiest last.
private enum Width: Comparable {
  case encodedSlashes, segments, wildcards, types, words

  func reason(isOpen: Bool) -> String {
    switch self {
    case .encodedSlashes where !isOpen:
      "excluding them would exclude open links with an encoded slash"
    case .encodedSlashes: "those with an encoded slash"
    case .segments: "a component does not count segments"
    case .wildcards: "'*' and '$(' mean something else in a component"
    case .types: "a component has no types"
    case .words: "its words would make more than \(Spelling.mostPaths) components"
    }
  }
}

/// The text of a segment, or of a path, in a component.
private struct Spelling {
  /// How many paths a pattern may have in the file.
  static let mostPaths = 64

  let text: String
  let width: Width?

  init(_ text: String, _ width: Width? = nil) {
    self.text = text
    self.width = width
  }

  func followed(by segment: Spelling) -> Spelling {
    Spelling(text + "/" + segment.text, [width, segment.width].compactMap(\.self).max())
  }

  /// The texts of each segment; the longest lists become `?*` where all paths together would be too many.
  static func choices(for segments: [RoutePattern.Segment], ignoresCase: Bool) -> [[Spelling]] {
    var choices = segments.map { choice(for: $0, ignoresCase: ignoresCase) }
    // Lists multiply beyond any integer.
    while choices.reduce(1.0, { $0 * Double($1.count) }) > Double(mostPaths) {
      let longest = choices.map(\.count).max()
      guard let index = choices.lastIndex(where: { $0.count == longest }) else { break }
      choices[index] = [Spelling("?*", .words)]
    }
    return choices
  }

  private static func choice(
    for segment: RoutePattern.Segment, ignoresCase: Bool
  ) -> [Spelling] {
    switch segment {
    case .literal(let text): spellings(of: text)
    case .parameter(_, .words(let words)?, _): words.flatMap(spellings)
    // `TRUE` is no bool, whatever the rules for literals are.
    case .parameter(_, .type("bool")?, _):
      ["true", "false"].map { Spelling($0, ignoresCase ? .types : nil) }
    case .parameter(_, .type("uuid")?, _):
      [
        Spelling(
          [8, 4, 4, 4, 12].map { String(repeating: "?", count: $0) }.joined(separator: "-"), .types)
      ]
    case .parameter(_, nil, _), .catchAll: [Spelling("?*")]
    case .parameter: [Spelling("?*", .types)]
    }
  }

  /// A text as it is usually written, and with all escaped that may be.
  private static func spellings(of text: String) -> [Spelling] {
    let usual = text.unicodeScalars.map { scalar in
      "!$&'()*+,;=:@".unicodeScalars.contains(scalar)
        ? String(scalar) : PercentEncoding.encode(String(scalar))
    }.joined()
    // A star would match any text, and `$(` would begin a variable.
    let literal = usual.replacing("*", with: "?").replacing("$(", with: "$?")
    let escaped = PercentEncoding.encode(text)
    return [Spelling(literal, literal == usual ? nil : .wildcards)]
      + (escaped == usual ? [] : [Spelling(escaped)])
  }
}

extension RoutePattern.Segment {
  /// How specific a segment is: least is most.
  fileprivate var rank: Int {
    switch self {
    case .literal: 0
    case .parameter(_, .words?, let isOptional): isOptional ? 5 : 1
    case .parameter(_, .type("uuid")?, let isOptional): isOptional ? 6 : 2
    case .parameter(_, .some, let isOptional): isOptional ? 7 : 3
    case .parameter(_, nil, let isOptional): isOptional ? 8 : 4
    case .catchAll(_, let isOptional): isOptional ? 10 : 9
    }
  }
}
