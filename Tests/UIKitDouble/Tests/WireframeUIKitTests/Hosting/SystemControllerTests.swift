import Foundation
import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

/// Controllers of the system's as screens: those that dismiss themselves, and those that the app dismisses.
@MainActor
@Suite(.hangsNever)
struct SystemControllerTests {
  @Test(
    "A picker that dismisses itself gives its answer, whether it tells before it leaves or after",
    arguments: [true, false], UIKitTiming.Moment.allCases)
  func ownDismissal(tellsFirst: Bool, completion: UIKitTiming.Moment) async throws {
    let stage = Stage()
    stage.window.timing.dismissalCompletion = completion
    let (wireframe, host) = (stage.wireframe, stage.host)
    let documents = Documents()
    try register(documents, on: wireframe)
    try await stage.show("home")
    for urls in [[URL(string: "file:///tmp/a")].compactMap(\.self), nil] {
      let task = Task { try await wireframe.answer(to: "/document", as: [URL].self) }
      await stage.rest()
      let picker = try #require(host.topController as? UIDocumentPickerViewController)
      let news = News(of: host)
      picker.choose(urls, tellsFirst: tellsFirst)
      await stage.rest()
      // A delegate that UIKit never calls has nothing to tell.
      let isTold = tellsFirst || completion != .never
      let answer = try await stage.run { try await task.value }
      if completion == .now || tellsFirst || urls == nil {
        #expect(answer == (isTold ? urls : nil))
      }
      #expect(stage.titles == ["home"])
      #expect(news.take().count == 1)
    }
    #expect(stage.window.faults.isEmpty)
  }

  @Test("A picker that leaves while somebody looks at the state still gives its answer")
  func lookedAt() async throws {
    let stage = Stage()
    let (wireframe, host) = (stage.wireframe, stage.host)
    try register(Documents(), on: wireframe)
    try await stage.show("home")
    let task = Task { try await wireframe.answer(to: "/document", as: [URL].self) }
    await stage.rest()
    let picker = try #require(host.topController as? UIDocumentPickerViewController)
    let url = try #require(URL(string: "file:///tmp/a"))
    picker.choose([url], tellsFirst: false)
    host.refresh()
    for _ in 0..<20 { await Task.yield() }
    #expect(host.state.top?.controller === picker)
    #expect(try await stage.run { try await task.value } == [url])
  }

  @Test("A picker that is swiped away, and one behind which a link comes, answer nothing")
  func swipedAway() async throws {
    let stage = Stage()
    let (wireframe, host) = (stage.wireframe, stage.host)
    try register(Documents(), on: wireframe)
    try wireframe.register("/", option: .root) { _ in Screen("home") }
    try await stage.run { try await wireframe.route(to: "/").route }
    for isSwiped in [true, false] {
      let task = Task { try await wireframe.answer(to: "/document", as: [URL].self) }
      await stage.rest()
      if isSwiped {
        host.topController?.swipeDown()
      } else {
        try await stage.run { try await wireframe.route(to: "/").route }
      }
      #expect(try await stage.run { try await task.value } == nil)
      #expect(stage.titles == ["home"])
    }
  }

  private func register(_ documents: Documents, on wireframe: UIWireframe) throws {
    try wireframe.register("/document", option: .modal, place: .init(restoration: .never)) {
      route, router in
      let picker = UIDocumentPickerViewController()
      documents.answer = AnswerHandle(for: route, router)
      picker.delegate = documents
      return picker
    }
  }
}

private final class Documents: UIResponder, UIDocumentPickerDelegate {
  var answer: AnswerHandle<[URL]>?

  func documentPicker(
    _ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]
  ) {
    Task { [answer] in await answer?.finish(with: urls) }
  }
}
