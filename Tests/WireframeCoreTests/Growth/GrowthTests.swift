import TestSupport
import Testing
import WireframeCore
import WireframeTesting

// Release builds count no steps.
#if DEBUG
  @MainActor
  private final class Rights {
    var areLost = false
  }

  /// What may grow with what an app adds, or with what a link brings, takes no more steps for each, at two sizes.
  @MainActor
  @Suite(.hangsNever)
  struct GrowthTests {
    /// Expects that a change of one thing takes as many steps however many there are.
    private func expectSame(
      _ sizes: (Int, Int), _ location: SourceLocation = #_sourceLocation,
      _ body: (Int) async throws -> Int
    ) async rethrows {
      let (small, large) = (try await body(sizes.0), try await body(sizes.1))
      #expect(large == small, sourceLocation: location)
    }

    @Test("The parent of a route is found in the table, without a walk through all routes")
    func parents() async throws {
      try await expectLinear((50, 500)) { size in
        let wireframe = Wireframe<Screen>()
        try wireframe.register("/parent") { _ in Screen("") }
        for number in 0..<size {
          try wireframe.register(
            RoutePattern("/child\(number)"), place: .init(under: "/parent")
          ) { _ in Screen("") }
        }
      }
    }

    @Test("A long chain of parents is not walked to its end for each of its routes")
    func chainOfParents() async throws {
      try await expectLinear((200, 600)) { size in
        let wireframe = Wireframe<Screen>()
        try wireframe.register("/c0") { _ in Screen("") }
        for number in 1..<size {
          try wireframe.register(
            RoutePattern("/c\(number)"), place: .init(under: RoutePattern("/c\(number - 1)"))
          ) { _ in Screen("") }
        }
      }
    }

    @Test("A parent that is not registered is compared with one route, not with all of them")
    func missingParents() async throws {
      try await expectSame((5, 50)) { size in
        let shop = try await Shop()
        for number in 0..<size { try shop.register(RoutePattern("/other\(number)")) }
        try shop.register("/parent/:number")
        try shop.wireframe.register("/child/:id", place: .under("/parent/:id")) { _ in Screen("") }
        var counts: [Int] = []
        for _ in 0..<2 {
          let count = try await steps {
            let error = try await failure {
              try await shop.wireframe.route(to: "/child/1", landing: .underParents)
            }
            #expect(error.description.contains("Did you mean '/parent/:number'?"))
          }
          counts.append(count)
        }
        return counts[1]
      }
    }

    @Test("A query is read once for a route, and its items are found by their names")
    func query() async throws {
      try await expectLinear((20, 200)) { size in
        let names = (0..<size).map { "item\($0)" }
        let url = "/a?" + names.map { "\($0)=1" }.joined(separator: "&")
        let wireframe = Wireframe<Screen>(limits: .none)
        try wireframe.handle("/a") { route in
          for name in names { #expect(route.query[name] == "1") }
          #expect(route.query["none"] == nil)
        }
        try await wireframe.route(to: url)
      }
    }

    @Test("A mounted module's roles have the query that was read for the app's")
    func queryOfModules() async throws {
      func cost(_ count: Int, isMounted: Bool) async throws -> Int {
        let (app, module) = (Wireframe<Screen>(limits: .none), Wireframe<Screen>(limits: .none))
        try module.handle("/a") { #expect($0.query.items.count == count) }
        if isMounted { try app.mount(module, at: "/m") }
        let url = "/a?" + Array(repeating: "x=1", count: count).joined(separator: "&")
        return try await steps {
          _ = try await isMounted ? app.route(to: "/m" + url) : module.route(to: url)
        }
      }
      var growth: [Int] = []
      for isMounted in [false, true] {
        growth.append(
          try await cost(60, isMounted: isMounted) - cost(10, isMounted: isMounted))
      }
      #expect(growth[0] > 0 && growth[0] == growth[1])
    }

    @Test("Names that differ only in how they are composed are two, also among many")
    func composedNames() throws {
      let names = (0..<20).map { "item\($0)" } + ["\u{E9}", "e\u{301}", "item3"]
      let items = names.enumerated().map { "\($1)=\($0)" }.joined(separator: "&")
      let query = try Route("/a?\(items)", matching: "/a").query
      #expect(query["\u{E9}"] == "20")
      #expect(query["e\u{301}"] == "21")
      #expect(query["item3"] == "3")
      #expect(query["item20"] == nil)
    }

    @Test("A change is worked out for those who read it")
    func changes() async throws {
      let tree = NavigationTree<Screen>()
      try await tree.setRoot(Screen("root"))
      var count = 0
      for _ in 0..<3 { tree.onChange { _ in count += 1 } }
      func move() throws {
        try tree.perform(.push(Screen("a"), route: nil, option: .push), animated: false)
      }
      let unread = try await steps { try move() }
      // A step for each listener.
      #expect(unread == 3)
      tree.onChange { #expect($0.entered.count == 1) }
      #expect(try await steps { try move() } > 4)
      #expect(count == 6)
    }

    @Test("Who reads what a push or a pop has changed pays for that, however deep the stack is")
    func changesOfDeepStacks() async throws {
      try await expectSame((10, 100)) { size in
        let tree = NavigationTree<Screen>()
        try await tree.setRoot(Screen("root"))
        for _ in 0..<size { try await tree.push(Screen("a")) }
        var count = 0
        tree.onChange { count += $0.entered.count + $0.left.count }
        let steps = try await steps {
          try await tree.push(Screen("b"))
          try await tree.pop()
        }
        #expect(count == 2)
        return steps
      }
    }

    @Test("A landing looks once through what is shown, as long as nothing moves meanwhile")
    func landings() async throws {
      func cost(_ depth: Int) async throws -> Int {
        let bank = try await Bank()
        for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
        for _ in 0..<depth { try await bank.navigation.push(Screen("a")) }
        return await steps { await bank.open("/news/1") }
      }
      #expect(try await cost(12) - cost(2) == 10)
    }

    @Test("A push and a pop look at no gate of a module")
    func gates() async throws {
      try await expectSame((5, 50)) { size in
        let shop = try await Shop()
        try shop.register("/a")
        for number in 0..<size {
          let module = Wireframe<Screen>()
          module.addGate(for: .requiresLogin, at: "/login") { true }
          try shop.wireframe.mount(module, at: RoutePattern("/module\(number)"))
        }
        return try await steps {
          try await shop.wireframe.route(to: "/a")
          try await shop.navigation.pop()
        }
      }
    }

    @Test("A mount adds to the table, which is not copied, and an unmount looks at its own routes")
    func mounts() async throws {
      let wireframe = Wireframe<Screen>()
      var registrations: [Registration] = []
      var copies = 0
      var place = Self.address(wireframe.table.patterns)
      func mount(_ number: Int) throws {
        let module = Wireframe<Screen>()
        let hasType = number.isMultiple(of: 2)
        if hasType { try module.add(type: ParameterType("type\(number)") { _ in true }) }
        try module.register(RoutePattern(hasType ? "/a/:x<type\(number)>" : "/a/:x")) { _ in
          Screen("")
        }
        registrations.append(try wireframe.mount(module, at: RoutePattern("/module\(number)")))
        // The table is read between the mounts.
        #expect(wireframe.canRoute(to: "/module\(number)/a/b"))
        let now = Self.address(wireframe.table.patterns)
        copies += place == now ? 0 : 1
        place = now
      }
      for number in 0..<200 { try mount(number) }
      // An array that grows moves each time that it has doubled.
      #expect(copies < 20)
      await expectSame((0, 150)) { index in await steps { registrations[index].remove() } }
    }

    @Test("A parent has one name for each wireframe around a module in modules")
    func parentsOfNestedModules() async throws {
      try await expectLinear((4, 12)) { depth in
        var outermost = Wireframe<Screen>()
        try outermost.register("/child", place: .under("/parent"))
        for _ in 0..<depth {
          let outer = Wireframe<Screen>()
          try outer.mount(outermost, at: "/m")
          outermost = outer
        }
        let path = String(repeating: "/m", count: depth)
        #expect(outermost.routes.map { $0.parent?.text } == ["\(path)/parent"])
      }
    }

    @Test("A conflict of patterns is found without a walk through the table")
    func conflicts() async throws {
      try await expectSame((5, 50)) { size in
        var table = try RouteTable((0..<size).map { "/a\($0)" })
        return await steps {
          #expect(throws: RoutingError.self) { try table.insert((), for: "/a0") }
        }
      }
      try await expectSame((5, 50)) { size in
        let wireframe = Wireframe<Screen>()
        for number in 0..<size { try wireframe.handle(RoutePattern("/a\(number)")) { _ in } }
        let module = Wireframe<Screen>()
        try wireframe.handle("/module/b") { _ in }
        try module.handle("/b") { _ in }
        return await steps {
          #expect(throws: RoutingError.self) { try wireframe.mount(module, at: "/module") }
        }
      }
    }

    @Test("A table is laid out once for many removals, those that come after it are as cheap")
    func removals() async throws {
      var table = try RouteTable((0..<16).map { "/a\($0)" })
      let first = await steps { table.remove("/a0") }
      for number in 1..<9 { table.remove(try RoutePattern("/a\(number)")) }
      #expect(await steps { table.remove("/a9") } == first)
    }

    @Test("A route is added to the tables, which are not copied, though they were read meanwhile")
    func additions() throws {
      let (wireframe, module) = (Wireframe<Screen>(), Wireframe<Screen>())
      try wireframe.mount(module, at: "/module")
      func places() -> [UInt] { [wireframe, module].map { Self.address($0.table.patterns) } }
      var copies = [0, 0]
      var before = places()
      for number in 0..<100 {
        try module.register(RoutePattern("/a\(number)")) { _ in Screen("") }
        #expect(wireframe.canRoute(to: "/module/a\(number)"))
        #expect(module.tableSnapshot.table.patterns.count == number + 1)
        let now = places()
        for index in 0..<2 { copies[index] += before[index] == now[index] ? 0 : 1 }
        before = now
      }
      #expect(copies.allSatisfy { $0 < 20 })
    }

    @Test("A route that goes is taken out of the tables, which are not copied")
    func removedRoutes() throws {
      let (wireframe, module) = (Wireframe<Screen>(), Wireframe<Screen>())
      try wireframe.mount(module, at: "/module")
      var registrations: [Registration] = []
      for number in 0..<50 {
        registrations.append(try module.register(RoutePattern("/a\(number)")) { _ in Screen("") })
      }
      func places() -> [UInt] { [wireframe, module].map { Self.address($0.table.patterns) } }
      let before = places()
      for registration in registrations.suffix(20).reversed() {
        // Both tables have been read since the last change.
        #expect(wireframe.canRoute(to: "/module/a0"))
        #expect(module.tableSnapshot.table.patterns.first == "/a0")
        registration.remove()
        #expect(places() == before)
      }
      #expect(wireframe.routes.count == 30)
    }

    @Test("A mount that fails leaves nothing of its routes and types behind")
    func failedMount() throws {
      let wireframe = Wireframe<Screen>()
      try wireframe.register("/b") { _ in Screen("") }
      let module = Wireframe<Screen>()
      try module.add(type: ParameterType("code") { $0 == "old" })
      try module.register("/a/:x<code>") { _ in Screen("") }
      try module.register("/b") { _ in Screen("") }
      #expect(throws: RoutingError.self) { try wireframe.mount(module) }
      #expect(wireframe.routes.map(\.pattern) == ["/b"])
      try wireframe.add(type: ParameterType("code") { $0 == "new" })
      try wireframe.register("/a/:x<code>") { _ in Screen("") }
      #expect(wireframe.canRoute(to: "/a/new"))
      #expect(!wireframe.canRoute(to: "/a/old"))
    }

    @Test("A modal is compared with its own layer, not with each other one")
    func modals() async throws {
      try await expectLinear((10, 100)) { size in
        let tree = NavigationTree<Screen>()
        try await tree.setRoot(Screen("root"))
        for _ in 0..<size { try await tree.present(Screen("modal")) }
        tree.onChange { #expect($0.left.count == size) }
        try tree.perform(.dismiss(size), animated: false)
      }
      try await expectLinear((10, 100)) { size in
        let (tree, asker) = (NavigationTree<Screen>(), RecordingAsker())
        _ = tree.events.guardLeaving { asker }
        try await tree.setRoot(Screen("root"))
        for _ in 0..<size { try await tree.present(Screen("modal")) }
        try await tree.dismiss()
        #expect(tree.state.layers.count == size)
      }
    }

    @Test("A move finds out what leaves if there is somebody to ask")
    func leaving() async throws {
      let (tree, asker) = (NavigationTree<Screen>(), RecordingAsker())
      try await tree.setRoot(Screen("root"))
      for _ in 0..<2 { try await tree.present(Screen("modal")) }
      #expect(try await steps { try await tree.dismiss() } == 0)
      _ = tree.events.guardLeaving { asker }
      #expect(try await steps { try await tree.dismiss() } > 0)
    }

    @Test("An observer, a type, a gate is added to its list, which is not copied")
    func lists() async throws {
      let wireframe = Wireframe<Screen>()
      var copies = 0
      var place = Self.address(wireframe.observers.elements)
      for _ in 0..<1_000 {
        wireframe.observe { _ in .proceed }
        let now = Self.address(wireframe.observers.elements)
        copies += place == now ? 0 : 1
        place = now
      }
      #expect(copies < 20)
      try await expectSame((50, 500)) { size in
        let wireframe = Wireframe<Screen>()
        return try await steps {
          for number in 0..<size {
            try wireframe.add(type: ParameterType("type\(number)") { _ in true })
          }
        }
      }
    }

    @Test("The segments of a long path are found once for all values, not once for each")
    func values() async throws {
      try await expectLinear((6, 60)) { size in
        let names = (0..<size).map { "value\($0)" }
        let url =
          "/" + String(repeating: "long", count: size) + String(repeating: "/a", count: size - 1)
        let wireframe = Wireframe<Screen>(limits: .none)
        try wireframe.handle(RoutePattern(names.map { "/:\($0)" }.joined())) { route in
          for name in names.dropFirst() {
            let value: String = try route[name]
            #expect(value == "a")
          }
        }
        try await wireframe.route(to: url)
      }
    }

    @Test("The segments of a long path are found once for a list of all values")
    func allValues() async throws {
      try await expectLinear((6, 60)) { size in
        let table = try RouteTable([(0..<size).map { "/:value\($0)" }.joined()])
        let match = table.match(String(repeating: "/a", count: size)).matched
        #expect(match?.values.all.count == size)
      }
      let route = try Route("/a/b/c/d/e", matching: "/:a/:b/:c/:d/:e")
      var count = 0
      let steps = await steps { count = route.values.all.count }
      #expect((steps, count) == (0, 5))
    }

    @Test("The segments of an old name's URL are found once for its new one")
    func valuesOfOldNames() async throws {
      try await expectLinear((6, 60)) { size in
        let names = (0..<size).map { "/:value\($0)" }.joined()
        let wireframe = Wireframe<Screen>(limits: .none)
        try wireframe.handle(RoutePattern("/new\(names)")) { _ in }
        try wireframe.alias(RoutePattern("/old\(names)"), for: RoutePattern("/new\(names)"))
        let path = String(repeating: "/a", count: size)
        let route = try await wireframe.route(to: "/old\(path)").route
        #expect(route.urlText == "/new\(path)")
      }
    }

    @Test("What a role enqueues looks at none of those that wait")
    func followUps() async throws {
      try await expectLinear((20, 200)) { size in
        let wireframe = Wireframe<Screen>(policy: .rejectWhileBusy, limits: .none)
        try wireframe.handle("/a") { _, router in
          for number in 0..<size { router.enqueue("/b/\(number)?c=1") }
        }
        try wireframe.handle("/b/:number") { _ in }
        try await wireframe.route(to: "/a")
        await wireframe.settled()
      }
    }

    @Test("Each pending answer waits for its own screen")
    func answers() async throws {
      try await expectLinear((10, 100)) { size in
        let shop = try await Shop()
        try shop.register("/a/:number")
        let answers = (0..<size).map { number in
          Task { @MainActor in try await shop.wireframe.answer(to: "/a/\(number)", as: Int.self) }
        }
        #expect(await eventually { shop.navigation.state.entries.count == size + 1 })
        for _ in 0..<size { try await shop.navigation.pop() }
        for answer in answers { #expect(try await answer.value == nil) }
      }
    }

    @Test("A question that is over is heard of no more: a move takes as many steps as before")
    func listeners() async throws {
      try await expectSame((0, 20)) { size in
        let shop = try await Shop()
        try shop.register("/ask")
        for _ in 0..<size {
          let answer = Task { @MainActor in
            try await shop.wireframe.answer(to: "/ask", as: Int.self)
          }
          #expect(await eventually { shop.navigation.state.entries.count == 2 })
          try await shop.navigation.pop()
          #expect(try await answer.value == nil)
        }
        return try await steps { try await shop.navigation.push(Screen("a")) }
      }
    }

    @Test("A gate that was passed listens no more: a move takes as many steps as before")
    func passedGates() async throws {
      try await expectSame((0, 1)) { count in
        let shop = try await Shop()
        let rights = Rights()
        try shop.register("/login", option: .modal)
        try shop.register("/a", tags: [.requiresLogin])
        shop.wireframe.addGate(for: .requiresLogin, at: "/login") { !rights.areLost }
        for _ in 0..<count {
          rights.areLost = true
          try await shop.wireframe.route(to: "/a")
          rights.areLost = false
          try await shop.wireframe.resume(after: .requiresLogin)
          #expect(shop.shown == ["root", "/a"])
        }
        return try await steps { try await shop.navigation.push(Screen("b")) }
      }
    }

    @Test("Who has waited until nothing is under way hears of no later move")
    func settling() async throws {
      try await expectSame((1, 20)) { size in
        let shop = try await Shop()
        for _ in 0..<size { await shop.wireframe.settled() }
        return try await steps { try await shop.navigation.push(Screen("a")) }
      }
    }

    @Test("The screens that are no longer allowed are found once each")
    func reevaluation() async throws {
      try await expectLinear((10, 100)) { size in
        let shop = try await Shop()
        try shop.register("/a/:number")
        let rights = Rights()
        shop.wireframe.observe { _ in rights.areLost ? .stop("no") : .proceed }
        for number in 0..<size { try await shop.wireframe.route(to: "/a/\(number)") }
        rights.areLost = true
        #expect(try await shop.wireframe.reevaluate().refused.count == size)
        #expect(shop.shown == ["root"])
      }
    }

    private static func address<T>(_ elements: [T]) -> UInt {
      elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }
#endif
