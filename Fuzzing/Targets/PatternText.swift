import WireframeCore

/// Pattern text: no trap, faults with a column, and what is taken prints, registers and matches.
///
/// An input is the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPatternText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(input: start, count)
  checkSource(text)
  let pattern: RoutePattern
  do {
    pattern = try RoutePattern(text)
  } catch {
    checkFault(error, text)
    return 0
  }
  checkParts(pattern, text)
  for isStrict in [false, true] { checkTable(pattern, isStrict: isStrict) }
  return 0
}

private func checkSource(_ text: String) {
  guard let source = try? URLSource(text) else { return }
  claim((try? URLSource(source.description)) == source, "\(text.debugDescription) as \(source)")
}

/// The column is the only position that the public error tells.
private func checkFault(_ error: RoutingError, _ text: String) {
  claim(error.code == .invalidPattern, "\(text.debugDescription): \(error.code)")
  let start = "Pattern '\(text.escaped)' is invalid at column "
  claim(error.description.utf8.starts(with: start.utf8), "\(text.debugDescription): \(error)")
  let rest = error.description.utf8.dropFirst(start.utf8.count)
  let column = Int(String(decoding: rest.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
  claim(
    column.map { (1...text.count + 1).contains($0) } == true,
    "\(text.debugDescription): column \(column as Any) of \(text.count)")
}

/// What a pattern says of itself, and that it reads the same when it is printed from its segments.
private func checkParts(_ pattern: RoutePattern, _ text: String) {
  claim(isSame(pattern.text, text), "the text of \(text.debugDescription)")
  claim(
    isSame(pattern.description, pattern.description.escaped), "printing \(text.debugDescription)")
  let segments = pattern.segments
  claim(pattern.names == segments.compactMap(\.name), "the names of \(text.debugDescription)")
  claim(
    Set(pattern.names).count == pattern.names.count, "repeated names in \(text.debugDescription)")
  for segment in segments.dropLast() {
    if case .catchAll = segment {
      fatalError("a catch-all before the end: \(text.debugDescription)")
    }
    claim(!segment.isOptional, "an optional before the end: \(text.debugDescription)")
  }
  let path = segments.map { "/\($0)" }.joined()
  let source = pattern.source.map { $0.host == nil ? "\($0)//" : "\($0)" }
  let printed = (source ?? "") + (path.isEmpty || pattern.endsWithSlash ? path + "/" : path)
  for printed in [printed, pattern.description] {
    let again = unfailing("\(printed.debugDescription) of \(text.debugDescription)") {
      try RoutePattern(printed)
    }
    claim(
      again.segments.elementsEqual(segments, by: isSame) && again.source == pattern.source,
      "\(printed.debugDescription) reads otherwise than \(text.debugDescription)")
  }
}

// MARK: - In a table

private func checkTable(_ pattern: RoutePattern, isStrict: Bool) {
  var table = RouteTable<Int>(
    sources: pattern.source.map { [$0] } ?? [],
    rules: MatchingRules(
      maximumLength: .max, maximumSegments: .max, distinguishesTrailingSlash: isStrict))
  var types: Set = ["bool", "double", "int", "uint", "uuid"]
  for case .parameter(_, .type(let name)?, _) in pattern.segments where types.insert(name).inserted
  {
    unfailing("type '\(name)' of \(pattern)") {
      try table.add(type: ParameterType(name) { !$0.isEmpty })
    }
  }
  unfailing("inserting \(pattern)") { try table.insert(7, for: pattern) }
  do {
    try table.insert(8, for: pattern)
    fatalError("inserted twice: \(pattern)")
  } catch {
    claim(error.code == .conflictingPattern, "inserting \(pattern) twice: \(error)")
  }
  for values in values(for: pattern) {
    // The start has no trailing slash that could be told apart.
    let isStart = pattern.segments.allSatisfy { $0.name.map { values[$0].isNothing } ?? false }
    if isStrict, isStart, pattern.endsWithSlash {
      checkStart(of: pattern, with: values, in: table)
      continue
    }
    checkURL(of: pattern, with: values, in: table)
  }
  claim(table.remove(pattern) == 7 && table.patterns.isEmpty, "removing \(pattern)")
}

/// The start is no URL of a pattern that requires a slash behind something.
private func checkStart(
  of pattern: RoutePattern, with values: [String: RouteValue], in table: RouteTable<Int>
) {
  let url = unfailing("\(pattern) with \(values)") { try pattern.urlText(with: values) }
  let found = table.match(url).finding
  claim(found == .noMatch, "\(url.debugDescription) of \(pattern): \(found)")
}

/// The URL that a pattern prints matches it again, with the same values.
private func checkURL(
  of pattern: RoutePattern, with values: [String: RouteValue], in table: RouteTable<Int>
) {
  let url = unfailing("\(pattern) with \(values)") { try pattern.urlText(with: values) }
  guard case .match(let match) = table.match(url) else {
    fatalError("\(url.debugDescription) of \(pattern) with \(values): \(table.match(url).finding)")
  }
  claim(match.value == 7 && match.pattern == pattern, "the match of \(url.debugDescription)")
  let expected = pattern.names.compactMap { name in values[name].map { (name: name, value: $0) } }
  claim(
    match.values.all.elementsEqual(expected, by: isSame),
    "values of \(url.debugDescription) by \(pattern): \(match.values.all)")
  for (name, value) in expected {
    let found = match.values.value(of: name)
    claim(found.map { isSame($0, value) } == true, "'\(name)' alone, of \(url.debugDescription)")
  }
}

/// Values that fit a pattern: those that are easily spoilt, and the pattern's own text.
private func values(for pattern: RoutePattern) -> [[String: RouteValue]] {
  var all: [String: RouteValue] = [:]
  for segment in pattern.segments {
    switch segment {
    case .literal: break
    case .parameter(let name, let type, _): all[name] = .text(text(for: type, of: pattern))
    case .catchAll(let name, _):
      // A host may be dots, which no segment may.
      let pieces = pattern.text.utf8.split(separator: UInt8(ascii: "/")).map {
        String(Substring($0))
      }
      all[name] = .list(
        ["a b", "%2F", "é", "...", "?#"] + pieces.filter { $0 != "." && $0 != ".." })
    }
  }
  guard let last = pattern.segments.last, last.isOptional, let name = last.name else {
    return [all]
  }
  var some = all
  // A catch-all of nothing is an empty list.
  if case .catchAll = last { some[name] = [] } else { some[name] = nil }
  return [all, some]
}

private func text(for type: RoutePattern.Constraint?, of pattern: RoutePattern) -> String {
  switch type {
  case .words(let words)?: words[pattern.text.utf8.count % words.count]
  case .type("bool")?: "true"
  case .type("double")?: "-0.5"
  case .type("int")?: "-9223372036854775808"
  case .type("uint")?: "18446744073709551615"
  case .type("uuid")?: "6f9619ff-8b86-d011-b42d-00cf4fc964ff"
  case .type?, nil: "\(pattern.text)/\\?#%2e+"
  }
}

extension RouteValue? {
  fileprivate var isNothing: Bool { self == nil || self == .list([]) }
}
