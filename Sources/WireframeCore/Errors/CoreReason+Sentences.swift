extension CoreReason {
  package func sentence(about route: String) -> String {
    switch self {
    case .rejected(let refusal): return "The URL was refused: \(refusal)"
    case .foreign(let declared, let urlText):
      let nearest = urlText.flatMap { URLSource.nearest(to: $0, among: declared) }
      return "The URL is foreign: its scheme or origin is none of \(list(declared)). "
        + "Declare it among the wireframe's sources, or hand the URL to the system."
        + (nearest.map { " Did you mean '\($0)'?" } ?? "")
    case .notExposed(let pattern, let origin, let isByScheme, let exposure):
      return notExposed(pattern, origin, isByScheme, exposure)
    case .disabled(let name, let fallback):
      let start = "The route \(route) is switched off by \(name)."
      return fallback.map { "\(start) Its fallback was passed over: \($0)." } ?? start
    case .invalidSwitches(let fault): return "The switches cannot be read: \(fault)"
    case .alias(let name, let pattern, let fault): return fault.sentence(name, pattern)
    case .noRoute(let nearMiss, let asked, nil): return noRoute(nearMiss, asked) { $0.description }
    case .noOwnScreen(let screen, let nearMiss):
      let nearest = nearMiss.findings.nearestPatterns.map { "'\($0)'" }
      return "\(screen.sentence)\(nearest.isEmpty ? "" : " Did you mean \(anyOf(nearest))?") "
        + "Register a route for it, or name another one in \(screen.place)."
    case .noRoute(let nearMiss, let asked, (let name, let target)?):
      return "No route matches '\(nearMiss)': '\(name)' is an old name of '\(target)', which is "
        + "not registered as a route. Register it, or correct the old name." + asking(asked)
    case .noPage(let nearMiss, let asked):
      return noRoute(nearMiss, asked) { $0.pageName ?? $0.description }
    case .unregisteredType(let name, let pattern?) where pattern.routeType != nil:
      return
        "The URL of this '\(name)' does not lead to '\(pattern)', which is registered for the type. "
        + "Ask the router of the wireframe that registered it, or remove the pattern that matches the URL instead."
    case .unregisteredType(let name, let pattern):
      let start = pattern.map { "'\($0)' is registered, but not" } ?? "No route is registered"
      return "\(start) for the type '\(name)'. Register \(pattern == nil ? "it" : "that instead"): "
        + "'wireframe.register(\(name).self) { … }'."
    case .redirectLoop(let patterns):
      return "Redirects form a loop: \(chain(patterns)). Let the observer that redirects "
        + "proceed for the route that it redirects to."
    case .tooManyRedirects(let patterns):
      return "More than \(Routing.maximumRedirects) redirects: \(chain(patterns)). "
        + "Redirect straight to the final route."
    case .noOption:
      return "No option says how to present \(route). To fix this, name one in the call, register "
        + "the route with 'option:', add an option provider, or give the wireframe a 'defaultOption'."
    case .noPresenter(let option, let presenters):
      let start = "No presenter accepts the option '\(option)' of \(route)."
      guard !presenters.isEmpty else {
        return "\(start) No presenter is registered: call 'addStandardPresenters(on:)', or add one."
      }
      return "\(start) The presenters are: \(presenters.asNames). To fix this, add a presenter for "
        + "'\(option)' or use another option."
    case .noController(let asked):
      return "No controller provider made a controller for \(route). Asked: \(asked.asNames). "
        + "To fix this, register the pattern with a closure that makes one, or add a provider."
    case .unregistered(let part, _):
      return "\(part) is registered, but \(route) needs it. Register it on the "
        + "'RouteConfiguration', and keep it registered."
    case .unfitOption(let key, let navigator, let allowed):
      return "The option \(key.inQuotes) for \(route) does not fit the navigator "
        + "\(navigator.inQuotes), which allows \(allowed) there. Correct it, or declare it."
    case .notRestored:
      return "A saved screen of \(route) is not restored: its route has a handler, is a gate's, or "
        + "has 'restoration: .never'."
    case .handlerHasNoController:
      return "The route \(route) is a handler and has no controller. Route to it instead."
    case .stopped(let reason): return "An observer stopped the request for \(route): \(reason)"
    case .openingStopped(let reason):
      return "An observer stopped the opening of \(route): \(reason)"
    case .roleFailed(let stage, let role, let error):
      let start = "\(role.sentenceCased) failed while \(stage.rawValue) for \(route)"
      if let error = error as? RoutingError { return "\(start): \(error.description)" }
      return "\(start): it threw \(type(of: error)). See 'underlyingError'."
    case .timedOut(let stage, let limit):
      return "\(stage.rawValue.sentenceCased) for \(route) took longer than \(limit). Make it "
        + "faster, or raise the limit in the wireframe's 'limits'."
    case .cancelled(let stage):
      return "The routing was cancelled while \(stage.rawValue), before anything was presented."
    case .placeholderLeft:
      return "The placeholder of \(route) has left, or the calling task was cancelled, before its "
        + "screen was there."
    case .superseded:
      return "The routing was cancelled before anything was presented: a later one replaced it."
    case .busy:
      return "Another routing is running, and this wireframe rejects new ones meanwhile. Try again "
        + "later, or make the wireframe with another 'policy'."
    case .tooManyWaiting(let limit):
      return "\(limit) requests are already waiting for 'activate()'. Call it when the UI is ready."
    case .tooManyLinks(let limit):
      return "\(limit) links are already waiting for their turn. To allow more, raise "
        + "'waitingLinks' in the wireframe's 'limits'."
    case .reentrant(let stage):
      return "A role awaited its own wireframe while \(stage.rawValue) for \(route); both would "
        + "wait forever. Call 'router.enqueue(…)' instead: it runs after the current routing."
    case .invalidType(let name, let isTaken):
      return isTaken
        ? "A parameter type '\(name)' exists already. Choose another name."
        : "'\(name)' cannot name a parameter type. Use ASCII letters, digits, '_' and '-'."
    case .prefixIsNoPath(let pattern):
      return "Pattern '\(pattern)' cannot be observed as a prefix: it has a source, or ends in "
        + "an optional segment or a catch-all. Use the plain path: it covers everything below it."
    case .sameShape(let pattern, let other):
      return "Pattern '\(pattern)' matches the same URLs as '\(other)', registered before it. "
        + "Remove one of them, or tell them apart by a literal or a type."
    case .sharedWord(let pattern, let other, let word):
      return "Pattern '\(pattern)' has the word '\(word)' at the same place as '\(other)', "
        + "registered before it. Put each word in one list only."
    case .optionalWords(let pattern, let other):
      return "Pattern '\(pattern)' and '\(other)', registered before it, both match without their "
        + "optional words. Make one of them required."
    case .mountPrefix(let pattern):
      return
        "A wireframe cannot be mounted at '\(pattern)'. Use a path of literals such as '/shop', or no path."
    case .mountParent(let parent):
      return "A wireframe cannot be mounted with the parent '\(parent)': its routes have no value "
        + "for its names. Use a pattern of literals."
    case .mountedAlready: return "The wireframe is already mounted. Remove that registration first."
    case .mountedOnItself:
      return "A wireframe cannot be mounted on itself, nor on one that is mounted on it."
    case .mountType(let name):
      return "The wireframe and the one it is mounted on have different types '\(name)'. Add the "
        + "same 'ParameterType' to both, or give one of them another name."
    case .mountedWhileRouting: return "The wireframe is routing. Mount it before you use it."
    case .undeclaredSource(let pattern, let source, let declared):
      return "Pattern '\(pattern)' is bound to '\(source)', which is none of \(list(declared)). "
        + "Declare the source, or leave it out of the pattern."
    case .noStack:
      return
        "There is no stack to push onto. Set a root in a stack first, or use '.show' or '.modal'."
    case .modalInTheWay:
      return "A modal is above the stack, and the push may not dismiss it. Dismiss it first, "
        + "or push with 'dismissesModals: true'."
    case .nothingOnScreen:
      return "Nothing is on screen yet to present over or to replace. Show a root first: "
        + "route to a route with the option '.root'."
    case .notOnScreen:
      return "The screen to go back to is not on screen. Use '.push' or '.show' to show it again."
    case .nothingToPop:
      return "There is nothing to pop: the top screen is the first of its stack, or in no stack."
    case .nothingToDismiss: return "There is nothing to dismiss: no modal is on screen."
    case .nothingToLeave: return "There is nothing to go back to: the first screen is at the top."
    case .firstScreenStays:
      return "The observers no longer allow a first screen, but nothing replaced it. Let them "
        + "redirect it to a route that shows a screen, or set another root."
    case .alreadyOnScreen:
      return "The controller is already on screen, and cannot be in two places. Make a new one, or "
        + "go back to it with '.back'."
    case .leaveRefused(let reason): return "An observer did not let a screen leave: \(reason)"
    case .noTab(let name, let tabs):
      let wanted = name.map { "no tab \($0.inQuotes)" } ?? "no such tab"
      return "There is \(wanted). The tabs are: \(tabs.asNames)."
    case .parentNames(let pattern, let parent, let missing):
      return "'\(parent)' cannot be the parent of '\(pattern)', which has no value for "
        + "\(missing.asNames). Use a parent whose names are among its child's."
    case .parentCircle(let pattern, let parent):
      return "The parents of '\(pattern)' lead back to it: its parent is '\(parent)'. Name another."
    case .noParent(let pattern, let parent, let nearest?):
      return "The parent '\(parent)' of '\(pattern)' is not registered. Did you mean '\(nearest)'? "
        + "A parent is named as it is registered."
    case .noParent(let pattern, let parent, nil):
      return "The parent '\(parent)' of '\(pattern)' is not registered. Register it, or remove it "
        + "from the route's place."
    case .noGate(let tag):
      return "There is no gate for \(tag.inQuotes). Add it by 'addGate(for:at:)' or 'add(lock:)'."
    case .covered:
      return "A lock covers the screens. Open it, and call 'resume(after:)' with it first."
    case .lock(let fault): return fault.sentence
    case .noHome:
      return "An observer redirects the home \(route), so nothing can be shown below the screen."
    case .stackLeft:
      return "The routing was cancelled: the stack in which its screen was wanted has left."
    case .closed: return "The wireframe is closed. Make another one for another window."
    case .ambiguousMount(let type, let mounts):
      return "'\(type)' is registered in a module that is mounted at \(mounts.asNames). Ask the "
        + "module's own router, or write the URL."
    case .answerCancelled: return "The caller that waited for an answer was cancelled."
    case .noAnswer(let other): return "The request led to \(other), so no answer will come."
    case .otherAnswer(let type, let wanted):
      return "The screen answers with '\(type)', and '\(wanted)' was asked for. Let "
        + "'answer(to:as:)' name the type of the screen's answer."
    case .noHost:
      return "The wireframe has no host. Call 'addStandardPresenters(on:)' on it, or on the "
        + "wireframe on which it is mounted."
    }
  }

  private func noRoute(
    _ nearMiss: NearMiss, _ asked: [String], _ name: (RoutePattern) -> String
  ) -> String {
    let findings = nearMiss.findings
    let nearest = findings.nearestPatterns.map { "'\(name($0))'" }
    let longestPrefix = findings.longestPrefix
    var text = "No route matches '\(findings.redactedPath)'."
    let mismatches = findings.mismatches.map { " \($0.sentence)" }.joined()
    if !nearest.isEmpty {
      text += " Did you mean \(anyOf(nearest))?" + mismatches
    } else if longestPrefix != "/" {
      text += " Valid after '\(longestPrefix)': \(following(findings))." + mismatches
    } else {
      text += mismatches + " Register a pattern for it."
    }
    return text + asking(asked)
  }

  private func asking(_ providers: [String]) -> String {
    providers.isEmpty ? "" : " Asked: \(providers.asNames)."
  }

  private func notExposed(
    _ pattern: RoutePattern, _ origin: RoutingOrigin, _ isByScheme: Bool,
    _ exposure: RouteExposure
  ) -> String {
    let why =
      isByScheme
      ? "Its URL is not https, so its origin is '\(origin)'." : "The call named this origin."
    let open = exposure.origins ?? []
    let names = open.union([origin]).map(\.spelling).sortedTexts().joined(separator: ", ")
    let fix =
      isByScheme && open.contains(.universalLink)
      ? "Make the link an https one; or, if any app may open the route, register it"
      : "To open it to such links, register it"
    return "The route '\(pattern)' is not open to \(origin.links). \(why) The route's exposure is: "
      + "\(exposure). \(fix) with 'exposure: .only(\(names))'."
  }

  private func following(_ findings: NearMiss.Findings) -> String {
    let most = 20
    let expected = findings.expected(atMost: most + 1)
    if expected.isEmpty { return "nothing" }
    return Array(expected.prefix(most)).asNames + (expected.count > most ? ", …" : "")
  }

  private func chain(_ patterns: [String]) -> String {
    patterns.map { "'\($0)'" }.joined(separator: " → ")
  }

  private func list(_ sources: [URLSource]) -> String {
    sources.isEmpty ? "the declared ones (there are none)" : sources.map(\.description).asNames
  }
}

extension RoutingOrigin {
  fileprivate var links: String {
    switch self {
    case .universalLink: "universal links"
    case .customScheme: "links of a custom scheme"
    case .notification: "links in notifications"
    default: "links of the origin '\(self)'"
    }
  }

  /// The origin as Swift code names it.
  fileprivate var spelling: String {
    switch self {
    case .app, .universalLink, .customScheme, .notification, .restoration, .spotlight, .shortcut,
      .content:
      ".\(rawValue)"
    default: "\"\(rawValue.onOneLine)\""
    }
  }
}

extension NearMiss.Mismatch {
  fileprivate var sentence: String {
    switch self {
    case .type(let segment, let names):
      "Segment \(segment) is not of type \(anyOf(names.map { "'\($0)'" }))."
    case .letterCase(let segment): "Segment \(segment) differs only in letter case."
    case .encodedSlash(let segment):
      "Segment \(segment) has an encoded slash, which a catch-all does not take."
    case .trailingSlash: "Only the slash at the end differs."
    }
  }
}

/// A list in words, with an "or" before the last.
private func anyOf(_ texts: [String]) -> String {
  let others = texts.dropLast().joined(separator: ", ")
  return others.isEmpty ? texts.last ?? "" : "\(others) or \(texts.last ?? "")"
}

extension URLRefusal: DescribedValue {
  /// What was found wrong, in which part, and how to fix it; on one line, free of values.
  public var description: String {
    switch reason {
    case .empty: "it is empty. Route to '/' for the start."
    case .tooLong: URLLimit.length.sentence(limit ?? 0)
    case .rawControl:
      "a raw control character is at byte \(offset). Only a query may hold one, percent-encoded."
    case .rawSpace: "a raw space is at byte \(offset). Write it as '%20'."
    case .rawBackslash: "a raw backslash is at byte \(offset). Write it as '%5C'."
    case .noSchemeOrSlash: "it begins neither with a scheme nor with '/'. Begin a path with '/'."
    case .leadingDoubleSlash:
      "it begins with '//', which could be a host or a path. Begin a path with one '/'."
    case .pathFromOutside:
      "a path without scheme cannot come from outside the app. Use a declared scheme or origin."
    case .noSlashAfterScheme: "no '/' follows the scheme. Write 'scheme://…' or 'scheme:/…'."
    case .userinfo: "a user name or password is before the host. Leave it out."
    case .badHost:
      "its host is missing or malformed. Use ASCII letters, digits, '-' and '.', without escapes."
    case .badPort: "its port is malformed, or is on a custom scheme. Leave it out."
    case .badEscape:
      "the part at byte \(offset) has a '%' that is not followed by two hexadecimal digits, or is not "
        + "UTF-8. Write a percent sign as '%25'."
    case .encodedControl:
      "the path segment at byte \(offset) holds an encoded control character. Leave it out."
    case .encodedNUL: "the part at byte \(offset) holds an encoded NUL. Leave it out."
    case .emptySegment:
      "the path has an empty segment at byte \(offset). Write one '/' between segments."
    case .dotSegment:
      "the path has a '.' or '..' segment at byte \(offset). Write the path without it."
    case .tooManySegments: URLLimit.segments.sentence(limit ?? 0)
    case .tooManyQueryItems: URLLimit.queryItems.sentence(limit ?? 0)
    case .payloadFromOutside:
      "a request from outside the app carries a payload. Payloads are the app's own."
    case .foreignRedirect:
      "an observer redirected to a URL that it took from a request, and whose scheme or origin is not declared."
    default: reason.rawValue
    }
  }
}

extension String { package var sentenceCased: String { prefix(1).uppercased() + dropFirst() } }

extension URLSource {
  package static func nearest(to urlText: String, among sources: [URLSource]) -> URLSource? {
    let bytes = Array(urlText.utf8.prefix(300))
    guard let colon = endOfScheme(in: bytes) else { return nil }
    let rest = bytes[(colon + 1)...]
    let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    let scheme = String(decoding: bytes[...colon], as: UTF8.self).lowercased()
    let host = String(decoding: authority, as: UTF8.self).lowercased()
    func distance(_ source: URLSource) -> Int? {
      guard let own = source.host else {
        return EditDistance.between(scheme, source.description, atMost: 2)
      }
      let origin = "\(scheme)//\(host)".withoutWWW
      return host.hasSuffix("." + own)
        ? 1 : EditDistance.between(origin, source.description.withoutWWW, atMost: 3)
    }
    return sources.compactMap { source in distance(source).map { (source, $0) } }
      .min { $0.1 < $1.1 }?.0
  }
}

extension String { fileprivate var withoutWWW: String { replacing("//www.", with: "//") } }
