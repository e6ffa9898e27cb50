import TestSupport

/// How SwiftUI behaves where nothing binds it, as others have measured it: each a choice.
struct Habits {
  /// When SwiftUI writes a binding after something that the user does.
  enum Write: CaseIterable { case atOnce, atTheEnd, late }
  /// What becomes of a modal that comes while another one moves.
  enum Drop: CaseIterable { case isForgotten, isWrittenNil, isPresentedLater }

  var write = Write.atOnce
  /// Whether each write comes once more.
  var repeatsWrites = false
  var drop = Drop.isForgotten
  /// Whether the controller that reports appearance is never asked, once in so many times; 0 for always asked.
  var losesAppearance = 0
  /// Whether `onDismiss` is not called, once in so many times; 0 for always called.
  var losesDismissal = 0
  /// Whether views are drawn a turn after the change, or later.
  var drawsLate = false
  /// Whether the user's dismissal is reported, but never written.
  var losesWrites = false
  /// Whether only the last column is shown where SwiftUI decides, as on an upright iPad.
  var hidesColumns = false
  /// Whether screens never report anything, as views that begin empty do without a container. (W2)
  var hasSilentScreens = false
  /// How often at most SwiftUI ignores the same path of a shown stack, once in so many times; 0 for never. (W3)
  var ignoresPaths = (times: 0, onceIn: 1)
  var transition = Duration.milliseconds(350)
  /// How many turns of the main actor pass between two events: with few, an event comes in the middle of what the one
  /// before it has begun.
  var turns = 4...4

  static func random(_ random: inout SplitMix64) -> Habits {
    // A silent screen cannot be told from one that was ignored: a path is told twice then, and both times may count.
    let isSilent = random.oneIn(12)
    return Habits(
      write: Write.allCases.pick(&random), repeatsWrites: random.oneIn(2),
      drop: Drop.allCases.pick(&random), losesAppearance: random.oneIn(3) ? 4 : 0,
      losesDismissal: random.oneIn(3) ? 4 : 0, drawsLate: random.oneIn(2),
      losesWrites: random.oneIn(6), hidesColumns: random.oneIn(2),
      hasSilentScreens: isSilent, ignoresPaths: (!isSilent && random.oneIn(3) ? 1 : 0, 4),
      transition: .milliseconds([0, 100, 350, 600].pick(&random)),
      turns: 0...6)
  }

  /// The names of all habits, those of single choices included: each has a fact in Tests/Device.
  static let names = [
    "write", "repeatsWrites", "drop", "losesAppearance", "losesDismissal", "drawsLate",
    "losesWrites", "hidesColumns", "hasSilentScreens", "ignoresPaths", "transition", "turns",
    // What the user does, which is no choice of SwiftUI's.
    "backgroundFlip", "cancelledSwipe", "secondTap", "longBack", "sameLinkTwice",
  ]
}
