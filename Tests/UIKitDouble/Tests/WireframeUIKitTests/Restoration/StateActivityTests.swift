import Foundation
import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// The state of a scene, carried by its restoration activity.
@MainActor
@Suite(.hangsNever)
struct StateActivityTests {
  let stage = Stage()

  init() throws { try Self.register(on: stage.wireframe) }

  private static func register(on wireframe: UIWireframe) throws {
    try wireframe.register("/", option: .root) { _ in Screen("home") }
    try wireframe.register("/list", option: .push(animated: false)) { _ in Screen("list") }
    try wireframe.register("/list/:id<int>", option: .push(animated: false)) {
      Screen("item \(try $0["id"] as Int)")
    }
    try wireframe.register("/sheet", option: .modal(.sheet, hasStack: true, animated: false)) { _ in
      Screen("sheet")
    }
  }

  @Test("What is shown comes back in a new scene, by the session's activity") func roundTrip()
    async throws
  {
    try await stage.run { [wireframe = stage.wireframe] in
      for url in ["/", "/list", "/list/7", "/sheet"] { try await wireframe.route(to: url) }
    }
    let activity = try stage.wireframe.savedState().activity()
    #expect(activity.activityType == SavedState.activityType)
    #expect(SavedState.activityType.hasSuffix(".restoration"))
    #expect(!activity.isEligibleForHandoff)
    let next = Stage()
    try Self.register(on: next.wireframe)
    let report = try await next.run { [wireframe = next.wireframe] in
      try await wireframe.restore(SavedState(activity), trusting: true)
    }
    #expect("\(report)" == "4 restored, 0 kept by a gate, 0 left out")
    #expect(next.titles == ["home", "list", "item 7", "sheet"])
    #expect(next.window.faults.isEmpty)
    // A stranger's activity is as good as a stranger's link.
    let untrusted = try await next.run { [wireframe = next.wireframe] in
      try await wireframe.restore(SavedState(activity))
    }
    #expect(untrusted.restored.isEmpty)
    #expect(next.titles == ["home", "list", "item 7", "sheet"])
  }

  @Test("Restored screens look as the options of their routes say") func looks() async throws {
    let next = Stage()
    try Self.register(on: next.wireframe)
    for wireframe in [stage.wireframe, next.wireframe] {
      try wireframe.register("/movie", option: .uiPush(hidesNavigationBar: true)) { _ in
        Screen("movie")
      }
      try wireframe.register("/form", option: .sheet([.medium], isSwipeable: false)) { _ in
        Screen("form")
      }
    }
    try await stage.run { [wireframe = stage.wireframe] in
      for url in ["/", "/movie", "/form"] { try await wireframe.route(to: url) }
    }
    let saved = try stage.wireframe.savedState()
    _ = try await next.run { [wireframe = next.wireframe] in
      try await wireframe.restore(saved, trusting: true)
    }
    #expect(next.titles == ["home", "movie", "form"])
    let form = try #require(next.host.topController)
    #expect(form.sheetPresentationController?.detents.map(\.identifier) == [.medium])
    #expect(form.isModalInPresentation)
    let stack = try #require(next.window.rootViewController as? UINavigationController)
    #expect(stack.isNavigationBarHidden)
    #expect(next.window.faults.isEmpty)
  }

  @Test("A foreign or damaged activity is an error, and what is shown stays")
  func bad() async throws {
    try await stage.run { [wireframe = stage.wireframe] in
      for url in ["/", "/list"] { try await wireframe.route(to: url) }
    }
    let own = try stage.wireframe.savedState().activity()
    let key = try #require(own.userInfo?.keys.first)
    func activity(_ value: Any?, type: String = SavedState.activityType) -> NSUserActivity {
      let activity = NSUserActivity(activityType: type)
      activity.userInfo = value.map { [key: $0] }
      return activity
    }
    let text =
      "The saved state is damaged, or of another version. Show the first screen instead."
    let none =
      "The activity carries no saved state. Pass the session's restoration activity, made with "
      + "'savedState().activity()'."
    let old = #"{"version":99,"layers":[],"omittedCount":0}"#
    let rows: [(NSUserActivity, UIKitError.Code, String)] = [
      (activity(own.userInfo?[key], type: "shop.state"), .noState, none),
      (activity(nil), .noState, none), (activity("text"), .noState, none),
      (activity(Data()), .damaged, text), (activity(Data(#"{"version":1}"#.utf8)), .damaged, text),
      (activity(Data(old.utf8)), .damaged, text),
      (activity(Data(String(repeating: "[", count: 60_000).utf8)), .damaged, text),
      (
        activity(Data(count: 65_537)), .tooLarge,
        "The saved state has 65537 bytes, and 65536 are allowed. Give long URLs 'restoration: .never'."
      ),
    ]
    for (activity, code, text) in rows {
      let error = #expect(throws: UIKitError.self) { try SavedState(activity) }
      #expect(error?.code == code)
      #expect(error?.description == text)
      #expect(error?.localizedDescription == text)
      #expect((error?.underlyingError != nil) == (code == .damaged))
    }
    #expect(stage.titles == ["home", "list"])
  }

  @Test("A state that is too large is no activity") func tooLarge() async throws {
    try await stage.run { [wireframe = stage.wireframe] in
      try await wireframe.route(to: "/")
      for _ in 0..<40 {
        try await wireframe.route(to: "/list?q=" + String(repeating: "a", count: 2_000))
      }
    }
    let state = try stage.wireframe.savedState()
    let error = #expect(throws: UIKitError.self) { try state.activity() }
    #expect(error?.code == .tooLarge)
  }

  @Test("A restoration that is cancelled leaves what is shown") func cancelled() async throws {
    try await stage.run { [wireframe = stage.wireframe] in
      for url in ["/", "/list"] { try await wireframe.route(to: url) }
    }
    let activity = try stage.wireframe.savedState().activity()
    let next = Stage()
    try Self.register(on: next.wireframe)
    try await next.show("before")
    let task = Task { @MainActor [wireframe = next.wireframe] in
      try await wireframe.restore(SavedState(activity), trusting: true)
    }
    task.cancel()
    let error = await #expect(throws: RoutingError.self) {
      try await next.run { _ = try await task.value }
    }
    #expect(error?.code == .cancelled)
    #expect(next.titles == ["before"])
  }
}
