// "Why did this link not open?", "Proving the table", "Links are an interface", "The association file", "Recording and
// replaying".
import Foundation
import WireframeCore
import WireframeInsight

struct Screen { let title: String }

extension RouteTag {
  static let requiresLogin: RouteTag = "requires-login"
}

@MainActor
func makeBank(on tree: NavigationTree<Screen>) throws -> Wireframe<Screen> {
  let wireframe = Wireframe<Screen>(sources: ["bank:", "https://bank.example.com"])
  wireframe.addStandardPresenters(on: tree)
  try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
  try wireframe.register("/login", option: .modal) { _ in Screen(title: "Log in") }
  try wireframe.register(
    "/accounts/:id<int>", option: .push, tags: [.requiresLogin], exposure: .external,
    place: .under("/")
  ) { route in
    Screen(title: "Account \(try route["id"] as Int)")
  }
  wireframe.addGate(for: .requiresLogin, at: "/login") { false }
  return wireframe
}

let tree = NavigationTree<Screen>()
let wireframe = try makeBank(on: tree)
try await wireframe.route(to: "/")

// snippet.explain
print(wireframe.explain("bank://accounts/x"))
// snippet.explanation
let explanation = wireframe.explain("bank://accounts/7", origin: .universalLink)
switch explanation.outcome {
case .match(let pattern): print("\(pattern) matches")
case .notExposed(let pattern, let exposure): print("\(pattern) is open to: \(exposure)")
case .disabled(let pattern, let off): print("\(pattern) is switched off by \(off)")
case .noRoute(let nearMiss): print("near: \(nearMiss.nearestPatterns)")
case .refused(let refusal): print("a fault at byte \(refusal.offset)")
case .foreign(let nearest): print("not ours; near: \(nearest?.description ?? "nothing")")
}
// snippet.plan
let plan = await wireframe.plan("bank://accounts/7", origin: .customScheme)
print(plan)
if case .presented? = plan.outcome, plan.isCertain { print("it would land at \(plan.landing)") }
// snippet.unasked
final class AskTheUser: RoutingObserver {
  var isAskedInPlans: Bool { false }  // it shows an alert: a plan says "unknown"

  func decision(for route: Route) async -> RoutingDecision {
    await confirms("Open \(route)?") ? .proceed : .stop("The user said no.")
  }
}
// snippet.end

func confirms(_ question: String) async -> Bool { !question.isEmpty }

// snippet.audit
for finding in wireframe.audit() { print(finding) }
// snippet.example
try wireframe.add(type: ParameterType("iban", example: "DE89370400440532013000") { $0.count == 22 })
// snippet.redirects
struct Maintenance: RoutingObserver {
  var isGuard: Bool { false }  // routes that only this one watches are unguarded
  var redirects: [RoutePattern] { ["/login"] }  // an audit checks that it is registered

  func decision(for route: Route) -> RoutingDecision {
    route.pattern == "/login" ? .proceed : .redirect(to: "/login")
  }
}
// snippet.manifest
let manifest = RouteManifest(of: wireframe)
print(manifest.markdown)  // or .mermaid, .json, .html(title: "Our routes")
// snippet.changes
let former = try RouteManifest(json: manifest.json)
for change in manifest.changes(from: former) where change.isBreaking { print(change) }
// snippet.links
let links = await wireframe.check(links: ["https://bank.example.com/accounts/7"])
for link in links where link.isDead { print(link) }
// snippet.pushed
let pushed = await wireframe.check(links: ["bank://accounts/7"], origin: .notification)
// snippet.manifestFile
let manifestFile = URL(filePath: #filePath)
  .deletingLastPathComponent().appending(path: "routes.json")
// snippet.association
let (file, findings) = try AssociationFile.make(
  of: RouteManifest(of: wireframe), for: "https://bank.example.com", appID: "TEAM.com.bank")
try file.json.write(
  to: FileManager.default.temporaryDirectory.appending(path: "apple-app-site-association"),
  atomically: true, encoding: .utf8)
for finding in findings { print(finding) }
// snippet.meant
let meant: Set<RoutePattern> = ["/accounts/:id<int>"]
let unexpected = findings.filter { finding in !meant.contains { $0 == finding.pattern } }
// snippet.check
for finding in wireframe.check(file, for: "https://bank.example.com") { print(finding) }
// snippet.reader
switch try AssociationFile(json: file.json).decision(on: "https://bank.example.com/accounts/7") {
case .sent(let component): print("to the app, by \(component.path ?? "any path")")
case .excluded(let component): print("to the browser, by \(component.path ?? "any path")")
case .unmentioned: print("to the browser")
}
// snippet.record
let recorder = TraceRecorder(keeping: 100)  // with keepsValues: true, it can be replayed
let recording = recorder.record(wireframe)
try await wireframe.route(to: "bank://accounts/7")
for trace in recorder.traces { print(trace) }
let report = try JSONEncoder().encode(recorder.takeTraces())
recording.remove()
// snippet.replay
let traces = try JSONDecoder().decode([RoutingTrace].self, from: report)
do {
  let bank = try makeBank(on: NavigationTree())
  if let difference = try await traces.replay(on: bank, trusting: true) { print(difference) }
} catch let error as InsightError {
  print(error)  // which routing cannot be run again, and why
}
// snippet.runnable
let runnable = Array(traces.prefix { $0.replayObstacle == nil })
