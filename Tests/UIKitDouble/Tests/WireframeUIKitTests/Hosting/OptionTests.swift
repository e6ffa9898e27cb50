import Testing
import UIKit
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct OptionTests {
  let stage = Stage()

  @Test("2.11 A push with hidden bars hides them for its screen only, whichever way the user goes")
  func hiddenBars() async throws {
    let (stage, wireframe) = (stage, stage.wireframe)
    try wireframe.register("/", option: .root) { _ in Screen("home") }
    try wireframe.register(
      "/movie", option: .uiPush(hidesNavigationBar: true, hidesBottomBar: true)
    ) { _ in Screen("movie") }
    try wireframe.register("/detail", option: .push) { _ in Screen("detail") }
    try await stage.run {
      for url in ["/", "/movie"] { try await wireframe.route(to: url) }
    }
    let stack = try stage.stack
    #expect(stack.isNavigationBarHidden)
    #expect(stack.topViewController?.hidesBottomBarWhenPushed == true)
    try await stage.run { try await wireframe.route(to: "/detail").route }
    #expect(!stack.isNavigationBarHidden)
    stack.swipeBack()
    await stage.rest()
    #expect(stack.isNavigationBarHidden)
    try await stage.run { try await wireframe.route(to: "/detail").route }
    stack.beginSwipeBack()
    #expect(stack.isNavigationBarHidden)
    stack.endSwipeBack(isCancelled: true)
    await stage.rest()
    #expect(!stack.isNavigationBarHidden)
    stack.tapBackButton()
    await stage.rest()
    #expect(stack.isNavigationBarHidden)
    stack.tapBackButton()
    await stage.rest()
    #expect(!stack.isNavigationBarHidden)
  }

  @Test func `A screen that comes again with another option has the bar again`() async throws {
    try await stage.show("home")
    let (host, stack, movie) = (stage.host, try stage.stack, Screen("movie"))
    try await stage.run { try await host.push(movie, option: .uiPush(hidesNavigationBar: true)) }
    #expect(stack.isNavigationBarHidden)
    try await stage.run { try await host.pop() }
    try await stage.run { try await host.push(movie) }
    #expect(stack.topViewController === movie)
    #expect(!stack.isNavigationBarHidden)
  }

  @Test func `A screen that comes again keeps nothing of the option of its last stay`()
    async throws
  {
    let (stage, host, screen, animator) = (stage, stage.host, Screen("a"), CountingAnimator())
    try await stage.show("home")
    try await stage.run { try await host.present(screen, option: .sheet(isSwipeable: false)) }
    try await stage.run { try await host.dismiss() }
    try await stage.run { try await host.present(screen, option: .sheet()) }
    screen.swipeDown()
    await stage.rest()
    #expect(stage.titles == ["home"])
    let transition = ScreenTransition({ animator })
    try await stage.run { try await host.push(screen, option: .uiPush(transition: transition)) }
    try await stage.run { try await host.pop() }
    try await stage.run { try await host.push(screen) }
    #expect(stage.titles == ["home", "a"])
    #expect(animator.count == 1)
    // What the app attaches to a screen is not an option's.
    try await stage.run { try await host.pop() }
    transition.attach(to: screen)
    for count in 2...3 {
      try await stage.run { try await host.push(screen) }
      #expect(animator.count == count)
      try await stage.run { try await host.pop() }
    }
    try await stage.run { try await host.push(screen, option: .uiPush(hidesBottomBar: true)) }
    #expect(screen.hidesBottomBarWhenPushed)
    try await stage.run { try await host.pop() }
    try await stage.run { try await host.push(screen) }
    #expect(!screen.hidesBottomBarWhenPushed)
  }

  @Test func `A modal that comes again keeps nothing of how it was presented the last time`()
    async throws
  {
    let (stage, host, screen, animator) = (stage, stage.host, Screen("a"), CountingAnimator())
    let usual = screen.modalPresentationStyle
    try await stage.show("home")
    try await stage.run { try await host.present(screen, option: .uiModal(.overFullScreen)) }
    try await stage.run { try await host.dismiss() }
    try await stage.run { try await host.present(screen, option: .modal(.sheet)) }
    #expect(screen.modalPresentationStyle == usual)
    try await stage.run { try await host.dismiss() }
    // In place of another modal it looks like that one.
    let option = UIKitModal.uiModal(
      .overFullScreen, isSwipeable: false, transition: ScreenTransition { animator })
    try await stage.run { try await host.present(Screen("b"), option: option) }
    try await stage.run { try await host.replaceTop(screen) }
    #expect(screen.modalPresentationStyle == .overFullScreen)
    #expect(screen.isModalInPresentation)
    try await stage.run { try await host.dismiss() }
    #expect(animator.count == 1)
    try await stage.run { try await host.present(screen, option: .modal(.sheet)) }
    #expect(animator.count == 1)
    #expect(host.state.layers.last?.style == .sheet)
    screen.swipeDown()
    await stage.rest()
    #expect(stage.titles == ["home"])
    let (card, own) = (Screen("card"), OwnTransitions())
    card.modalPresentationStyle = .custom
    card.transitioningDelegate = own
    try await stage.run { try await host.present(card) }
    try await stage.run { try await host.replaceTop(screen) }
    #expect(screen.transitioningDelegate === own)
    try await stage.run { try await host.dismiss() }
    #expect(screen.transitioningDelegate == nil)
    // The app's own animators are used again after those of an option.
    ScreenTransition({ animator }).attach(to: screen)
    let push = UIKitPush.uiPush(transition: ScreenTransition { CountingAnimator() })
    try await stage.run { try await host.push(screen, option: push) }
    try await stage.run { try await host.pop() }
    try await stage.run { try await host.push(screen) }
    #expect(animator.count == 2)
  }

  @Test func `What the app has set itself is there again after the options of two stays`()
    async throws
  {
    let (stage, host, screen, animator) = (stage, stage.host, Screen("a"), CountingAnimator())
    try await stage.show("home")
    screen.hidesBottomBarWhenPushed = true
    ScreenTransition({ animator }).attach(to: screen)
    let push = UIKitPush.uiPush(
      hidesBottomBar: true, transition: ScreenTransition { CountingAnimator() })
    try await stage.run { try await host.push(screen, option: push) }
    // The same move ends this stay and begins another one.
    try await stage.run {
      try await host.perform(
        NavigationOperation { state in
          let entry = NavigationEntry<UIViewController>(screen, option: push)
          state.layers = [.init(id: NavigationEntryID(), stacks: [.init(entries: [entry])])]
        }, animated: false)
    }
    try await stage.run { try await host.setRoot(Screen("new")) }
    #expect(screen.hidesBottomBarWhenPushed)
    try await stage.run { try await host.push(screen) }
    #expect(animator.count == 1)
  }

  @Test func `A screen that is elsewhere at once keeps nothing of its option`() async throws {
    let (stage, host, screen) = (stage, stage.host, Screen("a"))
    try await stage.show("home")
    try await stage.run { try await host.push(screen, option: .uiPush(hidesBottomBar: true)) }
    #expect(screen.hidesBottomBarWhenPushed)
    try await stage.run { try await host.setRoot(screen) }
    #expect(stage.titles == ["a"])
    #expect(!screen.hidesBottomBarWhenPushed)
  }

  @Test func `A screen that tabs replace on its stack keeps nothing of its option`() async throws {
    let (stage, host, screen) = (stage, stage.host, Screen("a"))
    try await stage.show("home")
    try await stage.run { try await host.push(screen, option: .uiPush(hidesBottomBar: true)) }
    try await stage.run { try await host.replaceTop(makeTabs("b")) }
    #expect(stage.titles == ["b"])
    #expect(!screen.hidesBottomBarWhenPushed)
  }

  @Test(arguments: [false, true], [false, true])
  func `A container that comes again keeps nothing of the option of its last stay`(
    hasTabs: Bool, hasStack: Bool
  ) async throws {
    let (stage, host) = (stage, stage.host)
    let container: UIViewController =
      hasTabs ? makeTabs("a") : UINavigationController(rootViewController: Screen("a"))
    try await stage.show("home")
    let option = UIKitModal.sheet(hasStack: hasStack, isSwipeable: false)
    try await stage.run { try await host.present(container, option: option) }
    try await stage.run { try await host.dismiss() }
    try await stage.run { try await host.present(container, option: .sheet()) }
    #expect(stage.titles == ["home", "a"])
    container.swipeDown()
    await stage.rest()
    #expect(stage.titles == ["home"])
  }

  @Test func `A bar that the app has hidden stays hidden`() async throws {
    try await stage.show("home")
    let (host, stack) = (stage.host, try stage.stack)
    stack.isNavigationBarHidden = true
    try await stage.run {
      try await host.push(Screen("movie"), option: .uiPush(hidesNavigationBar: true))
    }
    try await stage.run { try await host.pop() }
    #expect(stack.isNavigationBarHidden)
  }

  @Test(
    "Modal styles are UIKit's own; the core's two are a full screen and a page sheet",
    arguments: [
      (UIModalPresentationStyle.fullScreen, ModalStyle.fullScreen), (.overFullScreen, .fullScreen),
      (.currentContext, .fullScreen), (.overCurrentContext, .fullScreen), (.formSheet, .sheet),
      (.pageSheet, .sheet), (.automatic, .sheet), (.none, .sheet),
    ])
  func styles(style: UIModalPresentationStyle, inCore: ModalStyle) async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let option = UIKitModal.uiModal(style)
    #expect(option.style == inCore)
    try await stage.run { try await host.present(Screen("modal"), option: option) }
    // UIKit resolves `automatic` when it is read, and has no presentation for `none`.
    let isOpen = style == .automatic || style == .none
    let resolved = isOpen ? UIViewController().modalPresentationStyle : style
    #expect(host.topController?.modalPresentationStyle == resolved)
    #expect(host.state.layers.last?.style == inCore)
    try await stage.run { try await host.dismiss() }
    try await stage.run { try await host.present(Screen("modal"), option: .modal(inCore)) }
    #expect(
      host.topController?.modalPresentationStyle
        == (inCore == .sheet ? UIViewController().modalPresentationStyle : .fullScreen))
  }

  @Test func `A sheet rests at its detents, on the stack that it gets`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let detents: [SheetDetent] = [.medium, .large, .height(200), .height(9_000), .fraction(0.25)]
    try await stage.run {
      try await host.present(
        Screen("sheet"),
        option: .sheet(detents, showsGrabber: true, hasStack: true, isSwipeable: false))
    }
    let stack = try stage.stack
    let sheet = try #require(stack.sheetPresentationController)
    #expect(sheet.prefersGrabberVisible)
    #expect(sheet.detents.map { $0.resolvedValue(in: Height()) } == [400, 800, 200, 800, 200])
    #expect(stack.isModalInPresentation)
    stack.swipeDown()
    await stage.rest()
    #expect(stage.titles == ["home", "sheet"])
  }

  @Test func `A sheet comes at one of its detents, and does not dim up to one`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    for detent in [SheetDetent.medium, .large, .height(200), .fraction(0.25)] {
      let option = UIKitModal.sheet(
        [.fraction(0.25), .height(200), .medium, .large], selected: detent, largestUndimmed: detent)
      try await stage.run { try await host.present(Screen("sheet"), option: option) }
      let sheet = try #require(host.topController?.sheetPresentationController)
      let named = try #require(
        sheet.detents.first { $0.identifier == sheet.selectedDetentIdentifier })
      let heights = [SheetDetent.medium: 400, .large: 800, .height(200): 200, .fraction(0.25): 200]
      #expect(named.resolvedValue(in: Height()) == heights[detent].map { CGFloat($0) })
      #expect(sheet.largestUndimmedDetentIdentifier == sheet.selectedDetentIdentifier)
      #expect(Set(sheet.detents.map(\.identifier)).count == 4)
      try await stage.run { try await host.dismiss() }
    }
  }

  @Test(
    "A sheet whose heights UIKit would ignore is an error, and nothing is shown",
    arguments: [
      (.sheet([.height(.nan)]), "height(nan)"), (.sheet([.height(-3)]), "height(-3.0)"),
      (.sheet([.height(.infinity)]), "height(inf)"),
      (.sheet([.fraction(0)]), "fraction(0.0)"), (.sheet([.fraction(1.5)]), "fraction(1.5)"),
      (.sheet([.medium, .medium]), "medium"),
      (.sheet([.medium, .large], selected: .height(3)), "height(3.0)"),
      (.sheet([.medium], largestUndimmed: .large), "large"),
      (.sheet([], selected: .medium), "medium"),
    ] as [(UIKitModal, String)])
  func unusableDetents(option: UIKitModal, name: String) async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let before = host.state
    let error = await #expect(throws: UIKitError.self) {
      try await stage.run { try await host.present(Screen("sheet"), option: option) }
    }
    #expect(error?.code == .invalidDetent)
    #expect(
      error?.description
        == "The sheet Screen cannot have the detent '\(name)'. A height must be positive, and a fraction above 0 and "
        + "at most 1. Name each detent once. A selected or undimmed detent must be one of the sheet's."
    )
    #expect(host.state == before)
  }

  @Test func `A popover whose anchor has left is an error, and nothing is shown`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home", "list")
    let (list, before) = (try #require(host.topController), host.state)
    let below = try #require(host.state.shown.first?.controller.view)
    let elsewhere = Stage()
    try await elsewhere.show("other")
    let other = try #require(elsewhere.host.topController?.view)
    let (loose, hidden, covered) = (UIBarButtonItem(), UIBarButtonItem(), UIBarButtonItem())
    let stack = try stage.stack
    list.toolbarItems = [hidden]
    stack.viewControllers[0].navigationItem.rightBarButtonItems = [covered]
    let away = UIBarButtonItem()
    away.customView = UIView()
    let (child, embedded) = (Screen("child"), UIBarButtonItem())
    child.navigationItem.rightBarButtonItems = [embedded]
    list.addChild(child)
    list.view.addSubview(child.view)
    let sources: [PopoverSource] = [
      .view(UIView()), .item(UIBarButtonItem()), .view(below), .view(other), .dynamic { nil },
      .item(loose), .item(hidden), .item(covered), .item(away), .item(embedded),
      .dynamic { [weak list] in list.map { _ in .view(UIView()) } },
    ]
    for idiom in [UIUserInterfaceIdiom.phone, .pad] {
      stage.window.idiom = idiom
      for source in sources {
        let error = await #expect(throws: UIKitError.self) {
          try await stage.run {
            try await host.present(Screen("popover"), option: .popover(from: source))
          }
        }
        #expect(error?.code == .noAnchor)
        #expect(
          error?.description == "The anchor of the popover Screen is not in the window. "
            + "Name a view or a bar button item that is.")
      }
    }
    #expect(host.state == before)
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A popover follows an anchor that moves, and stays where one has left`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let home = try #require(host.topController?.view)
    let rows = [UIView(), UIView()]
    for row in rows { home.addSubview(row) }
    rows[0].bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
    let row = ShownRow(rows[0])
    let source = PopoverSource.dynamic {
      row.asked += 1
      return row.view.map { .view($0) }
    }
    try await stage.run {
      try await host.present(Screen("popover"), option: .popover(from: source))
    }
    let popover = try #require(host.topController?.popoverPresentationController)
    #expect(popover.sourceView === rows[0])
    #expect(popover.sourceRect.isNull)
    let own = RowDelegate()
    own.rect = CGRect(x: 7, y: 7, width: 7, height: 7)
    row.asked = 0
    row.view = rows[1]
    popover.reposition()
    #expect(row.asked > 0)
    #expect(popover.sourceView === rows[1])
    #expect(popover.sourceRect == rows[1].bounds)
    row.view = nil
    popover.reposition()
    #expect(popover.sourceView === rows[1])
    // A delegate of the app's has the last word.
    popover.delegate = own
    host.refresh()
    row.view = rows[0]
    popover.reposition()
    #expect(popover.sourceView === rows[0])
    #expect(popover.sourceRect == own.rect)
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A popover whose anchor leaves with the move that shows it comes from the middle`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    try await stage.run { try await host.present(Screen("sheet")) }
    let inSheet = try #require(host.topController?.view)
    try await stage.run {
      try await host.perform(
        NavigationOperation { state in
          state.layers = [state.layers[0]]
          state.layers.append(
            .init(
              id: NavigationEntryID(),
              stacks: [
                .init(
                  entries: [
                    NavigationEntry(
                      Screen("popover"), option: .popover(from: .view(inSheet)) as UIKitModal)
                  ], canPush: false)
              ], style: .sheet))
        }, animated: true)
    }
    #expect(stage.titles == ["home", "popover"])
    #expect(host.topController?.popoverPresentationController?.permittedArrowDirections == [])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A popover points to its source; without one, to the middle`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let (button, item) = (UIView(), UIBarButtonItem())
    host.topController?.view.addSubview(button)
    host.topController?.navigationItem.leftBarButtonItems = [item]
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    try await stage.run {
      try await host.present(Screen("a"), option: .popover(from: .view(button, rect: rect)))
    }
    let first = try #require(host.topController?.popoverPresentationController)
    #expect(first.sourceView === button)
    #expect(first.sourceRect == rect)
    try await stage.run { try await host.dismiss() }
    try await stage.run { try await host.present(Screen("b"), option: .popover(from: .item(item))) }
    #expect(host.topController?.popoverPresentationController?.sourceItem === item)
    try await stage.run { try await host.dismiss() }
    let home = try #require(host.topController)
    try await stage.run { try await host.present(Screen("c"), option: .uiModal(.popover)) }
    let third = try #require(host.topController?.popoverPresentationController)
    #expect(third.sourceView === home.view)
    #expect(third.sourceRect.origin == CGPoint(x: 195, y: 422))
    #expect(third.permittedArrowDirections == [])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("A popover points to a button in any bar", arguments: Bar.allCases)
  func bars(bar: Bar) async throws {
    let (stage, host, item) = (stage, stage.host, UIBarButtonItem())
    try await stage.show("home")
    let (home, stack) = (try #require(host.topController), try stage.stack)
    home.loadViewIfNeeded()
    let group = UIBarButtonItemGroup(barButtonItems: [item], representativeItem: nil)
    switch bar {
    case .left: home.navigationItem.leftBarButtonItems = [item]
    case .right: home.navigationItem.rightBarButtonItems = [item]
    case .leading: home.navigationItem.leadingItemGroups = [group]
    case .center: home.navigationItem.centerItemGroups = [group]
    case .trailing: home.navigationItem.trailingItemGroups = [group]
    case .pinned: home.navigationItem.pinnedTrailingGroup = group
    case .representative:
      home.navigationItem.trailingItemGroups = [
        UIBarButtonItemGroup(barButtonItems: [], representativeItem: item)
      ]
    case .toolbar:
      stack.setToolbarHidden(false, animated: false)
      home.toolbarItems = [item]
    case .ownToolbar:
      let toolbar = UIToolbar()
      toolbar.items = [item]
      home.view.addSubview(toolbar)
    case .ownBar:
      let (bar, top) = (UINavigationBar(), UINavigationItem())
      top.leftBarButtonItems = [item]
      bar.items = [top]
      home.view.addSubview(bar)
    case .customView:
      let view = UIView()
      home.view.addSubview(view)
      item.customView = view
    case .keyboard:
      let field = Field()
      let toolbar = UIToolbar()
      toolbar.items = [item]
      field.accessory = toolbar
      field.isFirstResponder = true
      home.view.addSubview(field)
    case .shortcuts:
      let field = Field()
      field.inputAssistantItem.trailingBarButtonGroups = [group]
      field.isFirstResponder = true
      home.view.addSubview(field)
    }
    try await stage.run {
      try await host.present(Screen("popover"), option: .popover(from: .item(item)))
    }
    #expect(host.topController?.popoverPresentationController?.sourceItem === item)
    #expect(stage.window.faults.isEmpty)
    // A button in a bar of a modal, below another one.
    try await stage.run { try await host.dismiss() }
    try await stage.run {
      try await host.present(Screen("sheet"), option: .modal(.sheet, hasStack: true))
    }
    try await stage.run {
      try await host.present(Screen("popover"), option: .popover(from: .item(item)))
    }
    // What covers the screen covers the button, too.
    try await stage.run { try await host.back(to: host.state.entries[0].id) }
    try await stage.run { try await host.present(Screen("full")) }
    let error = await #expect(throws: UIKitError.self) {
      try await stage.run {
        try await host.present(Screen("popover"), option: .popover(from: .item(item)))
      }
    }
    #expect(error?.code == .noAnchor)
    #expect(stage.titles == ["home", "full"])
    #expect(stage.window.faults.isEmpty)
  }

  enum Bar: CaseIterable {
    case left, right, leading, center, trailing, pinned, representative
    case toolbar, ownToolbar, ownBar, customView, keyboard, shortcuts
  }

  @Test func `A source of a popover is its only one`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let (button, item) = (UIView(), UIBarButtonItem())
    host.topController?.view.addSubview(button)
    host.topController?.navigationItem.leftBarButtonItems = [item]
    let screen = Screen("popover")
    screen.modalPresentationStyle = .popover
    let popover = try #require(screen.popoverPresentationController)
    (popover.barButtonItem, popover.sourceItem) = (item, item)
    try await stage.run {
      try await host.present(screen, option: .popover(from: .view(button)))
    }
    #expect(popover.barButtonItem == nil)
    #expect(popover.sourceItem == nil)
    #expect(popover.sourceView === button)
    try await stage.run { try await host.dismiss() }
    try await stage.run { try await host.present(screen, option: .popover(from: .item(item))) }
    #expect(popover.sourceItem === item)
    #expect(popover.sourceView == nil)
    try await stage.run { try await host.dismiss() }
    // What a controller says itself holds as long as no option says anything else.
    (popover.sourceItem, popover.sourceView) = (nil, button)
    try await stage.run { try await host.present(screen, option: .uiModal(.popover)) }
    #expect(popover.sourceView === button)
    #expect(popover.sourceItem == nil)
  }

  @Test func `A popover without a source stays in the middle when the device turns`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    try await stage.run { try await host.present(Screen("popover"), option: .uiModal(.popover)) }
    let popover = try #require(host.topController?.popoverPresentationController)
    #expect(popover.sourceRect.origin == CGPoint(x: 195, y: 422))
    stage.window.rotate()
    #expect(popover.sourceRect.origin == CGPoint(x: 422, y: 195))
    stage.window.rotate()
    #expect(popover.sourceRect.origin == CGPoint(x: 195, y: 422))
  }

  @Test func `A controller that comes with a presentation of its own keeps it`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let (screen, own) = (Screen("card"), OwnTransitions())
    screen.modalPresentationStyle = .custom
    screen.transitioningDelegate = own
    try await stage.run { try await host.present(screen) }
    #expect(screen.modalPresentationStyle == .custom)
    #expect(screen.transitioningDelegate === own)
    try await stage.run { try await host.dismiss() }
    #expect(own.asked == ["presented", "dismissed"])
    #expect(screen.transitioningDelegate === own)
  }

  @Test func `A transition of the app's serves a push, its pop, a modal and its dismissal`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let (arriving, leaving) = (CountingAnimator(), CountingAnimator())
    let transition = ScreenTransition {
      arriving
    } leaving: {
      leaving
    }
    try await stage.run {
      try await host.push(Screen("list"), option: .uiPush(transition: transition))
    }
    #expect((arriving.count, leaving.count) == (1, 0))
    try await stage.run { try await host.pop() }
    #expect((arriving.count, leaving.count) == (1, 1))
    try await stage.run {
      try await host.present(
        Screen("modal"), option: .uiModal(.overFullScreen, hasStack: true, transition: transition))
    }
    #expect((arriving.count, leaving.count) == (2, 1))
    try await stage.run { try await host.dismiss() }
    #expect((arriving.count, leaving.count) == (2, 2))
    let screen = Screen("own")
    transition.attach(to: screen)
    try await stage.run { try await host.present(screen, option: .modal(hasStack: true)) }
    #expect((arriving.count, leaving.count) == (3, 2))
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `The user can swipe back, except while a screen brings its own animation`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home", "list")
    let transition = ScreenTransition({ CountingAnimator() }, leaving: { CountingAnimator() })
    try await stage.run {
      try await host.push(Screen("movie"), option: .uiPush(transition: transition))
    }
    let stack = try stage.stack
    stack.swipeBack()
    await stage.rest()
    #expect(stage.titles == ["home", "list", "movie"])
    try await stage.run { try await host.pop() }
    stack.swipeBack()
    await stage.rest()
    #expect(stage.titles == ["home"])
  }

  @Test func `A popover that its controller points to what has left comes from the middle`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    for number in 0..<4 {
      let screen = Screen("popover")
      screen.modalPresentationStyle = .popover
      let popover = try #require(screen.popoverPresentationController)
      let (gone, item) = (UIView(), UIBarButtonItem())
      switch number {
      case 0: popover.sourceItem = gone
      case 1: popover.sourceView = gone
      case 2: popover.sourceItem = item
      default: popover.barButtonItem = item
      }
      try await stage.run { try await host.present(screen) }
      #expect(popover.sourceItem == nil)
      #expect(popover.barButtonItem == nil)
      #expect(popover.sourceView === host.state.shown[0].controller.view)
      try await stage.run { try await host.dismiss() }
    }
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A popover on a phone has a source, too, for a phone that is wide`() async throws {
    let (stage, host) = (stage, stage.host)
    stage.window.idiom = .phone
    try await stage.show("home")
    try await stage.run { try await host.present(Screen("a"), option: .uiModal(.popover)) }
    let popover = try #require(host.topController?.popoverPresentationController)
    #expect(popover.sourceView?.window === stage.window)
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `The app's own delegate animates where no transition is set`() async throws {
    try await stage.show("home")
    let (host, stack, delegate) = (stage.host, try stage.stack, AnimatingDelegate())
    stack.delegate = delegate
    try await stage.run { try await host.push(Screen("list")) }
    #expect(delegate.animator.count == 1)
  }
}

@MainActor
private final class Height: UISheetPresentationControllerDetentResolutionContext {
  let maximumDetentValue: CGFloat = 800
  nonisolated func responds(to aSelector: Selector!) -> Bool { false }
}

private final class Field: UIView {
  var accessory: UIView?
  override var inputAccessoryView: UIView? { accessory }
}

@MainActor
private final class ShownRow {
  var view: UIView?
  var asked = 0
  init(_ view: UIView) { self.view = view }
}

private final class RowDelegate: NSObject, UIPopoverPresentationControllerDelegate {
  var rect = CGRect.zero
  func popoverPresentationController(
    _ popoverPresentationController: UIPopoverPresentationController,
    willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
    in view: AutoreleasingUnsafeMutablePointer<UIView>
  ) { rect.pointee = self.rect }
}

private final class AnimatingDelegate: NSObject, UINavigationControllerDelegate {
  let animator = CountingAnimator()
  override func responds(to aSelector: Selector!) -> Bool {
    aSelector.name.hasPrefix("navigationController:animationControllerForOperation:")
  }
  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
}

private final class OwnTransitions: NSObject, UIViewControllerTransitioningDelegate {
  var asked: [String] = []
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController,
    source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    asked.append("presented")
    return nil
  }
  func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    asked.append("dismissed")
    return nil
  }
}
