import WireframeCore

/// Attaches a host to the view that draws it, for as long as SwiftUI keeps this object.
@MainActor
package final class HostDrawing {
  private let host: SwiftUINavigationHost

  package init(of host: SwiftUINavigationHost) {
    self.host = host
    host.attach()
  }

  deinit {
    Task { @MainActor [host] in host.detach() }
  }
}
