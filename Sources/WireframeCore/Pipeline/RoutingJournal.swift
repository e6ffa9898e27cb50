/// Notes the steps of one routing, for a plan or a trace.
@MainActor
package protocol RoutingJournal: AnyObject {
  func note(_ step: RoutingStep)
  /// Ends the journal: nothing is noted any more.
  func close()
}

@MainActor
package protocol RoutingRecorder: AnyObject {
  /// The journal of a routing that was asked for; the purpose is a word.
  func journal(
    of request: RoutingRequest, for purpose: String, on clock: any Clock<Duration>
  ) -> any RoutingJournal
}

package enum RoutingStep {
  case began(RoutingStage)
  case ended(RoutingStage)
  case matched(Route)
  /// What an observer said; nil for one that plans do not ask.
  indirect case decided(String, RoutingDecision?, Route)
  indirect case redirected(RoutingRequest)
  indirect case answered(String, any RoutingOption)
  indirect case settled(any RoutingOption, isDefault: Bool)
  indirect case presenter(String)
  /// The routes of screens that would leave, before leave guards are asked.
  case leaving([Route?])
  indirect case provider(String)
  /// What is on screen: before a screen is presented, and afterwards.
  case screens([(id: NavigationEntryID, route: Route?)])
  /// What would be on screen, in a plan, and whether a host shows it.
  case landed([RoutePattern?], isKnown: Bool)
  indirect case finished(RoutingOutcome, Route)
  indirect case failed(RoutingError)
}

extension Wireframe {
  /// Has a recorder make a journal of each routing that is asked for from now on.
  package func add(recorder: any RoutingRecorder) -> Registration {
    outermost.settings.recorders.add(recorder, priority: 0)
  }

  // Apart from the stages: a routing without journal must not look these types up.
  /// Notes what is on screen.
  @inline(never)
  func noteScreens(in journal: any RoutingJournal) {
    journal.note(.screens(host?.state.entries.map { ($0.id, $0.route) } ?? []))
  }
}

final class JournalList: RoutingJournal {
  private let journals: [any RoutingJournal]

  init(_ journals: [any RoutingJournal]) { self.journals = journals }

  func note(_ step: RoutingStep) { for journal in journals { journal.note(step) } }
  func close() { for journal in journals { journal.close() } }
}
