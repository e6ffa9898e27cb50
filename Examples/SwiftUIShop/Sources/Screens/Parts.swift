import SwiftUI
import WireframeCore
import WireframeSwiftUI

/// A button that routes, and says so if that fails.
struct RouteButton: View {
  @Environment(\.router) private var router
  @State private var problem = ""
  @State private var hasFailed = false
  private let title: String
  private let url: String

  init(_ title: String, to url: String) {
    self.title = title
    self.url = url
  }

  var body: some View {
    Button(title) {
      Task {
        do throws(RoutingError) {
          try await router?.route(to: url)
        } catch {
          guard let text = error.textForPeople else { return }
          (problem, hasFailed) = (text, true)
        }
      }
    }
    .alert(problem, isPresented: $hasFailed) {}
  }
}

/// A button that closes a sheet: on a Mac nobody can swipe it away.
struct CancelButton: View {
  @Environment(\.router) private var router

  var body: some View {
    Button("Cancel", role: .cancel) { Task { try await router?.dismiss() } }
      .keyboardShortcut(.cancelAction)
  }
}
