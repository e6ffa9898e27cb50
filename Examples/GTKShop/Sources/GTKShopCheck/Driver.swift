import Foundation
import GTKHost

/// Starts the app, looks at its widgets, and uses it by the pointer and the keyboard of the X server.
final class Driver {
  /// How long a condition may take to come true on a slow machine.
  private static let limit = Duration.seconds(20)

  private let app: URL
  private let screenshots: URL
  private let folder: URL
  private var process: Process?

  var stateFile: URL { folder.appending(path: "state/gtkshop/state.json") }
  /// When the app last saved its state.
  var stateDate: Date? {
    get throws {
      try FileManager.default.attributesOfItem(atPath: stateFile.path)[.modificationDate] as? Date
    }
  }
  /// Which routes are off.
  var switchesFile: URL { folder.appending(path: "state/gtkshop/switches.json") }
  /// Answers the app's requests.
  var server: PipeServer { PipeServer(path: folder.appending(path: "server").path) }

  init(app: URL, screenshots: URL) throws {
    (self.app, self.screenshots) = (app, screenshots)
    folder = URL(filePath: NSTemporaryDirectory()).appending(path: "gtkshop-\(getpid())")
    for path in ["state", "config/gtk-4.0"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: path), withIntermediateDirectories: true)
    }
    try FileManager.default.createDirectory(at: screenshots, withIntermediateDirectories: true)
    try setTheme(isDark: false)
  }

  /// What a desktop would set.
  func setTheme(isDark: Bool) throws {
    let settings = """
      [Settings]
      gtk-font-name=Cantarell 11
      gtk-decoration-layout=:close
      gtk-application-prefer-dark-theme=\(isDark ? 1 : 0)

      """
    try Data(settings.utf8).write(to: folder.appending(path: "config/gtk-4.0/settings.ini"))
  }

  func cleanUp() {
    if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: The app

  /// Starts the app, and waits for its window.
  func start(_ arguments: String...) throws {
    let process = try launch(app, arguments)
    self.process = process
    // Before its window is there the app does not listen to signals.
    try until("the window is there") {
      guard process.isRunning else {
        throw Failure("The app has ended: \(process.terminationStatus)")
      }
      return try !output(
        "xdotool", "search", "--all", "--onlyvisible", "--pid", "\(process.processIdentifier)"
      )
      .isEmpty
    }
  }

  /// Starts the app once more, which hands its link to the one that runs.
  ///
  /// - Returns: The exit status.
  @discardableResult
  func open(_ link: String) throws -> Int32 {
    let process = try launch(app, ["--open", link])
    process.waitUntilExit()
    return process.terminationStatus
  }

  func exitStatus(of arguments: [String]) throws -> Int32 {
    let process = try launch(app, arguments)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Waits until the app has ended by itself.
  func waitForEnd() throws {
    try until("the app has ended") { self.process?.isRunning != true }
    guard process?.terminationStatus == 0 else { throw Failure("The app ended badly.") }
  }

  /// Ends the app as a power failure does: it writes nothing more.
  func endAtOnce() throws {
    guard let process, process.isRunning else { throw Failure("The app does not run.") }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private func launch(_ program: URL, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "XDG_STATE_HOME": folder.appending(path: "state").path,
      "XDG_CONFIG_HOME": folder.appending(path: "config").path,
      "GTKSHOP_DUMP": folder.appending(path: "dump.json").path, "GTKSHOP_SERVER": server.path,
      "GTK_A11Y": "none",
    ]) { $1 }
    // What the app says of hostile links is not for the check's output.
    process.standardError = FileHandle(forWritingAtPath: "/dev/null")
    try process.run()
    return process
  }

  // MARK: Looking

  /// What the widgets show now.
  func look() throws -> Dump {
    guard let process, process.isRunning else { throw Failure("The app does not run.") }
    let file = folder.appending(path: "dump.json")
    try? FileManager.default.removeItem(at: file)
    kill(process.processIdentifier, SIGUSR1)
    var dump: Dump?
    try until("the app answers") {
      dump = (try? Data(contentsOf: file)).flatMap {
        try? JSONDecoder().decode(Dump.self, from: $0)
      }
      return dump != nil
    }
    guard let dump else { throw Failure("The app does not answer.") }
    return dump
  }

  /// Waits until nothing moves, widgets and state agree, and the windows are as described.
  @discardableResult
  func wait(for what: String, where isRight: (Dump) throws -> Bool) throws -> Dump {
    var last: Dump?
    do {
      try until(what) {
        let dump = try look()
        last = dump
        return try dump.isSettled && dump.windows == dump.expected && isRight(dump)
      }
    } catch {
      try? screenshot("failure")
      throw Failure(
        "\(error)\n  shown:    \(last?.windows ?? [])\n  expected: \(last?.expected ?? [])\n  texts:    "
          + "\((last?.widgets ?? []).map(\.text))")
    }
    guard let last else { throw Failure("The app was not asked.") }
    return last
  }

  // MARK: Using

  /// Clicks the uppermost widget with a text; more than once before the app can act.
  func click(_ text: String, _ kinds: String..., times: Int = 1) throws {
    let kinds = kinds.isEmpty ? ["GtkButton", "GtkToggleButton", "GtkListBoxRow"] : kinds
    var (last, found): (ShownWidget?, ShownWidget?)
    // It has to be where it was when the window got the focus: a new window is still being placed.
    try wait(for: "'\(text)' can be clicked") { dump in
      last = found
      found = dump.widgets.last { $0.text == text && kinds.contains($0.kind) && $0.isEnabled }
      guard let found else { return false }
      return try isActive(found.window) && last == found
    }
    guard let found else { return }
    try run(
      "xdotool", "mousemove", "--window", try identifier(of: found.window), "\(found.x)",
      "\(found.y)", "click", "--repeat", "\(times)", "--delay", "0", "1")
  }

  /// Replaces the text of a field.
  func write(_ text: String, into field: String) throws {
    try click(field, "GtkEntry", "GtkPasswordEntry", "GtkSearchEntry", "GtkSpinButton")
    try run("xdotool", "key", "ctrl+a")
    try run("xdotool", "type", "--delay", "8", text)
  }

  /// Presses a key in the uppermost window.
  func press(_ key: String) throws {
    try wait(for: "a window has the focus") { dump in
      try dump.widgets.last.map { try isActive($0.window) } ?? false
    }
    try run("xdotool", "key", key)
  }

  func resize(to width: Int, _ height: Int) throws {
    let title = try look().windows[0].title
    try run("xdotool", "windowsize", "--sync", try identifier(of: title), "\(width)", "\(height)")
  }

  /// Whether the window manager has placed a window and given it the focus.
  private func isActive(_ title: String) throws -> Bool {
    let active = try output("xdotool", "getactivewindow").trimmingCharacters(in: .newlines)
    return active == (try? identifier(of: title))
  }

  private func identifier(of title: String) throws -> String {
    let name = "^" + NSRegularExpression.escapedPattern(for: title) + "$"
    let found = try output(
      "xdotool", "search", "--all", "--onlyvisible", "--pid", "\(process?.processIdentifier ?? 0)",
      "--name",
      name)
    guard let last = found.split(separator: "\n").last else {
      throw Failure("There is no window '\(title)'.")
    }
    return String(last)
  }

  /// Takes a picture of the screen once it does not change any more.
  func screenshot(_ name: String) throws {
    try run("xdotool", "mousemove", "1", "1")
    let file = screenshots.appending(path: "\(name).png")
    // The main window only: no dialog is larger.
    let main = try identifier(of: look().windows[0].title)
    let place = try output("xdotool", "getwindowgeometry", "--shell", main)
      .split(separator: "\n").map { $0.split(separator: "=").last.map(String.init) ?? "" }
    let area = place.dropFirst().prefix(4).joined(separator: ",")
    var last = Data()
    try until("the picture stands still") {
      try run("scrot", "--overwrite", "--silent", "--autoselect", area, file.path)
      let new = try Data(contentsOf: file)
      defer { last = new }
      return new == last
    }
  }

  // MARK: Tools

  func until(_ what: String, _ isTrue: () throws -> Bool) throws {
    let end = ContinuousClock.now + Self.limit
    while try !isTrue() {
      guard .now < end else { throw Failure("It took too long until \(what).") }
      usleep(20_000)
    }
  }

  private func run(_ words: String...) throws {
    let (text, status) = try call(words)
    guard status == 0 else {
      throw Failure("'\(words.joined(separator: " "))' failed with status \(status): \(text)")
    }
  }

  /// What a command prints; a search that finds nothing fails, and prints nothing.
  private func output(_ words: String...) throws -> String { try call(words).text }

  private func call(_ words: [String]) throws -> (text: String, status: Int32) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = pipe
    process.standardError = FileHandle(forWritingAtPath: "/dev/null")
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}
