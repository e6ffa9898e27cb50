import Testing
import UIKit

// What a cover relies on: assertions about several windows of a scene, as in UIKitFacts.swift.

@MainActor
@Suite(.timeLimit(.minutes(5)), .serialized)
struct WindowFacts {
  private func makeFront(over bench: Bench) throws -> UIWindow {
    let front = UIWindow(windowScene: try #require(bench.window.windowScene))
    front.windowLevel = UIWindow.Level(rawValue: UIWindow.Level.alert.rawValue + 1)
    front.rootViewController = UIViewController()
    return front
  }

  // Source: `makeKeyAndVisible` and `isKeyWindow` in UIWindow.h; `keyWindow` and `windows` in UIWindowScene.h.
  @Test(
    "L1 A window is hidden until it is shown; then it is in its scene at once, and takes the keys",
    arguments: Bench.systems)
  func keys(system: Int) async throws {
    try await Bench.run(on: system) { bench in
      await bench.show(Watched())
      let front = try makeFront(over: bench)
      #expect(front.isHidden)
      #expect(bench.window.isKeyWindow)
      front.makeKeyAndVisible()
      #expect(!front.isHidden)
      #expect(front.isKeyWindow)
      #expect(!bench.window.isKeyWindow)
      #expect(bench.window.windowScene?.keyWindow === front)
      #expect(bench.window.windowScene?.windows.contains(front) == true)
      front.isHidden = true
      bench.window.makeKey()
      #expect(bench.window.isKeyWindow)
      #expect(!front.isKeyWindow)
    }
  }

  // Source: `windowLevel` in UIWindow.h: windows are stacked, and know nothing of each other.
  @Test(
    "L2 A window above leaves the screens below as they are, modals, too", arguments: Bench.systems)
  func untouched(system: Int) async throws {
    try await Bench.run(on: system) { bench in
      let (home, modal) = (Watched(), Watched())
      await bench.show(home)
      home.present(modal, animated: false)
      await bench.settle()
      let front = try makeFront(over: bench)
      front.makeKeyAndVisible()
      await bench.settle()
      #expect(home.presentedViewController === modal)
      #expect(modal.disappearances == 0)
      #expect(modal.viewIfLoaded?.window === bench.window)
      front.isHidden = true
      await bench.settle()
      #expect(modal.appearances == 1)
      bench.window.makeKey()
    }
  }

  // Source: `endEditing` in UITextField.h: "use to make the view or any subview that is the first responder resign".
  @Test(
    "L3 A field that is to end keeps its text, and the keyboard can be given back to it",
    arguments: Bench.systems)
  func text(system: Int) async throws {
    await Bench.run(on: system) { bench in
      let home = UIViewController()
      let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
      await bench.show(home)
      home.view.addSubview(field)
      field.becomeFirstResponder()
      await bench.settle()
      #expect(field.isFirstResponder)
      field.text = "12"
      bench.window.endEditing(true)
      #expect(!field.isFirstResponder)
      #expect(field.text == "12")
      field.becomeFirstResponder()
      #expect(field.isFirstResponder)
      bench.window.endEditing(true)
      await bench.settle()
    }
  }
}
