#if os(iOS)
  import SwiftUI
  import Testing
  import UIKit

  // Assertions about SwiftUI alone, on a simulator only: the model of Tests/WireframeSwiftUITests imitates it on Linux.
  // Each habit of the model has its fact here, by its name before the colon. What needs a finger, or another app in
  // front, is disabled and says where a person tries it: "Ten minutes on your device" of Examples/SwiftUIShop.

  @MainActor
  private final class Log: ObservableObject {
    @Published var path: [Int] = []
    @Published var sheet: Item?
    @Published var second: Item?
    var writes: [[Int]] = []
    var events: [String] = []

    /// The path, with what SwiftUI writes into it.
    var binding: Binding<[Int]> {
      Binding {
        self.path
      } set: {
        self.writes.append($0)
        self.path = $0
      }
    }
  }

  private struct Item: Identifiable {
    let id: Int
  }

  /// A stack over a path, with a sheet.
  private struct Stack: View {
    @ObservedObject var log: Log

    var body: some View {
      NavigationStack(path: log.binding) {
        Text("root")
          .onAppear { log.events.append("root") }
          .navigationDestination(for: Int.self) { number in
            Text("\(number)")
              .onAppear { log.events.append("begin \(number)") }
              .overlay(
                Reporter { log.events.append("end \(number)") }.frame(width: 0, height: 0))
          }
      }
      .sheet(item: $log.sheet, onDismiss: { log.events.append("dismissed") }) { item in
        Text("sheet \(item.id)").onAppear { log.events.append("sheet \(item.id)") }
      }
    }
  }

  /// Tells of `viewDidAppear`.
  private struct Reporter: UIViewControllerRepresentable {
    let appeared: @MainActor () -> Void

    func makeUIViewController(context: Context) -> Controller { Controller() }
    func updateUIViewController(_ controller: Controller, context: Context) {
      controller.appeared = appeared
    }

    final class Controller: UIViewController {
      var appeared: @MainActor () -> Void = {}
      override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        appeared()
      }
    }
  }

  extension UIView {
    /// The first view of a class in it.
    fileprivate func first<V: UIView>(_ type: V.Type) -> V? {
      if let view = self as? V { return view }
      for view in subviews {
        if let found = view.first(type) { return found }
      }
      return nil
    }
  }

  /// A view without content until somebody sets it.
  private struct MaybeEmpty: View {
    let text: String?
    let log: Log

    @ViewBuilder private var content: some View {
      if let text { Text(text) }
    }

    var body: some View {
      VStack {
        content.overlay(Reporter { log.events.append("bare") }.frame(width: 0, height: 0))
        ZStack { content }.overlay(
          Reporter { log.events.append("contained") }.frame(width: 0, height: 0))
      }
    }
  }

  @MainActor
  @Suite(.timeLimit(.minutes(5)), .serialized)
  struct SwiftUIFacts {
    // MARK: What happens in time

    // Source: swiftui-navigation-stack issue 23: `onAppear` comes when a transition begins.
    @Test("transition: onAppear begins a push, viewDidAppear ends it", arguments: Bench.systems)
    func transition(system: Int) async {
      await Bench.run(on: system) { bench in
        let log = Log()
        await bench.show(UIHostingController(rootView: Stack(log: log)))
        log.events = []
        log.path = [1]
        await bench.settle()
        #expect(log.events.filter { $0.hasSuffix("1") } == ["begin 1", "end 1"])
        // A path that code sets is not written back.
        #expect(log.writes.allSatisfy { $0 == [1] })
      }
    }

    @Test("turns: two changes of a path in one turn are one", arguments: Bench.systems)
    func turns(system: Int) async {
      await Bench.run(on: system) { bench in
        let log = Log()
        await bench.show(UIHostingController(rootView: Stack(log: log)))
        log.path = [1]
        log.path = [1, 2]
        await bench.settle()
        #expect(log.events.contains("end 2"))
        #expect(!log.events.contains("end 1"))
      }
    }

    @Test("drawsLate: nothing of a change is drawn in the same turn", arguments: Bench.systems)
    func drawsLate(system: Int) async {
      await Bench.run(on: system) { bench in
        let log = Log()
        await bench.show(UIHostingController(rootView: Stack(log: log)))
        log.path = [1]
        #expect(!log.events.contains("begin 1"))
        await bench.settle()
        #expect(log.events.contains("begin 1"))
      }
    }

    // MARK: Modals

    // Source: "Attempt to present … which is already presenting"; sheets over one view come one after the other.
    @Test(
      "drop: a sheet that is replaced without nil between leaves before the next one comes",
      arguments: Bench.systems)
    func drop(system: Int) async {
      await Bench.run(on: system) { bench in
        let log = Log()
        await bench.show(UIHostingController(rootView: Stack(log: log)))
        log.sheet = Item(id: 1)
        await bench.settle()
        log.sheet = Item(id: 2)
        await bench.settle()
        await bench.settle()
        #expect(log.events.contains("sheet 1"))
        #expect(log.sheet == nil || log.events.contains("sheet 2"))
      }
    }

    @Test("losesDismissal: code's dismissal is told once", arguments: Bench.systems)
    func losesDismissal(system: Int) async {
      await Bench.run(on: system) { bench in
        let log = Log()
        await bench.show(UIHostingController(rootView: Stack(log: log)))
        log.sheet = Item(id: 1)
        await bench.settle()
        log.sheet = nil
        await bench.settle()
        #expect(log.events.filter { $0 == "dismissed" }.count == 1)
      }
    }

    // MARK: Views

    // W2. Source: SwiftUI lays out no overlay on a view without content.
    @Test(
      "hasSilentScreens: a view without content reports nothing, a container around it does",
      arguments: Bench.systems)
    func hasSilentScreens(system: Int) async {
      await Bench.run(on: system) { bench in
        let log = Log()
        await bench.show(UIHostingController(rootView: MaybeEmpty(text: nil, log: log)))
        #expect(log.events == ["contained"])
      }
    }

    // Source: swiftui-introspect issue 2, where a background took the place of the list.
    @Test("A controller over a list lets its large title collapse", arguments: Bench.systems)
    func largeTitle(system: Int) async {
      await Bench.run(on: system) { bench in
        let screen = UIHostingController(
          rootView: NavigationStack {
            ZStack { List(0..<100, id: \.self) { Text("\($0)") } }
              .overlay(Reporter {}.frame(width: 0, height: 0))
              .navigationTitle("Title")
          })
        await bench.show(screen)
        let bar = screen.view.first(UINavigationBar.self)
        let height = bar?.frame.height ?? 0
        screen.view.first(UIScrollView.self)?.setContentOffset(
          CGPoint(x: 0, y: 500), animated: false)
        await bench.settle()
        #expect(bar.map { $0.frame.height < height } == true)
      }
    }

    // W3. Source: FlowStacks issue 69 and others: a path that changes while another change is under way.
    @Test(
      "ignoresPaths: paths that follow each other closely are all shown in the end",
      arguments: Bench.systems)
    func ignoresPaths(system: Int) async {
      await Bench.run(on: system) { bench in
        let log = Log()
        await bench.show(UIHostingController(rootView: Stack(log: log)))
        for path in [[1], [1, 2], [1], [1, 3]] {
          log.path = path
          await bench.begin()
        }
        await bench.settle()
        #expect(log.path == [1, 3])
        #expect(log.events.last { $0.hasPrefix("end") } == "end 3")
      }
    }

    // MARK: Columns

    private struct Columns: View {
      let made: @MainActor () -> Void
      @Environment(\.horizontalSizeClass) private var sizeClass

      private struct Counted: View {
        @State private var isNew = true
        let made: @MainActor () -> Void

        var body: some View {
          Text("column").onAppear {
            if isNew { made() }
            isNew = false
          }
        }
      }

      var body: some View {
        if sizeClass == .compact {
          NavigationStack { Counted(made: made) }
        } else {
          NavigationSplitView {
            Counted(made: made)
          } detail: {
            Text("detail")
          }
        }
      }
    }

    @MainActor
    private final class Detail: ObservableObject {
      @Published var text: String?
    }

    private struct Conditional: View {
      @ObservedObject var detail: Detail
      let appeared: @MainActor () -> Void

      var body: some View {
        NavigationSplitView {
          Text("list")
        } detail: {
          ZStack {
            NavigationStack {
              ZStack {
                if let text = detail.text { Text(text).onAppear { appeared() } }
              }
            }
          }
        }
      }
    }

    // Source: release notes of iOS 16, 91311311: a condition alone is not always updated in a column.
    @Test("A condition in a container is updated in a column", arguments: Bench.systems)
    func conditionalColumn(system: Int) async {
      await Bench.run(on: system) { bench in
        let detail = Detail()
        var count = 0
        let view = Conditional(detail: detail) { count += 1 }
        await bench.show(UIHostingController(rootView: view))
        // A phone shows the list alone.
        guard bench.window.traitCollection.horizontalSizeClass == .regular else { return }
        detail.text = "detail"
        await bench.settle()
        #expect(count == 1)
      }
    }

    private struct Phase: View {
      @Environment(\.scenePhase) private var phase
      let told: @MainActor (ScenePhase) -> Void

      var body: some View {
        Text("phase").onAppear { told(phase) }.onChange(of: phase) { told($0) }
      }
    }

    // Source: FlowStacks issue 81.
    @Test(
      "In a hosting controller scenePhase says background, though the scene is active",
      arguments: Bench.systems)
    func scenePhase(system: Int) async {
      await Bench.run(on: system) { bench in
        var phases: [ScenePhase] = []
        await bench.show(UIHostingController(rootView: Phase { phases.append($0) }))
        #expect(phases == [.background])
        #expect(bench.window.windowScene?.activationState == .foregroundActive)
      }
    }

    // W1. Source: an app in the background is drawn in several size classes, for the app switcher.
    @Test(
      "backgroundFlip: a view that swaps its container by the size class loses its state",
      arguments: Bench.systems)
    func backgroundFlip(system: Int) async {
      await Bench.run(on: system) { bench in
        var count = 0
        let child = UIHostingController(rootView: Columns { count += 1 })
        let frame = UIViewController()
        frame.addChild(child)
        frame.view.addSubview(child.view)
        child.view.frame = frame.view.bounds
        child.didMove(toParent: frame)
        await bench.show(frame)
        for size in [UIUserInterfaceSizeClass.regular, .compact, .regular] {
          frame.setOverrideTraitCollection(
            UITraitCollection(horizontalSizeClass: size), forChild: child)
          await bench.settle()
        }
        #expect(count > 1)
      }
    }

    // MARK: By hand

    @Test("write: after a swipe back the path is written at its end", .disabled("By hand: step 1"))
    func write() {}
    @Test("repeatsWrites: a path is written more than once", .disabled("By hand: step 1"))
    func repeatsWrites() {}
    @Test("losesWrites: a swipe down is told by onDismiss alone", .disabled("By hand: step 2"))
    func losesWrites() {}
    @Test("losesAppearance: nothing is told in the background", .disabled("By hand: step 3"))
    func losesAppearance() {}
    // W4.
    @Test("cancelledSwipe: a swipe that is let go writes nothing", .disabled("By hand: step 4"))
    func cancelledSwipe() {}
    @Test("longBack: the back button's menu writes a path once", .disabled("By hand: step 5"))
    func longBack() {}
    @Test("secondTap: a second tap on a tab empties its path", .disabled("By hand: step 6"))
    func secondTap() {}
    @Test("hidesColumns: an upright iPad shows the last column", .disabled("By hand: step 7"))
    func hidesColumns() {}
    // P4.
    @Test("sameLinkTwice: how a universal link comes", .disabled("By hand: step 8"))
    func sameLinkTwice() {}
  }
#endif
