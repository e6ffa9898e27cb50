import Foundation
import WireframeConfiguration
import WireframeCore
import WireframeInsight

/// `explain`, `audit`, `check-links` and `association`: what the shop's table says about itself.
@MainActor
struct InsightCommands {
  private let console: Console
  private let shop: ShopWireframe

  init(_ console: Console) throws {
    self.console = console
    shop = try ShopWireframe()
  }

  func explain(_ urlText: String) {
    for line in shop.wireframe.explain(urlText).description.split(separator: "\n") {
      write(String(line))
    }
  }

  /// Lists the findings; false if one is an error.
  func audit() -> Bool {
    let findings = shop.wireframe.audit()
    if findings.isEmpty { console.write("No findings.") }
    for finding in findings { write(finding.description) }
    return !findings.contains(where: \.isError)
  }

  /// Says what becomes of each link of a file; false if one is dead.
  func checkLinks(in path: String) async throws -> Bool {
    let bytes = try UnreadableFile.bytes(at: path, atMost: 10_000_000)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UnreadableFile(path: path, fault: .notUTF8)
    }
    // A mark of the byte order is no part of the first link. Other separators of Unicode end no line here.
    let lines = (text.first == "\u{FEFF}" ? text.dropFirst() : text[...]).split {
      ["\n", "\r", "\r\n"].contains($0)
    }
    try await shop.start()
    var areAlive = true
    for line in lines {
      let (origin, link) = Self.originAndLink(of: line)
      guard let check = await shop.wireframe.check(links: [link], origin: origin).first else {
        continue
      }
      areAlive = areAlive && !check.isDead
      console.write(console.paint(String(line).printable, .bold))
      if let error = check.plan.error {
        write("dead: \(error.code): \(error)", indent: 2)
      } else {
        let final = check.plan.route.map { "\($0)" } ?? "a URL without pattern"
        let redirect = check.plan.redirects.first.map { ", redirected from \($0)" } ?? ""
        if case .stopped(let reason)? = check.plan.outcome {
          write("stopped at \(final)\(redirect): \(reason)", indent: 2)
        } else {
          write("opens \(final)\(redirect)", indent: 2)
        }
      }
    }
    return areAlive
  }

  /// A link may stand behind the word for where it is opened, such as `notification`.
  private static func originAndLink(of line: Substring) -> (RoutingOrigin?, String) {
    let (word, rest) = String(line).wordAndRest
    guard let link = rest, !word.isEmpty, !word.contains(":") else { return (nil, String(line)) }
    return (RoutingOrigin(word), link)
  }

  func writeAssociation(appID: String) throws(UsageError) {
    let (file, findings): (AssociationFile, [AssociationFinding])
    do throws(InsightError) {
      (file, findings) = try AssociationFile.make(
        of: RouteManifest(of: shop.wireframe), for: "https://shop.example.com", appID: appID)
    } catch {
      throw UsageError(description: error.description)
    }
    console.write(String(file.json.dropLast()))
    for finding in findings { console.writeError(finding.description.printable) }
  }

  private func write(_ text: String, indent: Int = 0) {
    let start = text.prefix { $0 == " " }.count + indent
    for (index, line) in text.printable.wrapped(indent: start + 2).enumerated() {
      let words = index == 0 ? line : String(repeating: " ", count: start - indent + 2) + line
      console.write(String(repeating: " ", count: indent) + words)
    }
  }
}

/// `map`: draws the shop's table.
struct MapCommand {
  private enum Format: String { case markdown, mermaid, json, html }

  private let format: Format
  private let path: String?

  init(arguments: [String]) throws(UsageError) {
    let arguments = try CommandArguments(arguments, of: "map", options: ["--format", "--output"])
    let name = arguments.options["--format"] ?? "markdown"
    guard let format = Format(rawValue: name) else {
      throw UsageError(description: "There is no format '\(name.printable)'.")
    }
    self.format = format
    path = arguments.options["--output"]
  }

  @MainActor
  func run(_ console: Console) throws {
    let manifest = RouteManifest(of: try ShopWireframe().wireframe)
    let text =
      switch format {
      case .markdown: manifest.markdown
      case .mermaid: manifest.mermaid
      case .json: manifest.json
      case .html: manifest.html(title: "The shop's routes")
      }
    guard let path else { return console.write(String(text.dropLast())) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw UnwritableFile(path: path)
    }
  }
}

/// The file cannot be written.
struct UnwritableFile: Error, CustomStringConvertible {
  let path: String
  var description: String { "The file '\(path.printable)' cannot be written." }
}

/// `plan`: what routing a URL would do on a fresh start.
struct PlanCommand {
  private let urlText: String
  private let isSignedIn: Bool
  private let isExternal: Bool
  private let isJSON: Bool

  init(arguments: [String]) throws(UsageError) {
    let arguments = try CommandArguments(
      arguments, of: "plan", flags: ["--signed-in", "--external", "--json"])
    urlText = try arguments.only("a URL")
    isSignedIn = arguments.flags.contains("--signed-in")
    isExternal = arguments.flags.contains("--external")
    isJSON = arguments.flags.contains("--json")
  }

  /// Plans the URL; false if it would fail.
  @MainActor
  func run(_ console: Console) async throws -> Bool {
    let shop = try ShopWireframe()
    if isSignedIn { shop.session.signIn() }
    try await shop.start()
    let request =
      isExternal
      ? RoutingRequest(untrusted: urlText, origin: RoutingReport.origin(of: urlText))
      : RoutingRequest(urlText, landing: .onTop)
    let plan = await shop.wireframe.plan(request)
    if isJSON {
      console.write(json(plan).text)
    } else {
      console.write(console.paint(urlText.printable, .bold))
      for line in plan.description.split(separator: "\n") {
        for (index, text) in String(line).printable.wrapped(indent: 4).enumerated() {
          console.write((index == 0 ? "  " : "    ") + text)
        }
      }
    }
    return plan.error == nil
  }

  private func json(_ plan: RoutePlan) -> JSON {
    let facts = RoutingFacts(
      urlText: urlText, outcome: plan.outcome, error: plan.error, route: plan.route,
      left: plan.redirects, option: plan.outcome == .presented ? plan.option : nil)
    return .object(facts.members + [.init("landing", .array(plan.landing.map { JSON($0?.text) }))])
  }
}
