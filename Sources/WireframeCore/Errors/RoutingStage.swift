/// The stages of the pipeline, as errors name them.
package enum RoutingStage: String, CaseIterable, Sendable {
  case queue = "waiting in the queue"
  case observe = "observing"
  case handle = "handling"
  case option = "settling the option"
  case leave = "asking the screens that would leave"
  case provide = "providing the controller"
  case present = "presenting"

  /// Whether a later routing can replace one in this stage: what is shown is shown, and what is done is done.
  var canBeSuperseded: Bool { if case .handle = self { false } else { isCancellable } }

  /// What is about to be shown is shown: cancellation comes too late then. By a pattern: `!=` compares the texts.
  var isCancellable: Bool { if case .present = self { false } else { true } }

  var failureCode: RoutingError.Code {
    switch self {
    case .queue: .cancelled
    case .observe, .leave: .observerFailed
    case .handle: .handlerFailed
    case .option: .optionProviderFailed
    case .provide: .providerFailed
    case .present: .presenterFailed
    }
  }
}
