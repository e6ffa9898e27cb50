import BenchmarkSupport
import CHeap
import Hummingbird
import WireframeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct Settings {
  let isQuick: Bool
  let asMarkdown: Bool

  var rounds: Int { isQuick ? 5 : 25 }
  var round: Duration { .milliseconds(isQuick ? 2 : 8) }

  func show(_ table: TextTable) { print(table.text(asMarkdown: asMarkdown)) }
}

/// Stops if the matchers differ about a path: then a comparison would mean nothing.
func check(_ sample: Sample, _ trie: RouterTrie<Int>?, _ linear: LinearMatcher, step: Int) {
  for place in stride(from: 0, to: sample.paths.count, by: step) {
    let path = sample.paths[place]
    guard trie.map({ $0.resolve(path)?.value == place }) ?? true,
      linear.match(path)?.place == place
    else {
      print("The matchers differ about \(path).")
      exit(1)
    }
  }
}

func compareLookups(_ settings: Settings) throws {
  var text = TextTable(
    "A lookup of a path, ns (ratios to Wireframe)",
    ["table", "Wireframe", "Hummingbird", "ratio", "linear", "ratio"])
  var more = TextTable(
    "What else Wireframe does, ns (ratios to its lookup)",
    [
      "table", "lookup", "+ values", "ratio", "+ list of all", "ratio", "URL, values", "ratio",
      "miss", "ratio",
    ])
  let counts = settings.isQuick ? [10, 100, 1_000] : [10, 100, 1_000, 10_000, 100_000]
  let samples =
    [Sample.gitHub()] + counts.map(Sample.modules)
    + counts.filter { $0 >= 1_000 }.map(Sample.tree)
  // Few routes of a table are in use at a time; where all are, the memory's caches do not hold them.
  let cases =
    samples.map { (sample: $0, name: $0.name, paths: $0.paths(atMost: 1_000)) }
    + samples.filter { $0.paths.count >= 10_000 }.map {
      (sample: $0, name: $0.name + ", all in use", paths: $0.paths)
    }
  for (sample, name, paths) in cases {
    let table = try makeTable(sample.patterns.map { try RoutePattern($0) })
    // It compares with every sibling when a route is added, which takes too long for more.
    let trie =
      sample.paths.count <= 10_000 || sample.name.contains("tree") ? makeTrie(sample) : nil
    let linear = makeLinear(sample)
    check(sample, trie, linear, step: max(1, sample.paths.count / 200))
    // As far as a match goes, and then further.
    let missing = paths.map { $0 + "/missing/x" }
    let names = table.patterns.map(\.names)
    let urls = paths.map { "myapp:/\($0)?q=x" }
    var subjects = [
      Subject("steps", over: paths) { step(&$0, times: $1) },
      Subject("lookup", over: paths) { look(up: &$0, in: table, times: $1) },
      Subject("values", over: paths) { read(&$0, names, in: table, times: $1) },
      Subject("all", over: paths) { readAll(&$0, in: table, times: $1) },
      Subject("URL", over: urls) { read(&$0, names, in: table, times: $1) },
      Subject("miss", over: missing) { look(up: &$0, in: table, times: $1) },
      Subject("linear", over: paths) { look(up: &$0, in: linear, times: $1) },
    ]
    if let trie {
      subjects.append(
        Subject("trie", over: paths) { look(up: &$0, in: trie, times: $1) })
    }
    let all = medians(of: subjects, rounds: settings.rounds, round: settings.round)
    let times = all.map { $0 - all[0] }
    let lookup = times[1]
    let trieTime = times.count > 7 ? times[7] : .nan
    text.add([
      name, short(lookup), short(trieTime), short(trieTime / lookup), short(times[6]),
      short(times[6] / lookup),
    ])
    more.add(
      [name, short(lookup)]
        + [2, 3, 4, 5].flatMap { [short(times[$0]), short(times[$0] / lookup)] })
  }
  settings.show(text)
  settings.show(more)
}

func compareRegistration(_ settings: Settings) throws {
  var text = TextTable(
    "Registration, µs a route; memory of patterns and table after the first lookup, bytes a route",
    [
      "table", "insert", "parse + insert", "Hummingbird", "ratio", "first lookup, all, µs",
      "bytes a route",
    ])
  let samples =
    [Sample.gitHub()]
    + (settings.isQuick ? [1_000] : [1_000, 10_000, 100_000]).flatMap {
      [Sample.modules($0), .tree($0)]
    }
  let clock = ContinuousClock()
  for sample in samples {
    let count = Double(sample.patterns.count)
    let empty = heap_bytes()
    let patterns = try sample.patterns.map { try RoutePattern($0) }
    let patternBytes = heap_bytes() - empty
    var inserts: [Double] = []
    var parses: [Double] = []
    var firsts: [Double] = []
    var bytes: [Double] = []
    var tries: [Double] = []
    let path = sample.paths[0]
    for _ in 0..<(settings.isQuick ? 3 : 9) {
      let before = heap_bytes()
      var start = clock.now
      let table = try makeTable(patterns)
      inserts.append((clock.now - start).nanoseconds)
      start = clock.now
      var hits = 0
      if case .match = table.match(path) { hits += 1 }
      firsts.append((clock.now - start).nanoseconds)
      bytes.append(Double(patternBytes + heap_bytes() - before))
      start = clock.now
      let second = try makeTable(sample.patterns.map { try RoutePattern($0) })
      parses.append((clock.now - start).nanoseconds)
      consume(hits + second.patterns.count + table.patterns.count)
      if sample.patterns.count <= 1_000 || tries.isEmpty && sample.patterns.count <= 10_000 {
        start = clock.now
        let trie = makeTrie(sample)
        tries.append((clock.now - start).nanoseconds)
        consume(trie.resolve(path)?.value ?? 0)
      }
    }
    let insert = median(inserts) / count
    let trie = median(tries) / count
    text.add(
      [sample.name] + [insert, median(parses) / count, trie].map { short($0 / 1_000) }
        + [short(trie / insert), short(median(firsts) / 1_000), short(median(bytes) / count)])
  }
  settings.show(text)
}

@MainActor
func comparePipeline(_ settings: Settings) async throws {
  var text = TextTable(
    "A whole routing, µs", ["observers", "limits off", "limits on", "ratio"])
  let times = settings.isQuick ? 500 : 4_000
  for observers in [0, 1, 10, 100] {
    let off = try await routingTime(
      makeWireframe(observers: observers, limits: .none), rounds: settings.rounds, times: times)
    let on = try await routingTime(
      makeWireframe(observers: observers, limits: RoutingLimits()), rounds: settings.rounds,
      times: times / 4)
    text.add([
      String(observers), short(off / 1_000), short(on / 1_000), short(on / off),
    ])
  }
  settings.show(text)
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.allSatisfy(["--markdown", "--quick"].contains) else {
  print("usage: compare [--markdown] [--quick]")
  exit(2)
}
let settings = Settings(
  isQuick: arguments.contains("--quick"), asMarkdown: arguments.contains("--markdown"))
try await comparePipeline(settings)
try compareLookups(settings)
try compareRegistration(settings)
