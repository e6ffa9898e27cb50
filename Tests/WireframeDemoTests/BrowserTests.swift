import Foundation
import Testing
import TestSupport

/// The page of `map --format html`, used in a headless browser as a person does. Needs Chromium and its driver.
@Suite(.hangsNever, .serialized, .enabled(if: Browser.isInstalled))
struct BrowserTests {
  @Test func `the page is searched, filtered, used by keyboard, and fits every window`()
    async throws
  {
    let page = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).html")
    defer { try? FileManager.default.removeItem(at: page) }
    #expect(try DemoRun(["map", "--format", "html", "--output", page.path]).status == 0)
    let browser = try await Browser()
    defer { browser.close() }
    try await browser.open(page)

    let all = try await browser.patterns()
    #expect(all.count == 20 && all.contains("/account/:section<orders|addresses|payment>?"))
    #expect(try await browser.text("count") == "20 routes")

    try await browser.type("wallet", into: "search")
    #expect(try await browser.patterns().allSatisfy { $0.hasPrefix("/wallet") })
    #expect(try await browser.text("count") == "4 of 20 routes")
    try await browser.choose("pin", in: "tag")
    #expect(try await browser.patterns() == ["/wallet/payees/:id<int>/transfer"])
    try await browser.choose("closed", in: "exposure")
    #expect(try await browser.patterns() == [])
    #expect(try await browser.run("return !document.getElementById('none').hidden") as Bool)

    try await browser.choose("", in: "tag")
    try await browser.choose("", in: "exposure")
    try await browser.press("Escape")
    #expect(try await browser.patterns() == all)
    try await browser.press("ArrowDown")
    try await browser.press("ArrowDown")
    #expect(try await browser.focused() == all[1])
    try await browser.press("ArrowUp")
    try await browser.press("ArrowUp")
    #expect(try await browser.run("return document.activeElement.id") as String == "search")
    try await browser.run("document.activeElement.blur()")
    try await browser.press("/")
    #expect(try await browser.run("return document.activeElement.id") as String == "search")

    for width in [320, 1_400] {
      try await browser.resize(to: width)
      let overflow: Int = try await browser.run(
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
      #expect(overflow <= 0, "at \(width)")
    }
    let papers = try await [
      browser.paper(isDark: false), browser.paper(isDark: true),
    ]
    #expect(papers == ["rgb(255, 255, 255)", "rgb(20, 24, 30)"])
    #expect(
      try await browser.run("return performance.getEntriesByType('resource').length") as Int == 0)
  }
}

/// A headless Chromium, driven by the WebDriver protocol.
final class Browser: Sendable {
  static let isInstalled = ["chromium", "chromedriver", "curl"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  private let driver = Process()
  private let base: String

  struct Failure: Error { let text: String }

  init() async throws {
    let output = Pipe()
    driver.executableURL = URL(fileURLWithPath: "/usr/bin/chromedriver")
    driver.arguments = ["--port=0"]
    driver.standardOutput = output
    driver.standardError = FileHandle.nullDevice
    try driver.run()
    let root = "http://127.0.0.1:\(try Self.port(saidOn: output.fileHandleForReading))"
    let options: [String: Any] = [
      "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,900"]
    ]
    let answer = try Self.send(
      "POST", "\(root)/session",
      ["capabilities": ["alwaysMatch": ["browserName": "chrome", "goog:chromeOptions": options]]])
    guard let session = (answer as? [String: Any])?["sessionId"] as? String else {
      throw Failure(text: "no session: \(answer)")
    }
    base = "\(root)/session/\(session)"
  }

  /// The port that the driver has chosen; it says so once it listens there.
  private static func port(saidOn output: FileHandle) throws -> Substring {
    var said = ""
    while true {
      let data = output.availableData
      guard !data.isEmpty else { throw Failure(text: "the driver did not start: \(said)") }
      said += String(decoding: data, as: UTF8.self)
      if let port = said.firstMatch(of: /started successfully on port (\d+)\./)?.1 {
        return port
      }
    }
  }

  func close() {
    _ = try? Self.send("DELETE", base)
    // Tests block SIGTERM, and the driver has inherited that.
    kill(driver.processIdentifier, SIGKILL)
    driver.waitUntilExit()
  }

  func open(_ page: URL) async throws {
    _ = try Self.send("POST", "\(base)/url", ["url": page.absoluteString])
  }

  @discardableResult
  func run<T>(_ script: String) async throws -> T {
    let value = try Self.send(
      "POST", "\(base)/execute/sync", ["script": script, "args": [Any]()])
    guard let value = value as? T else { throw Failure(text: "\(script): \(value)") }
    return value
  }

  func run(_ script: String) async throws {
    _ = try Self.send("POST", "\(base)/execute/sync", ["script": script, "args": [Any]()])
  }

  /// The patterns that can be seen, from top to bottom.
  func patterns() async throws -> [String] {
    try await run(
      "return [...document.querySelectorAll('#routes > li')].filter(row => row.offsetParent)"
        + ".map(row => row.querySelector('code').textContent)")
  }

  func text(_ id: String) async throws -> String {
    try await run("return document.getElementById('\(id)').textContent")
  }

  func focused() async throws -> String {
    try await run("return document.activeElement.querySelector('code').textContent")
  }

  func type(_ text: String, into id: String) async throws {
    try await run("document.getElementById('\(id)').focus()")
    for letter in text { try await press(String(letter)) }
  }

  func choose(_ value: String, in id: String) async throws {
    try await run(
      "const list = document.getElementById('\(id)'); list.value = '\(value)';"
        + "list.dispatchEvent(new Event('input', { bubbles: true }))")
  }

  /// Presses and lets go of a key, as the keyboard does.
  func press(_ key: String) async throws {
    let codes = ["ArrowUp": "\u{E013}", "ArrowDown": "\u{E015}", "Escape": "\u{E00C}"]
    let value = codes[key] ?? key
    let actions = ["keyDown", "keyUp"].map { ["type": $0, "value": value] }
    _ = try Self.send(
      "POST", "\(base)/actions",
      ["actions": [["type": "key", "id": "keyboard", "actions": actions] as [String: Any]]])
  }

  func resize(to width: Int) async throws {
    try await command(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false])
  }

  /// The colour of the page's background.
  func paper(isDark: Bool) async throws -> String {
    try await command(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
    return try await run("return getComputedStyle(document.body).backgroundColor")
  }

  private func command(_ name: String, _ parameters: [String: Any]) async throws {
    _ = try Self.send(
      "POST", "\(base)/goog/cdp/execute", ["cmd": name, "params": parameters])
  }

  /// A request of the driver's protocol; by curl, since Foundation does not read the driver's headers on Linux.
  private static func send(
    _ method: String, _ url: String, _ body: [String: Any]? = nil
  ) throws -> Any {
    let curl = Process()
    let (input, output) = (Pipe(), Pipe())
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments = [
      "--silent", "--fail-with-body", "--request", method, "--header",
      "Content-Type: application/json",
      "--data-binary", "@-", url,
    ]
    curl.standardInput = input
    curl.standardOutput = output
    try curl.run()
    if let body {
      try input.fileHandleForWriting.write(
        contentsOf: JSONSerialization.data(withJSONObject: body))
    }
    try input.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    curl.waitUntilExit()
    let object = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    let value = (object as? [String: Any])?["value"] ?? NSNull()
    if let error = (value as? [String: Any])?["error"] as? String { throw Failure(text: error) }
    return value
  }
}
