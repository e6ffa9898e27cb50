import CGTK
import GTKHost
import WireframeCore

/// A screen of the shop. It knows a router and no other screen.
class ShopScreen: GTKScreen {
  private(set) weak var router: (any Router)?

  init(_ title: String, _ router: any Router) {
    self.router = router
    super.init(title)
  }

  /// The widgets, below each other; they scroll, and do not get too wide.
  func makeParts() -> [Widget] { [] }

  /// Whether the parts may need more room than there is; a dialog without lists is as high as its text.
  var scrolls: Bool { true }

  override func makeContent() -> Widget {
    let content = clamped(column(spacing: 18, makeParts()).padded(18, vertical: 18), width: 620)
    return scrolls ? scrolled(content) : content
  }

  /// Routes to a URL of the shop.
  func go(to url: String) { attempt { try await self.router?.route(to: url) } }

  /// Does what the user has asked for, and says if it failed.
  func attempt(_ body: @escaping () async throws -> Void) {
    Task {
      do {
        try await body()
      } catch let error as RoutingError
        where error.code == .leaveRefused || error.code == .cancelled
      {
        // The user wants to stay, or has gone elsewhere.
      } catch {
        await Alert.tell("This did not work", "Please try again.", over: window)
      }
    }
  }

  /// The window that the screen stands in.
  var window: Widget? {
    gtk_widget_get_root(contentIfMade).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self)
    }
  }
}
