// "Step flows": steps by URL and by screen, a list from a server, moving on, the end.
import Foundation
import WireframeCore
import WireframeFlows

struct Screen { let title: String }

@MainActor final class Profile {
  var name: String?
  func lacksName() async throws -> Bool { name == nil }
}

let profile = Profile()
let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>()
wireframe.addStandardPresenters(on: navigation)
try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
try wireframe.register("/onboarding/terms") { _ in Screen(title: "Terms") }
try wireframe.register("/onboarding/name") { _ in Screen(title: "Your name") }
try await wireframe.route(to: "/")

// snippet.guider
enum Onboarding: String, CaseIterable, Guider {
  case terms, name, photo

  var destination: StepDestination<Screen> {
    switch self {
    case .terms, .name: .url("/onboarding/\(rawValue)")  // routed, guards included
    case .photo: .screen { Screen(title: "Your photo") }  // pushed, without a URL
    }
  }
}

// snippet.flow
let flow = StepFlow<Onboarding>(
  [
    Step(.terms, status: .completed),
    Step(.name, validator: StepValidator { try await profile.lacksName() }),
    Step(.photo),
  ],
  wireframe: wireframe, host: navigation)

try await flow.start()  // .shown(.name): the terms are done

// snippet.presenter
@MainActor
final class NamePresenter {
  private let flow: StepFlow<Onboarding>
  init(flow: StepFlow<Onboarding>) { self.flow = flow }

  func doneTapped() async throws { try await flow.advance(from: .name) }
}

// snippet.outcome
@MainActor
func moveOn(from step: Onboarding) async {
  do {
    switch try await flow.advance(from: step) {
    case .shown: break  // the next screen is there
    case .handled(let next): await moveOn(from: next)  // it acted; nobody else will go on
    case .redirected, .stopped: break  // a guard said no, or the step has left
    case .finished: try await wireframe.route(to: "/")
    }
  } catch {
    print(error)  // nothing is lost: the same call may be made again
  }
}

// snippet.result
@MainActor
func welcome() async throws {
  if case .stopped = try await flow.start() { return }  // a guard said no: no run has begun
  switch try await flow.result.value {
  case .finished: print("Welcome, \(profile.name ?? "friend")")
  case .left: print("Perhaps later")
  }
}

// snippet.array
flow.queue = StepQueue(Onboarding.allCases.map { Step($0) })

// snippet.json
@MainActor
func load(_ answer: Data) {
  do {
    flow.queue = try StepQueue(json: answer)
  } catch {
    print(error)  // every fault: which step, which key, what was found, what is allowed
  }
}

// snippet.order
let byList = StepFlow<Onboarding>(
  [Step(.photo), Step(.terms)], wireframe: wireframe, host: navigation, order: .listed)

let shortForGuests = StepOrder<Onboarding> { step, queue in
  step == .name && profile.name == "guest" ? nil : step.next
}

// snippet.progress
if let progress = try await flow.progress() { print("Step \(progress)") }  // Step 1 of 2

// snippet.hide
profile.name = "Ada"
try await NamePresenter(flow: flow).doneTapped()
print(navigation.state)
try await flow.back()
load(Data(#"[{ "id": "photo" }, { "id": "nmae", "status": "done" }]"#.utf8))
load(Data(#"[{ "id": "photo" }]"#.utf8))
await moveOn(from: .photo)
print(try await flow.result.value)
_ = (byList, shortForGuests)
let ending = Task { try await welcome() }
while flow.current == nil { await Task.yield() }
try await wireframe.route(to: "/")
try await ending.value
