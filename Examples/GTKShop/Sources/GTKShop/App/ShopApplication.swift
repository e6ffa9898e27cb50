import CGTK
import Foundation
import GTKHost
import WireframeCore

/// The app in the desktop's sense: it starts once, and gets links at any time.
final class ShopApplication {
  private let application = gtk_application_new(
    "dev.wireframe.GTKShop", G_APPLICATION_HANDLES_COMMAND_LINE)
  private var shop: Shop?

  func run() -> Int32 {
    let commandLine: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gint = {
      _, commandLine, data in
      guard let commandLine, let data else { return 1 }
      let application = Unmanaged<ShopApplication>.fromOpaque(data).takeUnretainedValue()
      return application.started(by: commandLine)
    }
    g_signal_connect_data(
      application, "command-line", unsafeBitCast(commandLine, to: GCallback.self),
      Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
    return g_application_run(
      UnsafeMutableRawPointer(application)?.assumingMemoryBound(to: GApplication.self),
      CommandLine.argc, CommandLine.unsafeArgv)
  }

  /// The app was started, or started again while it runs.
  private func started(by commandLine: OpaquePointer) -> gint {
    var count: gint = 0
    let texts = g_application_command_line_get_arguments(
      UnsafeMutablePointer(commandLine), &count)
    defer { g_strfreev(texts) }
    // Not every byte string is UTF-8: what is none reads as one that no route matches.
    let all = (0..<Int(count)).compactMap { texts?[$0].map { String(cString: $0) } }
    guard let arguments = try? Arguments(Array(all.dropFirst())) else { return 2 }
    if let shop {
      gtk_window_present(shop.host.window.cast())
      Task {
        await shop.updateSwitches()
        if let link = arguments.link { await shop.open(link) }
      }
      return 0
    }
    do {
      try start(arguments)
      return 0
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      return 1
    }
  }

  private func start(_ arguments: Arguments) throws {
    Style.load()
    let shop = try Shop(file: StateFile(in: arguments.stateFolder))
    self.shop = shop
    gtk_application_add_window(application, shop.host.window.cast())
    if let path = ProcessInfo.processInfo.environment["GTKSHOP_DUMP"] {
      Dump.listen(to: shop.host, writingTo: path)
    }
    shop.host.mainWindowClosed = { [weak self] in self?.quit() }
    Task { await shop.start(opening: arguments.link) }
  }

  private func quit() {
    guard let shop else { return }
    Task {
      // What is being edited would be lost: only the URLs of screens are saved.
      for case let editor as EditAddressScreen in shop.host.state.entries.map(\.controller) {
        guard await editor.mayLeave() else { return }
      }
      shop.save()
      g_application_quit(
        UnsafeMutableRawPointer(application)?.assumingMemoryBound(to: GApplication.self))
    }
  }
}

enum Style {
  /// Adds the app's style sheet to GTK's theme.
  static func load() {
    guard
      let path = Bundle.module.path(forResource: "style", ofType: "css", inDirectory: "Resources")
    else { return }
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_path(provider, path)
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), OpaquePointer(provider),
      guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    if let provider { g_object_unref(UnsafeMutableRawPointer(provider)) }
  }
}
