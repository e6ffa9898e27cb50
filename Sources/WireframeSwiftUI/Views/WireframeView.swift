#if canImport(SwiftUI) && !os(watchOS)
  internal import Combine
  public import SwiftUI
  internal import WireframeCore

  /// Draws the screens of a host: the root, its stacks, tabs or columns, and the modals over it.
  ///
  /// ```swift
  /// var body: some View {  // of a window, which keeps a host and a wireframe of its own
  ///   WireframeView(host)
  ///     .wireframe(wireframe, host)
  /// }
  /// ```
  @MainActor
  public struct WireframeView: View {
    private let host: SwiftUINavigationHost
    private let parts: Parts

    /// Makes the view of a host.
    ///
    /// - Parameters:
    ///   - host: The host; one view draws it.
    ///   - tabLabel: Makes the label of a tab, by the tab's name; the name itself if left out.
    ///   - placeholder: Makes what is shown before there is a root, and in an empty tab or column; nothing if left out.
    public init<TabLabel: View, Placeholder: View>(
      _ host: SwiftUINavigationHost,
      @ViewBuilder tabLabel: @escaping @MainActor (String) -> TabLabel = { Text(verbatim: $0) },
      @ViewBuilder placeholder: () -> Placeholder = { EmptyView() }
    ) {
      self.host = host
      parts = Parts(tabLabel: { AnyView(tabLabel($0)) }, placeholder: AnyView(placeholder()))
    }

    /// The screens.
    public var body: some View {
      RootView(host: host, parts: parts).id(ObjectIdentifier(host))
    }
  }

  /// What the app brings to the views.
  struct Parts {
    let tabLabel: @MainActor (String) -> AnyView
    let placeholder: AnyView
  }

  /// What a view keeps as long as it is shown; made once.
  @MainActor
  final class Kept<Value>: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  @MainActor
  private struct RootView: View {
    @ObservedObject private var host: SwiftUINavigationHost
    @StateObject private var drawing: Kept<HostDrawing>
    private let parts: Parts

    init(host: SwiftUINavigationHost, parts: Parts) {
      self.host = host
      self.parts = parts
      _drawing = StateObject(wrappedValue: Self.draw(host))
    }

    private static func draw(_ host: SwiftUINavigationHost) -> Kept<HostDrawing> {
      host.transact = { isAnimated, change in
        var transaction = Transaction()
        transaction.disablesAnimations = !isAnimated || !Assistance.allowsMotion
        withTransaction(transaction, change)
      }
      host.tellOfScreen = { Assistance.tellOfScreen() }
      return Kept(HostDrawing(of: host))
    }

    var body: some View {
      // SwiftUI makes the object when it is asked for.
      let _ = drawing
      ZStack {
        // A view without any content runs no task, and hears of no link.
        Color.clear
        if let root = host.drawn.layers.first {
          LayerView(host: host, layer: root, parts: parts).id(root.id)
        } else {
          parts.placeholder.modifier(Covered(host: host, layer: nil))
        }
      }
      #if canImport(UIKit)
        .overlay(SceneReporter(host: host).frame(width: 0, height: 0).accessibilityHidden(true))
        .background(CoverAnchor(host: host).accessibilityHidden(true))
      #endif
    }
  }

  /// A layer, and the modals over it.
  @MainActor
  struct LayerView: View {
    @ObservedObject var host: SwiftUINavigationHost
    let layer: SwiftUINavigationHost.State.Layer
    let parts: Parts
    #if os(iOS)
      @Environment(\.horizontalSizeClass) private var horizontalSizeClass
    #endif

    var body: some View {
      content
        .modifier(Covered(host: host, layer: layer.id))
        .modifier(ModalsOver(host: host, layer: layer.id, parts: parts))
    }

    @ViewBuilder private var content: some View {
      switch layer.kind {
      case .tabs: tabs
      case .columns: columns
      case .stack: StackView(host: host, layer: layer, stack: 0, parts: parts)
      }
    }

    private var tabs: some View {
      TabView(
        selection: Binding {
          host.asDrawn(layer).selected
        } set: {
          host.tabChanged(to: $0, ofLayer: layer.id)
        }
      ) {
        ForEach(Array(layer.stacks.indices), id: \.self) { index in
          StackView(host: host, layer: layer, stack: index, parts: parts)
            .tabItem { parts.tabLabel(layer.stacks[index].name) }
            .tag(index)
        }
      }
    }

    private var isCompact: Bool {
      #if os(iOS)
        horizontalSizeClass == .compact
      #else
        false
      #endif
    }

    private var visibility: Binding<NavigationSplitViewVisibility> {
      Binding {
        host.columnVisibility(ofLayer: layer.id).inSwiftUI
      } set: {
        host.columnsChanged(to: ColumnVisibility($0), ofLayer: layer.id)
      }
    }

    /// Side by side, or one stack where there is no room: iOS 16 has no way to say which column is shown then.
    @ViewBuilder private var columns: some View {
      let isCollapsed = host.isCollapsed(layer: layer.id) ?? isCompact
      Group {
        if isCollapsed || layer.stacks.count < 2 {
          StackView(host: host, layer: layer, stack: nil, parts: parts)
        } else if layer.stacks.count == 2 {
          NavigationSplitView(columnVisibility: visibility) {
            column(0)
          } detail: {
            column(1)
          }
        } else {
          NavigationSplitView(columnVisibility: visibility) {
            column(0)
          } content: {
            column(1)
          } detail: {
            column(2)
          }
        }
      }
      .onAppear { measure(isCompact, host.isActive) }
      .onChange(of: isCompact) { measure($0, host.isActive) }
      .onChange(of: host.isActive) { measure(isCompact, $0) }
    }

    /// A column. On iOS 16 a condition alone is not always updated in one, say Apple's release notes (91311311).
    private func column(_ stack: Int) -> some View {
      ZStack { StackView(host: host, layer: layer, stack: stack, parts: parts) }
    }

    private func measure(_ isCompact: Bool, _ isActive: Bool) {
      host.drawn(inCompactWidth: isCompact, isActive: isActive, layer: layer.id)
    }
  }

  extension ColumnVisibility {
    fileprivate init(_ visibility: NavigationSplitViewVisibility) {
      self = Self.allCases.first { $0.inSwiftUI == visibility } ?? .automatic
    }

    fileprivate var inSwiftUI: NavigationSplitViewVisibility {
      switch self {
      case .automatic: .automatic
      case .all: .all
      case .doubleColumn: .doubleColumn
      case .detailOnly: .detailOnly
      }
    }
  }

  /// A screen in a path: it travels with the path, so that it is still drawn while it leaves.
  private struct PathEntry: Hashable {
    let entry: NavigationEntry<ViewScreen>

    static func == (left: PathEntry, right: PathEntry) -> Bool { left.entry.id == right.entry.id }
    func hash(into hasher: inout Hasher) { hasher.combine(entry.id) }
  }

  /// A stack of screens, or a screen alone; without an index all columns as one stack.
  @MainActor
  struct StackView: View {
    @ObservedObject var host: SwiftUINavigationHost
    let layer: SwiftUINavigationHost.State.Layer
    let stack: Int?
    let parts: Parts

    private var place: StackPlace { StackPlace(layer: layer.id, stack: stack) }

    /// The screens as they are drawn now; as they were last while the layer leaves.
    private var entries: [NavigationEntry<ViewScreen>] {
      host.entries(of: place, in: host.asDrawn(layer))
    }

    private var canPush: Bool { stack.map { layer.stacks[$0].canPush } ?? true }

    var body: some View {
      if canPush {
        NavigationStack(
          path: Binding {
            entries.dropFirst().map(PathEntry.init)
          } set: {
            host.pathChanged(to: $0.map(\.entry), of: place)
          }
        ) {
          first.navigationDestination(for: PathEntry.self) {
            ScreenView(host: host, entry: $0.entry)
          }
        }
      } else {
        first
      }
    }

    // In a container for the sake of columns, as above.
    private var first: some View {
      ZStack {
        if let entry = entries.first {
          ScreenView(host: host, entry: entry)
        } else {
          parts.placeholder
        }
      }
    }
  }

  /// The screen of an entry. SwiftUI does not draw a path again whose entries are the same: the view observes the host,
  /// or a placeholder would stay.
  @MainActor
  private struct ScreenView: View {
    @ObservedObject var host: SwiftUINavigationHost
    let entry: NavigationEntry<ViewScreen>
    @State private var shown = ShownScreen()

    /// A screen begins with a state of its own, and so does the one in the place of its placeholder.
    private struct Identity: Hashable {
      let entry: NavigationEntryID
      let screen: ViewScreen
    }

    var body: some View {
      let screen = shown.screen(of: entry, on: host)
      // A view that begins empty has nothing to put an overlay on: the container is always there.
      ZStack { screen.content() }
        // Over it: UIKit looks for what scrolls below a large title in the first view.
        .overlay(
          AppearanceReporter { host.didAppear(entry.id) }
            .frame(width: 0, height: 0).accessibilityHidden(true)
        )
        .onAppear { host.willAppear(entry.id) }
        .id(Identity(entry: entry.id, screen: screen))
    }
  }
#endif
