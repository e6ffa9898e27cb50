import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// Moves of the app, of the user and past the host, in any order, against a model of plain arrays.
@MainActor
struct HostModelTests {
  enum Move: CaseIterable {
    case push, pop, present, presentStack, dismiss, popOrDismiss, replaceTop, setRoot, back
    case swipeBack, cancelledSwipeBack, backButton, swipeDown, cancelledSwipeDown, ownDismissal,
      ownPop
    case pushDuringSwipe, pushAtOnce, pushTwice, replaceAndPush, pushAndPresent
  }

  @Test(
    "Random sequences agree with a model, and leave no controller alive",
    arguments: 1...20)
  func sequences(seed: Int) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    for sequence in 0..<Load.scaled(100) {
      var screens: [Weak] = []
      do {
        let stage = Stage()
        let host = stage.host
        var count = 0
        /// The layers: their titles, and whether they are stacks.
        var model: [(titles: [String], isStack: Bool)] = []
        var listened: Set<NavigationEntryID> = []
        var trace: [Move] = []
        let registration = host.onChange { change in
          for entry in change.entered { #expect(listened.insert(entry.id).inserted) }
          for entry in change.left { #expect(listened.remove(entry.id) != nil) }
        }
        func make() -> Screen {
          count += 1
          let screen = Screen("\(count)")
          screens.append(Weak(screen))
          return screen
        }
        try await stage.run { try await host.setRoot(make()) }
        model = [(["\(count)"], true)]
        for _ in 0..<20 {
          let move = Move.allCases.randomElement(using: &random) ?? .push
          await stage.rest()
          #expect(screens.filter { $0.object != nil }.count == host.state.entries.count, "\(trace)")
          trace.append(move)
          let top = model.count - 1
          let canPop = model[top].isStack && model[top].titles.count > 1
          let controller = try #require(host.state.top?.controller)
          switch move {
          case .push, .pushDuringSwipe:
            let isSwiping = move == .pushDuringSwipe && canPop
            if isSwiping {
              controller.navigationController?.beginSwipeBack()
              controller.navigationController?.endSwipeBack(isCancelled: count.isMultiple(of: 2))
              if !count.isMultiple(of: 2) { model[top].titles.removeLast() }
            }
            model.removeLast(top - (model.lastIndex { $0.isStack } ?? 0))
            try await stage.run { try await host.push(make()) }
            model[model.count - 1].titles.append("\(count)")
          case .pushAtOnce, .pushTwice, .replaceAndPush, .pushAndPresent:
            guard model[top].isStack, model.count < 5 else { continue }
            try await stage.run {
              if move == .replaceAndPush {
                try await host.replaceTop(make())
                model[top].titles[model[top].titles.count - 1] = "\(count)"
              } else {
                try await host.push(make(), option: .push(animated: move == .pushTwice))
                model[top].titles.append("\(count)")
              }
              if move == .pushAndPresent {
                try await host.present(make())
                model.append((["\(count)"], false))
              } else if move != .pushAtOnce {
                try await host.push(make())
                model[top].titles.append("\(count)")
              }
            }
          case .pop:
            guard canPop else { continue }
            try await stage.run { try await host.pop() }
            model[top].titles.removeLast()
          case .present, .presentStack:
            guard model.count < 5 else { continue }
            let hasStack = move == .presentStack
            try await stage.run {
              try await host.present(make(), option: .modal(.sheet, hasStack: hasStack))
            }
            model.append((["\(count)"], hasStack))
          case .dismiss:
            guard top > 0 else { continue }
            try await stage.run { try await host.dismiss() }
            model.removeLast()
          case .popOrDismiss:
            guard canPop || top > 0 else { continue }
            try await stage.run { try await host.popOrDismiss() }
            if canPop { model[top].titles.removeLast() } else { model.removeLast() }
          case .replaceTop:
            try await stage.run { try await host.replaceTop(make()) }
            model[top].titles[model[top].titles.count - 1] = "\(count)"
          case .setRoot:
            guard Bool.random(using: &random) else { continue }
            try await stage.run { try await host.setRoot(make()) }
            model = [(["\(count)"], true)]
          case .back:
            let layer = Int.random(in: 0...top, using: &random)
            let place = Int.random(in: model[layer].titles.indices, using: &random)
            let title = model[layer].titles[place]
            let entry = try #require(host.state.entries.first { $0.controller.title == title })
            try await stage.run { try await host.back(to: entry.id) }
            model.removeLast(top - layer)
            model[layer].titles.removeLast(model[layer].titles.count - 1 - place)
          case .swipeBack, .backButton, .ownPop:
            guard canPop else { continue }
            let stack = controller.navigationController
            switch move {
            case .swipeBack: stack?.swipeBack()
            case .backButton: stack?.tapBackButton()
            default: stack?.popViewController(animated: Bool.random(using: &random))
            }
            await stage.rest()
            model[top].titles.removeLast()
          case .cancelledSwipeBack:
            controller.navigationController?.beginSwipeBack()
            controller.navigationController?.endSwipeBack(isCancelled: true)
            await stage.rest()
          case .swipeDown, .cancelledSwipeDown, .ownDismissal:
            guard top > 0 else { continue }
            let modal = controller.navigationController ?? controller
            switch move {
            case .swipeDown:
              modal.swipeDown()
            case .ownDismissal:
              controller.dismiss(animated: true)
            default:
              modal.beginSwipeDown()
              modal.endSwipeDown(isCancelled: true)
            }
            await stage.rest()
            if move != .cancelledSwipeDown { model.removeLast() }
          }
          let titles = host.state.layers.map { $0.shown.map { $0.controller.title ?? "" } }
          try #require(
            titles == model.map(\.titles), "seed \(seed), sequence \(sequence), \(trace)")
          #expect(host.state.layers.map { $0.stack != nil } == model.map(\.isStack))
          try #require(
            listened == Set(host.state.entries.map(\.id)),
            "seed \(seed), sequence \(sequence), \(trace)")
        }
        #expect(stage.window.faults.isEmpty)
        registration.remove()
      }
      for _ in 0..<5 { await Task.yield() }
      #expect(screens.filter { $0.object != nil }.isEmpty, "seed \(seed), sequence \(sequence)")
    }
  }
}
