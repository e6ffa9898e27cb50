import SwiftUI
import WireframeCore
import WireframeSwiftUI

// Screens for what a device does and no test on Linux can prove: the README says how to try them, in ten minutes.
extension Shop {
  func registerDevice() throws(RoutingError) {
    try wireframe.register("/device", option: .push, place: .under("/")) { _ in DeviceView() }
    // What is half typed is in the view's own state: it is lost with the view.
    try wireframe.register("/device/typing", option: .push, place: .under("/device")) { _ in
      TypingView()
    }
    // A view without anything at first: it reports its appearance all the same.
    try wireframe.register("/device/empty", option: .modal(.sheet)) { _ in LateView() }
    try wireframe.register("/device/cover", option: .modal) { _ in CoverView() }
  }
}

private struct DeviceView: View {
  var body: some View {
    List {
      RouteButton("Half-typed text", to: "/device/typing")
      RouteButton("A sheet that begins empty", to: "/device/empty")
      RouteButton("Full screen, then a sheet", to: "/device/cover")
      RouteButton("An editor that asks", to: "/account/address")
    }
    .navigationTitle("On a device")
  }
}

private struct TypingView: View {
  @State private var text = ""

  var body: some View {
    Form { TextField("Type something", text: $text) }
      .navigationTitle("Typing")
  }
}

private struct LateView: View {
  @State private var text: String?

  var body: some View {
    Group {
      if let text { Text(text) }
    }
    .task {
      try? await Task.sleep(nanoseconds: 3_000_000_000)
      text = "Here it is."
    }
  }
}

private struct CoverView: View {
  @Environment(\.router) private var router

  var body: some View {
    VStack(spacing: 16) {
      Button("A sheet instead") {
        Task {
          try await router?.dismiss()
          try await router?.route(to: "/device/empty")
        }
      }
      CancelButton()
    }
  }
}
