public import WireframeCore

/// What an association file cannot say about a table, with the component that says something near it.
public struct AssociationFinding: Hashable, Sendable, CustomStringConvertible {
  /// The pattern.
  public let pattern: RoutePattern
  /// The path of the component that sends too much.
  public let path: String
  /// What the file cannot say, on one line.
  public let message: String

  /// What the file cannot say.
  public var description: String { message }
}

extension AssociationFile {
  /// Makes the file of a table: what is exposed to universal links on an https source.
  ///
  /// Links with the most segments come first, and what is left of their number is excluded behind them, so that `?*`
  /// stands for one segment. Routes that are closed are excluded before those that would take their links. Of the
  /// spellings of a path it has the shortest: escapes in capital letters, no slash at the end.
  ///
  /// - Parameters:
  ///   - manifest: The table.
  ///   - source: The https source, from whose host the file is served.
  ///   - appID: The app's identifier: team, a dot, and bundle.
  /// - Returns: The file, and what it cannot say.
  public static func make(
    of manifest: RouteManifest, for source: URLSource, appID: String
  ) -> (file: AssociationFile, findings: [AssociationFinding]) {
    var writer = AssociationWriter(manifest, source)
    writer.write()
    let components = writer.components.contains { !$0.isExcluded } ? writer.components : []
    return (
      AssociationFile(details: [Details(appIDs: [appID], components: components)]),
      writer.findings
    )
  }
}

/// Writes the components of one host, those of the longest paths first.
private struct AssociationWriter {
  /// A path of a pattern with a fixed number of segments, or with more.
  private struct Form {
    let entry: RouteManifest.Entry
    let path: String
    let depth: Int
    /// Whether the path matches links that the pattern does not.
    let isWider: Bool
    /// Whether they differ in more than encoded slashes.
    let isTyped: Bool
    let ranks: [Int]

    var isOpen: Bool { entry.route.exposure.admits(.universalLink) }
  }

  private let entries: [RouteManifest.Entry]
  private let ignoresCase: Bool
  private var seen: Set<String> = []
  private var noted: Set<AssociationFinding> = []
  private(set) var components: [AssociationFile.Component] = []
  private(set) var findings: [AssociationFinding] = []

  init(_ manifest: RouteManifest, _ source: URLSource) {
    entries = manifest.routes.filter { ($0.route.source ?? source) == source }
    ignoresCase = manifest.ignoresCase
  }

  mutating func write() {
    guard entries.contains(where: { $0.route.exposure.admits(.universalLink) }) else { return }
    // No route has an empty segment, and the app refuses such a path.
    exclude("*//*", "empty segments")
    let deepest = entries.map(\.route.pattern.segments.count).max() ?? 0
    // Only catch-alls have more segments than the deepest pattern.
    add(forms(of: deepest + 1, orMore: true), depth: deepest + 1)
    for depth in (0...deepest).reversed() {
      add(forms(of: depth, orMore: false), depth: depth)
    }
    dropIdleExclusions()
  }

  /// Drops exclusions from which no later component would take a link.
  private mutating func dropIdleExclusions() {
    var kept: [AssociationFile.Component] = []
    var included: [String] = []
    for component in components.reversed() {
      let path = component.path ?? "*"
      if !component.isExcluded {
        included.append(path)
      } else if !included.contains(where: { Glob.overlap($0, path) }) {
        continue
      }
      kept.append(component)
    }
    components = kept.reversed()
  }

  private mutating func add(_ forms: [Form], depth: Int) {
    for form in forms {
      if form.isOpen {
        include(form)
      } else if !form.isWider {
        exclude(form.path, "'\(form.entry.route.pattern)' is closed")
      } else {
        for open in forms
        where open.isOpen && form.ranks.lexicographicallyPrecedes(open.ranks)
          && Glob.overlap(open.path, form.path)
        {
          note(
            form.entry.route.pattern, open.path,
            "'\(open.path)' may also send links of '\(form.entry.route.pattern)', which is closed: a "
              + "component says no types.")
        }
      }
    }
    // What is left of so many segments must not be taken by `?*` in a shorter path.
    if depth > 0 {
      exclude(
        String(repeating: "/?*", count: depth), "\(depth) segments or more, of no other route")
    }
  }

  private mutating func include(_ form: Form) {
    guard seen.insert("+" + form.path).inserted else { return noteIfWider(form) }
    components.append(
      .init(
        path: form.path, isCaseSensitive: !ignoresCase, comment: "\(form.entry.route.pattern)"))
    noteIfWider(form)
  }

  private mutating func noteIfWider(_ form: Form) {
    guard form.isWider else { return }
    note(
      form.entry.route.pattern, form.path,
      "'\(form.path)' also sends links that '\(form.entry.route.pattern)' does not match: "
        + (form.isTyped ? "a component says no types." : "those with an encoded slash."))
  }

  private mutating func note(_ pattern: RoutePattern, _ path: String, _ message: String) {
    let finding = AssociationFinding(pattern: pattern, path: path, message: message.escaped)
    if noted.insert(finding).inserted { findings.append(finding) }
  }

  private mutating func exclude(_ path: String, _ comment: String) {
    guard seen.insert("-" + path).inserted else { return }
    components.append(
      .init(
        path: path, isExcluded: true, isCaseSensitive: !ignoresCase, comment: comment.escaped))
  }

  // MARK: Forms

  /// The paths with so many segments, the most specific first.
  private func forms(of depth: Int, orMore: Bool) -> [Form] {
    entries.flatMap { forms(of: $0, depth: depth, orMore: orMore) }
      .sorted {
        $0.ranks == $1.ranks ? $0.path < $1.path : $0.ranks.lexicographicallyPrecedes($1.ranks)
      }
  }

  private func forms(of entry: RouteManifest.Entry, depth: Int, orMore: Bool) -> [Form] {
    let segments = entry.route.pattern.segments
    var fixed = segments
    var more = 0
    switch segments.last {
    case .catchAll(_, let isOptional)?:
      fixed.removeLast()
      more = depth - fixed.count
      guard more >= (isOptional ? 0 : 1) else { return [] }
    case let last? where last.isOptional && segments.count == depth + 1:
      guard !orMore else { return [] }
      fixed.removeLast()
    default:
      guard segments.count == depth, !orMore else { return [] }
    }
    var paths = [(path: "", isWider: false)]
    var followsText = false
    for segment in fixed {
      let spellings = Self.spellings(of: segment)
      // With more segments `?*` may take several, and what follows is found later.
      let isLoose = orMore && followsText
      followsText = followsText || segment.name != nil
      paths = paths.flatMap { path in
        spellings.texts.map { (path.path + "/" + $0, path.isWider || spellings.isWider || isLoose) }
      }
    }
    let tail = String(repeating: "/?*", count: more)
    // An encoded slash in a catch-all is no match, and a component cannot say so.
    let ranks =
      fixed.map(\.rank) + Array(repeating: segments.last?.rank ?? 0, count: more)
      + [segments.count == fixed.count ? 0 : segments.last?.rank ?? 0]
      + [entry.route.source == nil ? 1 : 0]
    return paths.map { path in
      Form(
        entry: entry, path: path.path.isEmpty && more == 0 ? "/" : path.path + tail, depth: depth,
        isWider: path.isWider || more > 0, isTyped: path.isWider, ranks: ranks)
    }
  }

  /// The texts of a segment in a component.
  private static func spellings(of segment: RoutePattern.Segment) -> (
    texts: [String], isWider: Bool
  ) {
    switch segment {
    case .literal(let text): (spelling(of: [text]), text.contains("*"))
    case .parameter(_, .words(let words)?, _) where words.count <= 16:
      (spelling(of: words), words.contains { $0.contains("*") })
    case .parameter(_, .type("bool")?, _): (["true", "false"], false)
    case .parameter(_, .type("uuid")?, _):
      ([[8, 4, 4, 4, 12].map { String(repeating: "?", count: $0) }.joined(separator: "-")], true)
    case .parameter(_, nil, _), .catchAll: (["?*"], false)
    case .parameter: (["?*"], true)
    }
  }

  /// Texts in their shortest spelling; a star would stand for anything.
  private static func spelling(of texts: [String]) -> [String] {
    texts.map { RoutePattern.encodedSegment($0).replacing("*", with: "?") }
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
