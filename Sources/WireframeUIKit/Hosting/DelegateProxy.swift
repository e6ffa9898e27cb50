#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// Takes the place of the app's delegate: informs the host, and forwards every call.
  ///
  /// Delegates have optional methods: what the proxy does not implement itself goes to the app's delegate, and
  /// only if that implements it.
  @MainActor
  class DelegateProxy: NSObject {
    private(set) weak var host: UIKitNavigationHost?
    /// The app's delegate; not retained, as UIKit does not either.
    private(set) weak var app: (any NSObjectProtocol)?
    private weak var deinitObserver: DeinitObserver?
    /// Sets the proxy as delegate anew: UIKit asks only then which methods it has.
    private let setAnew: @MainActor (DelegateProxy) -> Void
    /// Whether it answers also the calls of `switchedSelectors` itself.
    var answersAll = false { didSet { if answersAll != oldValue { setAnew(self) } } }

    /// Takes the place of the app's delegate.
    required init(
      before app: (any NSObjectProtocol)?, host: UIKitNavigationHost,
      install: @escaping @MainActor (DelegateProxy) -> Void
    ) {
      (self.app, self.host, setAnew) = (app, host, install)
      super.init()
      let deinitObserver = DeinitObserver { [weak self] in if let self { setAnew(self) } }
      self.deinitObserver = deinitObserver
      attach(deinitObserver)
    }

    /// Has the host look, now or later. Returns the app's delegate: the proxy itself may be removed meanwhile.
    func refreshHost(later isLater: Bool = false) -> (any NSObjectProtocol)? {
      defer { if isLater { host?.refreshLater() } else { host?.refresh() } }
      return app
    }

    /// Lets the app's delegate go, and gives it back. A screen may set the proxy once more: it is of no host then.
    func release() -> (any NSObjectProtocol)? {
      deinitObserver?.body = nil
      attach(nil)
      defer { (app, host) = (nil, nil) }
      return app
    }

    private func attach(_ deinitObserver: DeinitObserver?) {
      guard let app else { return }
      // The proxy's address is a key that no other proxy of the delegate uses.
      objc_setAssociatedObject(
        app, Unmanaged.passUnretained(self).toOpaque(), deinitObserver,
        .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }

    nonisolated final var receiver: (any NSObjectProtocol)? {
      // UIKit asks its delegates on the main thread; others may ask an object anywhere.
      guard isOnMainActor else { return nil }
      // Unsafe, since `assumeIsolated` returns Sendable values only, and no delegate is; it stays on the main thread.
      nonisolated(unsafe) var delegate: (any NSObjectProtocol)?
      MainActor.assumeIsolated { delegate = app }
      return delegate
    }

    // Written as texts, since not every system has selectors of methods.
    nonisolated class var switchedSelectors: [String] { [] }

    nonisolated override func responds(to aSelector: Selector?) -> Bool {
      if receiver?.responds(to: aSelector) == true { return true }
      let isSwitched = Self.switchedSelectors.contains { NSSelectorFromString($0) == aSelector }
      guard isSwitched else { return super.responds(to: aSelector) }
      return isOnMainActor && MainActor.assumeIsolated { answersAll }
    }

    nonisolated override func forwardingTarget(for aSelector: Selector?) -> Any? { receiver }
  }

  var isOnMainActor: Bool {
    #if canImport(ObjectiveC)
      Thread.isMainThread
    #else
      true  // the double is used there only
    #endif
  }

  /// Calls a closure when the object to which it is attached is gone.
  @MainActor
  private final class DeinitObserver {
    var body: (@MainActor () -> Void)?

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }

    deinit {
      guard let body else { return }
      if isOnMainActor {
        MainActor.assumeIsolated { body() }
      } else {
        Task { @MainActor in body() }
      }
    }
  }
#endif
