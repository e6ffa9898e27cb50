/// What happens in the core; CoreReason+Sentences.swift says it in words.
package indirect enum CoreReason: RoutingError.Reason {
  case rejected(URLRefusal)
  /// `urlText`: the URL whose nearest source is named.
  case foreign(declared: [URLSource], urlText: String? = nil)
  /// `isByScheme`: the URL's scheme decides on the origin, not the call.
  case notExposed(
    pattern: RoutePattern, origin: RoutingOrigin, isByScheme: Bool, exposure: RouteExposure)
  /// `fallback`: why the fallback was passed over; nil if there is none.
  case disabled(by: String, fallback: RoutingError.Code?)
  case invalidSwitches(SwitchesFault)
  case alias(RoutePattern, of: RoutePattern, AliasFault)
  /// `oldName`: the old name that matches, and the pattern for which it stands, which is not there.
  case noRoute(
    NearMiss, asked: [String], oldName: (name: RoutePattern, target: RoutePattern)? = nil)
  /// The URL of a value does not lead to a route of its type, whose pattern is known if it is registered at all.
  case unregisteredType(name: String, pattern: RoutePattern?)
  /// As `noRoute`, for what the app has named itself.
  case noOwnScreen(OwnScreen, NearMiss)
  /// As `noRoute`, for a name that was to be opened.
  case noPage(NearMiss, asked: [String])
  case redirectLoop(patterns: [String])
  case tooManyRedirects(patterns: [String])
  case noOption
  case noPresenter(option: String, presenters: [String])
  case noController(asked: [String])
  case unregistered(part: String, RoutingError.Code)
  case unfitOption(String, navigator: String, allowed: String)
  case handlerHasNoController
  case notRestored
  case stopped(reason: String)
  case openingStopped(reason: String)
  case roleFailed(RoutingStage, role: String, error: any Error)
  case timedOut(RoutingStage, limit: Duration)
  case cancelled(RoutingStage)
  case placeholderLeft
  case superseded
  case reentrant(RoutingStage)
  case busy
  case tooManyWaiting(limit: Int)
  case tooManyLinks(limit: Int)
  case invalidType(name: String, isTaken: Bool)
  case prefixIsNoPath(pattern: RoutePattern)
  case sameShape(pattern: RoutePattern, other: RoutePattern)
  case sharedWord(pattern: RoutePattern, other: RoutePattern, word: String)
  case optionalWords(pattern: RoutePattern, other: RoutePattern)
  case mountPrefix(pattern: RoutePattern)
  case mountParent(parent: RoutePattern)
  case mountedAlready
  case mountedOnItself
  case mountedWhileRouting
  case mountType(name: String)
  case undeclaredSource(pattern: RoutePattern, source: URLSource, declared: [URLSource])
  case noStack
  case modalInTheWay
  case nothingOnScreen
  case notOnScreen
  case nothingToPop
  case nothingToDismiss
  case nothingToLeave
  case firstScreenStays
  case alreadyOnScreen
  case leaveRefused(reason: String)
  case noTab(name: String?, tabs: [String])
  case parentNames(pattern: RoutePattern, parent: RoutePattern, missing: [String])
  case parentCircle(pattern: RoutePattern, parent: RoutePattern)
  /// `nearest`: registered, with other names.
  case noParent(pattern: RoutePattern, parent: RoutePattern, nearest: RoutePattern? = nil)
  case noHost
  case noGate(tag: String)
  case noHome
  /// The stack in which a screen was wanted has left while it loaded.
  case stackLeft
  case covered
  case lock(LockFault)
  case closed
  case ambiguousMount(type: String, mounts: [String])
  case answerCancelled
  case noAnswer(route: String)
  case otherAnswer(type: String, wanted: String)

  package var code: RoutingError.Code {
    switch self {
    case .rejected: .rejected
    case .foreign: .foreign
    case .notExposed: .notExposed
    case .disabled: .disabled
    case .invalidSwitches: .invalidSwitches
    case .alias: .invalidAlias
    case .noRoute, .noOwnScreen, .noPage, .unregisteredType, .ambiguousMount: .noRoute
    case .redirectLoop, .tooManyRedirects: .redirectLoop
    case .noOption: .noOption
    case .noPresenter: .noPresenter
    case .unregistered(_, let code): code
    case .unfitOption: .presenterFailed
    case .noController, .handlerHasNoController, .notRestored: .noController
    case .stopped, .openingStopped, .noAnswer, .otherAnswer: .stopped
    case .roleFailed(let stage, _, _): stage.failureCode
    case .timedOut: .timedOut
    case .cancelled, .placeholderLeft, .superseded, .answerCancelled, .stackLeft, .closed:
      .cancelled
    case .reentrant: .reentrant
    case .busy, .tooManyWaiting, .tooManyLinks: .busy
    case .invalidType, .prefixIsNoPath: .invalidPattern
    case .sameShape, .sharedWord, .optionalWords: .conflictingPattern
    case .mountPrefix, .mountParent, .mountedAlready, .mountedOnItself, .mountedWhileRouting,
      .mountType:
      .invalidMount
    case .undeclaredSource: .invalidSource
    case .noStack: .noStack
    case .modalInTheWay: .modalInTheWay
    case .nothingOnScreen, .noHome: .nothingOnScreen
    case .notOnScreen: .notOnScreen
    case .nothingToPop, .nothingToDismiss, .nothingToLeave, .firstScreenStays: .nothingToLeave
    case .alreadyOnScreen: .alreadyOnScreen
    case .leaveRefused: .leaveRefused
    case .noTab: .noTab
    case .parentNames, .parentCircle, .noParent: .invalidParent
    case .noHost: .noHost
    case .noGate: .noGate
    case .covered: .covered
    case .lock: .invalidLock
    }
  }

  package var pattern: RoutePattern? {
    switch self {
    case .prefixIsNoPath(let pattern), .mountPrefix(let pattern), .sameShape(let pattern, _),
      .sharedWord(let pattern, _, _), .optionalWords(let pattern, _),
      .undeclaredSource(let pattern, _, _), .notExposed(let pattern, _, _, _),
      .parentNames(let pattern, _, _), .parentCircle(let pattern, _), .noParent(let pattern, _, _),
      .mountParent(let pattern), .alias(let pattern, _, _):
      pattern
    default: nil
    }
  }

  /// No route of a type where the URL of a value leads: it may be registered elsewhere, or its pattern without it.
  static func noRouteOfType(_ type: any Sendable.Type, among patterns: [RoutePattern]) -> Self {
    let own = (type as? any TypedRoute.Type)?.pattern
    let pattern = patterns.first { $0.routeType.map { $0 == type } ?? ($0 == own) }
    return .unregisteredType(name: "\(type)", pattern: pattern)
  }
}

/// A screen whose URL the app has named, as it was written.
package enum OwnScreen: Sendable {
  case home(String)
  case gate(tag: String, String)
  case lock(String)

  var sentence: String {
    switch self {
    case .home(let urlText): "The wireframe's home '\(urlText)' is not registered."
    case .gate(let tag, let urlText):
      "The screen '\(urlText)' of the gate for \(tag.inQuotes) is not registered."
    case .lock(let urlText): "The lock's screen '\(urlText)' is not registered."
    }
  }

  var place: String { if case .home = self { "'home:'" } else { "the gate's 'at:'" } }
}

package enum AliasFault: Equatable, Sendable {
  case otherParameters
  case itself
  /// The other one is bound to a source, and this one serves all of them.
  case noSource(URLSource)
  /// The other one is an old name itself, of this pattern.
  case ofAlias(RoutePattern)

  /// What keeps a pattern from being an old name of another one, whatever is registered; nil for nothing.
  package init?(_ name: RoutePattern, of pattern: RoutePattern) {
    if name == pattern {
      self = .itself
    } else if Self.parameters(of: name) != Self.parameters(of: pattern) {
      self = .otherParameters
    } else if let source = pattern.source, name.source == nil {
      self = .noSource(source)
    } else {
      return nil
    }
  }

  /// The parts of each segment with a name; the order of a list's words does not count.
  private static func parameters(of pattern: RoutePattern) -> Set<Set<String>> {
    let named = pattern.segments.filter { $0.name != nil }
    return Set(named.map { Set($0.description.split { "<|>".contains($0) }.map(String.init)) })
  }

  func sentence(_ name: RoutePattern, _ pattern: RoutePattern) -> String {
    let start = "'\(name)' cannot be an old name of '\(pattern)'"
    return switch self {
    case .otherParameters: "\(start): their parameters differ. Give both the same names and types."
    case .itself: "\(start): it is the same pattern."
    case .noSource(let source):
      "\(start), which is bound to '\(source)'. Write the old name with its source, too."
    case .ofAlias(let target):
      "\(start), which is an old name itself. Let both be old names of '\(target)'."
    }
  }
}

package enum LockFault: Equatable, Sendable {
  case doesNotCover
  case isForOnce
  case another
  case ofModule
  case hostCannotCover

  var sentence: String {
    switch self {
    case .doesNotCover: "The gate does not cover. Make it with 'covers: true'."
    case .isForOnce:
      "A lock cannot be passed for once: it is in front of every route. Make it without 'keeps: .once'."
    case .another: "The wireframe has a lock already. Remove its registration first."
    case .ofModule:
      "A mounted wireframe has no lock of its own. Add the lock to the outermost one: it covers all modules."
    case .hostCannotCover:
      "The host cannot cover its screens. Let it be a 'CoveringHost', and add the standard presenters first."
    }
  }
}

package struct SwitchesFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// Such as `off[2].fallback`; empty for the whole.
  let keyPath: String
  let found: String
  let allowed: String
  /// Where it is in a file: line and column, from 1.
  var place: String?

  package init(_ keyPath: String, _ found: String, _ allowed: String, at place: String? = nil) {
    self.keyPath = keyPath
    self.found = found
    self.allowed = allowed
    self.place = place
  }

  package var description: String {
    [place, keyPath.isEmpty ? nil : keyPath, "found \(found); allowed: \(allowed)."]
      .compactMap(\.self).joined(separator: ": ").escaped
  }
}
