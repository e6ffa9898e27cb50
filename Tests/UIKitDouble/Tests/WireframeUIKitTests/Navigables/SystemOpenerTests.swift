import Foundation
import Testing
import UIKit
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct SystemOpenerTests {
  let stage = Stage()
  let application = UIApplication()
  let navigator: Navigator<UIViewController>

  private struct Hello: Navigable {
    static func opened(_ url: OpenedURL<UIViewController>) async throws -> (any Sendable)? {
      try await url.push(Screen(url["title"] ?? "hello"))
      return "shown"
    }
  }

  init() async throws {
    navigator = Navigator(stage.wireframe, on: stage.host) { [application] url in
      await application.open(url)
    }
    try navigator.register("hello", Hello.self)
    try await stage.show("home")
  }

  @Test("4.11 A URL of another scheme is handed to UIApplication.open") func foreign() async throws
  {
    #expect(try await navigator.open("tel:110") == nil)
    let web = try #require(URL(string: "https://elsewhere.example/a?b=c"))
    _ = try await navigator.open(web)
    #expect(application.opened.map(\.absoluteString) == ["tel:110", web.absoluteString])
    #expect(stage.titles == ["home"])
  }

  @Test("4.11 What the system does not take either is an error") func refused() async throws {
    application.takesURLs = false
    #expect(await code { try await navigator.open("tel:110") } == .foreign)
    #expect(application.opened.count == 1)
  }

  @Test("4.6 A bare host works on a window's host; 4.9 what the type answers comes back")
  func own() async throws {
    let answer = try await stage.run {
      try await navigator.open("hello?title=world") as? String
    }
    #expect(answer == "shown")
    #expect(stage.titles == ["home", "world"])
    #expect(application.opened.isEmpty)
  }

  @Test("4.11 A URL from outside is never handed to the system") func outside() async throws {
    _ = await navigator.open("tel:110", origin: .customScheme)
    #expect(application.opened.isEmpty)
  }
}
