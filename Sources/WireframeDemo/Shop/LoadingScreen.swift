import WireframeCore

/// What is shown while a screen is being made, and if that fails.
final class LoadingScreen: Screen {
  let route: Route
  private let loading: ScreenLoading

  init(_ title: String, _ route: Route, _ loading: ScreenLoading) {
    self.route = route
    self.loading = loading
    super.init(title)
  }

  override var lines: [String] {
    loading.failure.map { ["\($0)".printable, "'retry' tries again."] } ?? []
  }

  var hasFailed: Bool { loading.failure != nil }

  func retry() { loading.retry() }
}
