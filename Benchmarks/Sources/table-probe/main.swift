import BenchmarkSupport
import CHeap
import WireframeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a run does so many times; everything before it does not depend on how many times that is.
typealias Work = @MainActor () async throws -> Int

func makeTable(_ patterns: [RoutePattern]) throws -> RouteTable<Int> {
  var table = RouteTable<Int>()
  for (index, pattern) in patterns.enumerated() { try table.insert(index, for: pattern) }
  return table
}

func makeSample(_ routes: Int) -> Sample { routes == 222 ? .gitHub() : .modules(routes) }

/// A list of so many words.
func wordList(_ count: Int) -> String {
  "/:w<\((0..<count).map { "word\($0)" }.joined(separator: "|"))>"
}

/// A typed parameter beside so many lists of two words each.
func listsBesideType(_ count: Int) throws -> RouteTable<Int> {
  var patterns: [RoutePattern] = ["/a/:x<int>"]
  for index in 0..<count { patterns.append(try RoutePattern("/a/:y<v\(index)|w\(index)>")) }
  return try makeTable(patterns)
}

func hits(_ url: String, _ table: RouteTable<Int>) -> Int {
  if case .match = table.match(url) { 1 } else { 0 }
}

/// A routing that no pattern matches, and the text of its error.
@MainActor
func printMiss(_ url: String, _ patterns: [String]) throws -> Work {
  let wireframe = Wireframe<String>(limits: .none)
  for pattern in patterns { try wireframe.handle(RoutePattern(pattern)) { _ in } }
  return {
    do {
      _ = try await wireframe.route(to: url)
      return 0
    } catch {
      return "\(error)".utf8.count
    }
  }
}

let kinds: [String: @MainActor (Int) throws -> Work] = [
  "parse": { routes in
    let texts = makeSample(routes).patterns
    return { try texts.reduce(0) { try $0 + RoutePattern($1).text.utf8.count } }
  },
  "insert": { routes in
    let patterns = try makeSample(routes).patterns.map { try RoutePattern($0) }
    return { try makeTable(patterns).patterns.count }
  },
  "remove-and-insert": { routes in
    let patterns = try makeSample(routes).patterns.map { try RoutePattern($0) }
    var table = try makeTable(patterns)
    let pattern = patterns[routes / 2]
    return {
      table.remove(pattern)
      try table.insert(1, for: pattern)
      return 1
    }
  },
  "remove-all": { routes in
    let patterns = try makeSample(routes).patterns.map { try RoutePattern($0) }
    let table = try makeTable(patterns)
    return {
      var copy = table
      return patterns.count { copy.remove($0) != nil }
    }
  },
  "register-mounted": { routes in
    let child = Wireframe<String>(limits: .none)
    for pattern in makeSample(routes).patterns { try child.handle(RoutePattern(pattern)) { _ in } }
    try Wireframe<String>(limits: .none).mount(child, at: "/mounted")
    return {
      try child.handle("/one/:more") { _ in }.remove()
      return 1
    }
  },
  "start": { routes in
    let patterns = makeSample(routes).patterns
    return {
      let wireframe = Wireframe<String>(limits: .none)
      for pattern in patterns { try wireframe.handle(RoutePattern(pattern)) { _ in } }
      try await wireframe.route(to: patterns[0])
      return patterns.count
    }
  },
  "miss": { routes in
    try printMiss("/modula000042/items/4711/details", makeSample(routes).patterns)
  },
  "miss-below": { routes in
    try printMiss(
      "/api/v1/modula000042/items/4711/details", makeSample(routes).patterns.map { "/api/v1" + $0 })
  },
  "miss-behind": { routes in
    let sample = makeSample(routes)
    return try printMiss(sample.paths[routes / 2] + "/missing/x", sample.patterns)
  },
  "int-beside-lists": { count in
    let table = try listsBesideType(count)
    return { hits("/a/4711", table) }
  },
  "miss-beside-lists": { count in
    let table = try listsBesideType(count)
    return { 1 - hits("/a/nothing", table) }
  },
  "parse-list": { count in
    let text = wordList(count)
    return { try RoutePattern(text).text.utf8.count }
  },
  "insert-list": { count in
    let pattern = try RoutePattern(wordList(count))
    return { try makeTable([pattern]).patterns.count }
  },
  "insert-list-twice": { count in
    let text = wordList(count)
    let patterns = try [RoutePattern(text + "/a"), RoutePattern(text + "/b")]
    return { try makeTable(patterns).patterns.count }
  },
  "remove-list": { count in
    let text = wordList(count)
    let patterns = try [RoutePattern(text + "/a"), RoutePattern(text + "/b")]
    let table = try makeTable(patterns)
    return {
      var copy = table
      return copy.remove(patterns[0]) ?? 1
    }
  },
  "parse-names": { count in
    let text = (0..<count).map { "/:name\($0)" }.joined()
    return { try RoutePattern(text).names.count }
  },
  "insert-names": { count in
    let pattern = try RoutePattern((0..<count).map { "/:name\($0)" }.joined())
    return { try makeTable([pattern]).patterns.count }
  },
]

/// Prints the memory that patterns and table take together, in bytes a route.
func printMemory(_ routes: Int) throws {
  let texts = makeSample(routes).patterns
  let before = heap_bytes()
  let patterns = try texts.map { try RoutePattern($0) }
  let afterPatterns = heap_bytes()
  let table = try makeTable(patterns)
  let after = heap_bytes()
  print("bytes a route: \((after - before) / table.patterns.count)")
  print("of which the pattern: \((afterPatterns - before) / patterns.count)")
}

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.prefix(2).compactMap { Int($0) }
guard let word = arguments.last, numbers.count == 2, arguments.count == 3,
  word == "memory" || kinds[word] != nil
else {
  let words = (kinds.keys + ["memory"]).sorted()
  print("usage: table-probe SIZE TIMES \(words.joined(separator: "|"))")
  exit(2)
}
if word == "memory" {
  try printMemory(numbers[0])
} else if let work = try kinds[word]?(numbers[0]) {
  let clock = ContinuousClock()
  var sum = 0
  let start = clock.now
  for _ in 0..<numbers[1] { sum += try await work() }
  let time = (clock.now - start).nanoseconds
  print("checksum \(sum)\nns a time: \(short(time / Double(max(1, numbers[1]))))")
}
