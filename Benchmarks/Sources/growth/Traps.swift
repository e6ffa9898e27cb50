import WireframeCore

/// A table that is nasty to search, and URLs of growing length that hurt it most.
struct Trap {
  let name: String
  let patterns: [String]
  /// What a URL of about so many bytes comes to: a hit, or a miss.
  let isHit: Bool
  /// The URL of about so many bytes.
  let url: @Sendable (_ bytes: Int) -> String
  var sizes = raisedSizes
  var rules = MatchingRules(
    maximumLength: 1 << 20, maximumSegments: 1 << 18, maximumQueryItems: 1 << 18)
}

func repeated(_ text: String, toFill bytes: Int) -> String {
  String(repeating: text, count: max(1, bytes / text.utf8.count))
}

func numbered(_ count: Int, _ make: (String) -> String) -> [String] {
  (0..<count).map { make(String(100_000 + $0)) }
}

let raisedSizes = [16, 64, 256, 1_024, 4_096, 16_384, 65_536]
/// Sizes around those at which a lookup under the default rules has to look more closely.
let defaultSizes = [16, 64, 112, 120, 128, 129, 130, 136, 144, 192, 256, 512, 1_024, 2_048, 8_192]
/// So many segments of eight bytes.
let segmentSizes = [1, 2, 4, 8, 15, 16, 17, 18, 24, 32, 48, 63, 64].map { 8 * $0 }
/// Sizes around that at which a query could have too many items.
let querySizes = [16, 64, 128, 192, 256, 258, 259, 260, 272, 384, 512, 1_024, 2_048, 4_096]

let traps: [Trap] = [
  Trap(
    name: "default rules: 200 modules, a longer and longer value",
    patterns: numbered(200) { "/module\($0)/items/:id" }, isHit: true,
    url: { "/module100199/items/" + repeated("7", toFill: max(1, $0 - 20)) },
    sizes: defaultSizes, rules: MatchingRules()),
  Trap(
    name: "default rules: more and more parameters",
    patterns: segmentSizes.map { bytes in (0..<bytes / 8).map { "/:p\($0)" }.joined() },
    isHit: true, url: { repeated("/segment", toFill: $0) }, sizes: segmentSizes,
    rules: MatchingRules()),
  Trap(
    name: "default rules: more and more parameters, each escaped",
    patterns: segmentSizes.map { bytes in (0..<bytes / 8).map { "/:p\($0)" }.joined() },
    isHit: true, url: { repeated("/%73egme", toFill: $0) }, sizes: segmentSizes,
    rules: MatchingRules()),
  Trap(
    name: "default rules: a longer and longer query",
    patterns: ["/a"], isHit: true, url: { "/a?b=" + repeated("x", toFill: max(1, $0 - 5)) },
    sizes: querySizes, rules: MatchingRules()),
  Trap(
    name: "default rules: a longer and longer query, escaped",
    patterns: ["/a"], isHit: true, url: { "/a?b=" + repeated("%78", toFill: max(1, $0 - 5)) },
    sizes: querySizes, rules: MatchingRules()),
  Trap(
    name: "all parameters",
    patterns: raisedSizes.map { bytes in
      (0..<max(1, bytes / 8)).map { "/:p\($0)" }.joined()
    },
    isHit: true, url: { repeated("/segment", toFill: $0) }),
  Trap(
    name: "all parameters, a miss at the end",
    patterns: raisedSizes.map { bytes in
      (0..<max(1, bytes / 8)).map { "/:p\($0)" }.joined() + "/end"
    },
    isHit: false, url: { repeated("/segment", toFill: $0) + "/enx" }),
  Trap(
    name: "an optional tail at every depth to 64",
    patterns: (0..<64).map { String(repeating: "/a", count: $0) + "/*rest?" },
    isHit: true, url: { repeated("/a", toFill: $0) }),
  Trap(
    name: "an optional parameter at every depth to 64, a miss",
    patterns: (0..<64).map { String(repeating: "/a", count: $0) + "/:x?" },
    isHit: false, url: { repeated("/a", toFill: max($0, 160)) }),
  Trap(
    name: "64 literals that differ at the end only",
    patterns: raisedSizes.flatMap { bytes in
      numbered(64) { "/" + repeated("x", toFill: max(1, bytes - 8)) + $0 }
    },
    isHit: true, url: { "/" + repeated("x", toFill: max(1, $0 - 8)) + "100063" }),
  Trap(
    name: "5,000 sibling literals, a catch-all below each",
    patterns: numbered(5_000) { "/module\($0)/*rest" },
    isHit: true, url: { "/module104999" + repeated("/segment", toFill: max(1, $0 - 13)) }),
  Trap(
    name: "5,000 words of one place, a catch-all below",
    patterns: [
      "/:w<\(numbered(5_000) { "word\($0)" }.joined(separator: "|"))>/*rest", "/:x/*rest",
    ],
    isHit: true, url: { "/word104999" + repeated("/segment", toFill: max(1, $0 - 11)) }),
  Trap(
    name: "all types of one place, digits",
    patterns: ["uuid", "bool", "uint", "int", "double", "red|green"].map { "/a/:x<\($0)>" }
      + ["/a/:x"],
    isHit: true, url: { "/a/" + repeated("7", toFill: max(1, $0 - 3)) }),
  Trap(
    name: "backtracking over 2,047 nodes, then a catch-all",
    patterns: ["/*all"]
      + (0..<1_024).map { number in
        (0..<10).map { number >> $0 & 1 == 0 ? "/a" : "/:p\($0)" }.joined() + "/end"
      },
    isHit: true,
    url: { String(repeating: "/a", count: 10) + "/" + repeated("x", toFill: max(1, $0 - 21)) }),
  Trap(
    name: "an escape for every byte, one parameter",
    patterns: ["/:x"], isHit: true, url: { "/" + repeated("%41", toFill: max(3, $0 - 1)) }),
  Trap(
    name: "an escape for every byte, 64 literals",
    patterns: raisedSizes.flatMap { bytes in
      numbered(64) { "/" + String(repeating: "A", count: max(1, (bytes - 7) / 3)) + $0 }
    },
    isHit: true,
    url: { "/" + String(repeating: "%41", count: max(1, ($0 - 7) / 3)) + "100063" }),
  Trap(
    name: "empty query items", patterns: ["/a"], isHit: true,
    url: { "/a?" + repeated("&", toFill: max(1, $0 - 3)) }),
  Trap(
    name: "query items", patterns: ["/a"], isHit: true,
    url: { "/a?" + repeated("a=b&", toFill: max(4, $0 - 3)) }),
]
