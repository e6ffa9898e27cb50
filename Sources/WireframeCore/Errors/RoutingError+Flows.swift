extension RoutingError {
  /// What happened in a flow of steps. The flows themselves say what there is.
  package protocol FlowReason: Sendable {
    var code: Code { get }
    var sentence: String { get }
  }
}
