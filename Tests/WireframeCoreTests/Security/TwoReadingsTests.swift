import Foundation
import TestSupport
import Testing
import WireframeCore

/// Guard and matcher cannot be made to read two different paths.
@MainActor
@Suite(.hangsNever)
struct TwoReadingsTests {
  nonisolated static let rules = [
    MatchingRules(), MatchingRules(ignoresCase: true),
    MatchingRules(distinguishesTrailingSlash: true),
  ]

  @Test(
    "Two readings: a guarded URL is shown if both guards let it pass, and else not, on every way in",
    arguments: rules)
  func plain(rules: MatchingRules) async throws {
    for url in GuardedApp.urls {
      let app = try GuardedApp(url, rules: rules)
      for spelling in url.spellings {
        for way in GuardedApp.Way.all {
          for answer in [GuardedApp.Answer.proceed, .tagStops, .pathStops] {
            app.answer = answer
            let ending = await app.enter(spelling.text, by: way)
            let isReached = way.isTrusted || spelling.start != "/"
            let shown = GuardedApp.Ending.shown(way == .controller ? nil : url.pattern)
            let reached = answer == .proceed ? shown : .stopped
            let expected = isReached ? reached : way == .resume ? nil : .failed(.rejected)
            #expect(ending == expected, "\(spelling.text) by \(way), \(answer)")
          }
        }
      }
      #expect(app.stage.shown?.description == url.pattern.text)
      #expect(app.breaches.isEmpty)
    }
  }

  @Test(
    "Two readings: no respelling of a guarded URL shows its screen past a guard, as text or as URL",
    arguments: rules)
  func respellings(rules: MatchingRules) async throws {
    var log = Log()
    var random = SplitMix64(seed: 1)
    let respeller = URLRespeller(rules: rules)
    var count = 0
    for url in GuardedApp.urls {
      let app = try GuardedApp(url, rules: rules)
      var texts: Set<String> = []
      for respelling in url.spellings.flatMap(respeller.all) {
        let text = respelling.spelling.text
        guard texts.insert(text).inserted else { continue }
        count += 1
        guard Load.takes(count) else { continue }
        let meaning = respelling.meaning
        app.answer = .proceed
        log.note(await app.enter(text, by: .route), text, .route, meaning, url.pattern)
        let way = GuardedApp.Way.all.pick(&random)
        if let parsed = URL(string: text) {
          // Where Foundation has escaped or mapped something, that is another respelling.
          let own = parsed.absoluteString == text ? meaning : .any
          log.note(await app.enter(parsed, by: way), text, way, own, url.pattern)
        } else {
          log.note(await app.enter(text, by: way), text, way, meaning, url.pattern)
        }
        app.answer = [.tagStops, .pathStops].pick(&random)
        let other = GuardedApp.Way.all.pick(&random)
        log.note(await app.enter(text, by: other), text, other, .any, url.pattern)
      }
      #expect(app.breaches.isEmpty)
    }
    #expect(log.surprises.prefix(20).isEmpty)
    #expect(log.shown > Load.scaled(4_000))
    #expect(log.stopped > Load.scaled(500))
    #expect(log.failed > Load.scaled(8_000))
  }

  @Test(
    "Two readings: nor do several respellings at once, by chance", arguments: rules,
    Array<UInt64>(1...(Load.isFull ? 3 : 1)))
  func mixtures(rules: MatchingRules, seed: UInt64) async throws {
    var log = Log()
    var random = SplitMix64(seed: seed)
    let respeller = URLRespeller(rules: rules)
    for url in GuardedApp.urls {
      let app = try GuardedApp(url, rules: rules)
      for _ in 0..<(Load.isFull ? 30 : 4) {
        let text = respeller.mixture(of: url.spellings.pick(&random), &random)
        for answer in [GuardedApp.Answer.proceed, .tagStops, .pathStops] {
          app.answer = answer
          let way = GuardedApp.Way.all.pick(&random)
          let parsed = random.oneIn(2) ? URL(string: text) : nil
          let ending =
            if let parsed { await app.enter(parsed, by: way) } else {
              await app.enter(text, by: way)
            }
          log.note(ending, text, way, .any, url.pattern)
        }
      }
      #expect(app.breaches.isEmpty, "seed \(seed)")
    }
    #expect(log.shown > Load.scaled(50), "seed \(seed)")
    #expect(log.stopped > Load.scaled(10) - 1, "seed \(seed)")
    #expect(log.failed > Load.scaled(500), "seed \(seed)")
  }

  /// How often which end came, and which ends the rules did not promise.
  private struct Log {
    var shown = 0
    var stopped = 0
    var failed = 0
    var surprises: [String] = []

    mutating func note(
      _ ending: GuardedApp.Ending?, _ text: String, _ way: GuardedApp.Way,
      _ meaning: Respelling.Meaning, _ pattern: RoutePattern
    ) {
      switch ending {
      case .shown: shown += 1
      case .stopped: stopped += 1
      case .failed, nil: failed += 1
      }
      guard !isPromised(ending, text, way, meaning, pattern) else { return }
      surprises.append(
        "\(text.debugDescription) by \(way) was \(String(describing: ending)), not \(meaning)")
    }

    private func isPromised(
      _ ending: GuardedApp.Ending?, _ text: String, _ way: GuardedApp.Way,
      _ meaning: Respelling.Meaning, _ pattern: RoutePattern
    ) -> Bool {
      // A URL that is not let in is not parked either.
      let refused: [GuardedApp.Ending?] = way == .resume ? [nil] : [.failed(.rejected)]
      switch meaning {
      case .any: return true
      case .refused: return refused.contains(ending)
      case .away: return (refused + [.failed(.foreign)]).contains(ending)
      case .same where text.hasPrefix("/") && !way.isTrusted: return refused.contains(ending)
      case .same: return ending == .shown(way == .controller ? nil : pattern)
      }
    }
  }
}
