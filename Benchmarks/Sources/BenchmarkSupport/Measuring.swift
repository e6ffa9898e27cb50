/// One thing to measure: it is run so many times, and says what it came to.
package struct Subject {
  package let name: String
  private let body: (Int) -> Int

  package init(_ name: String, _ body: @escaping (_ count: Int) -> Int) {
    self.name = name
    self.body = body
  }

  /// Nanoseconds a time, over so many times in one go.
  fileprivate func time(_ count: Int) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    consume(body(count))
    return (clock.now - start).nanoseconds / Double(count)
  }

  /// How many times fill a round.
  fileprivate func count(filling round: Duration) -> Int {
    var count = 1
    while true {
      let nanoseconds = time(count) * Double(count)
      if nanoseconds >= round.nanoseconds / 4 || count >= 1 << 24 {
        return max(1, Int(Double(count) * round.nanoseconds / nanoseconds))
      }
      count *= 4
    }
  }
}

/// Measures things side by side: every round runs each of them, and the medians over the rounds count.
///
/// - Parameters:
///   - subjects: What is to be measured.
///   - rounds: How many rounds.
///   - round: How long each thing runs in a round, at least once.
/// - Returns: The medians in nanoseconds a time, in the order of the subjects.
package func medians(of subjects: [Subject], rounds: Int, round: Duration) -> [Double] {
  let counts = subjects.map { $0.count(filling: round) }
  var times = subjects.map { _ in [Double]() }
  for _ in 0..<rounds {
    for (place, subject) in subjects.enumerated() {
      times[place].append(subject.time(counts[place]))
    }
  }
  return times.map(median)
}

/// The middle of some numbers.
package func median(_ numbers: [Double]) -> Double {
  guard !numbers.isEmpty else { return .nan }
  return numbers.sorted()[numbers.count / 2]
}

extension Duration {
  package var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}

/// Takes a result, so that nothing that leads to it may be left out.
@inline(never)
package func consume(_ number: Int) {
  // A condition that never holds, and that the compiler cannot know.
  if number == .min { print("") }
}
