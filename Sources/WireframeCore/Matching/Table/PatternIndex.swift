/// The patterns of a table without their values: it reads URLs, chooses patterns, and refuses conflicts. It is not
/// generic, so that no lookup depends on the type of the values.
struct PatternIndex: Sendable {
  let sources: [URLSource]
  let schemes: [Scheme]
  let rules: MatchingRules
  /// The patterns at their indices; a removal moves the last one into the gap.
  private var indexed: [RoutePattern] = []
  private var numbers: [Int] = []
  private var lastNumber = 0
  private var isInOrder = true
  /// How many patterns were removed since the trie was laid out.
  private var removals = 0
  private(set) var types: [String: ParameterType] = [:]
  private(set) var trie: RouteTrie

  init(sources: [URLSource], rules: MatchingRules) {
    self.sources = sources
    schemes = sources.map(Scheme.init)
    self.rules = rules
    trie = RouteTrie(rules: rules)
  }

  mutating func add(type: ParameterType) throws(RoutingError) {
    let isWellFormed =
      !type.name.isEmpty && type.name.utf8.allSatisfy(ASCIISet.name.contains)
    let isTaken = ParameterType.builtInNames.contains(type.name) || types[type.name] != nil
    guard isWellFormed, !isTaken else {
      throw RoutingError(.invalidType(name: type.name, isTaken: isWellFormed))
    }
    types[type.name] = type
  }

  /// Forgets types that no pattern names.
  mutating func forget(types names: [String]) {
    guard !names.isEmpty else { return }
    for name in names { types[name] = nil }
    // What is left of removed patterns would be taken for a later type of the same name.
    layOut()
  }

  /// The patterns in the order in which they were inserted.
  var patterns: [RoutePattern] {
    Steps.add(indexed.count)
    return isInOrder ? indexed : inOrder.map { indexed[$0] }
  }

  /// The indices of the patterns in the order in which those were inserted.
  var inOrder: [Int] {
    Steps.add(indexed.count)
    return isInOrder ? Array(indexed.indices) : indexed.indices.sorted { numbers[$0] < numbers[$1] }
  }

  mutating func insert(_ pattern: RoutePattern) throws(RoutingError) {
    let key = try key(of: pattern)
    do { try insert(key) } catch { throw conflict(error, of: pattern) }
    indexed.append(pattern)
    lastNumber += 1
    numbers.append(lastNumber)
  }

  private mutating func insert(_ key: RouteTrie.Key) throws(RouteTrie.Conflict) {
    do {
      try trie.insert(key, index: indexed.count)
    } catch {
      // Removed patterns cause no conflict: what is left of them has no name.
      guard removals > 0 else { throw error }
      layOut()
      try trie.insert(key, index: indexed.count)
    }
  }

  /// Removes a pattern, and returns the index that it had. The last pattern has it now.
  mutating func remove(_ pattern: RoutePattern) -> Int? {
    guard let index = index(of: pattern), let key = try? key(of: pattern) else { return nil }
    trie.remove(key)
    let last = indexed.count - 1
    if index < last, let moved = try? self.key(of: indexed[last]) {
      trie.move(moved, to: index)
      indexed.swapAt(index, last)
      numbers.swapAt(index, last)
      isInOrder = false
    }
    indexed.removeLast()
    numbers.removeLast()
    removals += 1
    if removals > indexed.count { layOut() }
    return index
  }

  /// The index of a pattern as it was inserted.
  func index(of pattern: RoutePattern) -> Int? {
    Steps.add()
    guard let index = index(ofShapeOf: pattern), indexed[index] == pattern else { return nil }
    return index
  }

  /// The index of a pattern, or of another one that differs from it by its names only.
  func index(ofShapeOf pattern: RoutePattern) -> Int? {
    (try? key(of: pattern)).flatMap { trie.index(of: $0) }
  }

  /// Builds a new trie from the patterns that are left.
  private mutating func layOut() {
    removals = 0
    trie = RouteTrie(rules: rules)
    for index in inOrder {
      // Patterns of one table do not conflict.
      if let key = try? key(of: indexed[index]) { try? trie.insert(key, index: index) }
    }
  }

  private func key(of pattern: RoutePattern) throws(RoutingError) -> RouteTrie.Key {
    let source = try sourceIndex(of: pattern)
    return RouteTrie.Key(
      parts: pattern.parts, matchers: try matchers(for: pattern), source: source)
  }

  /// The outcome of a URL text, with the index of the pattern if one matches.
  enum Reading {
    case admitted(AdmittedURL, index: Int?)
    case refused(URLRefusal)
    case foreign
  }

  func read(_ text: consuming String, isTrusted: Bool) -> Reading {
    guard isTrusted else { return readFully(text, isTrusted: false, triesFastPath: true) }
    let match = fastMatch(text)
    guard match.index >= 0 else {
      return readFully(
        text, isTrusted: true, triesFastPath: match.index == RouteTrie.FastMatch.unsupported)
    }
    return .admitted(AdmittedURL(plainPath: text, match), index: match.index)
  }

  /// Whether a URL with a host, which another table has read, matches a pattern only since hosts are compared in lower
  /// case, too: as a segment behind a path, it has to be in lower case then.
  func needsLowercasedHost(of url: AdmittedURL, readBy other: PatternIndex) -> Bool {
    guard url.hasHost, let host = url.segmentText(at: 0) else { return false }
    var parts = url.parts
    let source = other.sources[Int(parts.source)]
    parts.source = sources.firstIndex(of: source).map { Int32(truncatingIfNeeded: $0) } ?? -1
    let index: Int32 = trie.withView { view in
      sources.withUnsafeElements { sources in
        schemes.withUnsafeElements { schemes in
          url.text.withBytes { bytes in
            let reader = URLReader(
              bytes: bytes, sources: sources, schemes: schemes, sourceCount: self.sources.count,
              rules: rules, isTrusted: true)
            return (try? reader.find(parts, in: view)) ?? -1
          }
        }
      }
    }
    guard index >= 0, let first = indexed[Int(index)].segments.first else { return false }
    return !first.matches(Array(host.utf8), isHost: false, types: other.types, rules: other.rules)
  }

  func nearMiss(of url: AdmittedURL) -> NearMiss {
    NearMiss(url: url, patterns: indexed, types: types, rules: rules)
  }

  /// The index of a pattern's source among the declared ones; -1 if the pattern has none.
  private func sourceIndex(of pattern: RoutePattern) throws(RoutingError) -> Int32 {
    guard let source = pattern.parts.source else { return -1 }
    guard let index = sources.firstIndex(of: source) else {
      throw RoutingError(.undeclaredSource(pattern: pattern, source: source, declared: sources))
    }
    return Int32(truncatingIfNeeded: index)
  }

  /// A matcher for each segment, nil for one without a type.
  func matchers(for pattern: RoutePattern) throws(RoutingError) -> [SegmentMatcher?] {
    try pattern.parts.segments.map { segment throws(RoutingError) -> SegmentMatcher? in
      guard case .parameter(_, let constraint?, _) = segment else { return nil }
      guard let matcher = SegmentMatcher(constraint, types: types, rules: rules) else {
        Steps.add(types.count)
        let known = (ParameterType.builtInNames + types.keys).sortedTexts()
        throw pattern.error(.unknownType(constraint.description, known: known), in: constraint)
      }
      if let word = rules.repeatedWord(in: constraint) {
        throw pattern.error(.repeatedWord(word), in: constraint)
      }
      return matcher
    }
  }

  private func conflict(_ conflict: RouteTrie.Conflict, of pattern: RoutePattern) -> RoutingError {
    switch conflict {
    case .sameShape(let other): RoutingError(.sameShape(pattern: pattern, other: indexed[other]))
    case .sharedWord(let word, let other):
      RoutingError(.sharedWord(pattern: pattern, other: indexed[other], word: word))
    case .optionalWords(let other):
      RoutingError(.optionalWords(pattern: pattern, other: indexed[other]))
    }
  }
}

extension RoutePattern {
  /// The error for a fault of a constraint, at the column after its `<`; each `<` opens one, from the left.
  fileprivate func error(_ reason: PatternFault.Reason, in constraint: Constraint) -> RoutingError {
    let constraints = segments.compactMap { segment -> Constraint? in
      guard case .parameter(_, let constraint, _) = segment else { return nil }
      return constraint
    }
    let index = constraints.firstIndex(of: constraint) ?? 0
    let before = text.split(separator: "<", omittingEmptySubsequences: false).prefix(index + 1)
    let fault = PatternFault(reason: reason, column: before.reduce(1) { $0 + $1.count + 1 })
    return RoutingError(.invalidPattern(text: text, fault: fault))
  }
}

/// A constraint of a pattern as a table applies it: words folded, types looked up. A class, since most segments have
/// none: an array of them is one of references then.
final class SegmentMatcher: Sendable {
  let kind: TypeKind
  let words: [[UInt8]]
  let type: ParameterType?

  /// The matcher of a constraint, or nil if its type is unknown.
  init?(
    _ constraint: RoutePattern.Constraint, types: [String: ParameterType], rules: MatchingRules
  ) {
    switch constraint {
    case .words(let words):
      kind = .words
      self.words = words.map { rules.folded(Array($0.utf8)) }
      type = nil
    case .type(let name):
      let builtIn = TypeKind(name)
      type = builtIn == nil ? types[name] : nil
      guard builtIn != nil || type != nil else { return nil }
      kind = builtIn ?? .custom
      words = []
    }
  }
}
