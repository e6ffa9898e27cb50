#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import WireframeCore

extension RouteConfiguration {
  /// Checks a file and registers its routes: all of them, or none.
  ///
  /// Register builders, navigators, transitions and storyboards before.
  ///
  /// - Parameters:
  ///   - data: The file's content, JSON or property list.
  ///   - name: The file's name, for faults.
  /// - Returns: The registration, for removing all routes of the file.
  /// - Throws: Every fault of the file at once; then nothing has changed.
  @discardableResult
  public func load(
    _ data: Data, named name: String
  ) throws(ConfigurationError) -> Registration {
    let routes = try check(data, named: name)
    var patterns: [RoutePattern] = []
    for (index, route) in routes.enumerated() {
      do throws(RoutingError) {
        try register(route)
        patterns.append(route.pattern)
      } catch {
        // The check has tried every pattern; should one fail all the same, none stays.
        wireframe.forget(patterns)
        throw ConfigurationError(faults: [
          ConfigurationFault(
            file: name, entry: index, pattern: route.pattern.text,
            keyPath: "routes[\(index)].pattern", found: route.pattern.text.inQuotes,
            allowed: "a pattern of its own. \(error)")
        ])
      }
    }
    return keep(Registration { [weak wireframe, patterns] in wireframe?.forget(patterns) })
  }

  /// Checks a file and registers its routes: all of them, or none.
  ///
  /// - Parameter url: Where the file is; its last path component is the name for faults.
  /// - Returns: The registration, for removing all routes of the file.
  /// - Throws: Every fault of the file at once, or that it cannot be read; then nothing has changed.
  @discardableResult
  public func load(contentsOf url: URL) throws(ConfigurationError) -> Registration {
    let (data, name) = try Self.read(url)
    return try load(data, named: name)
  }

  /// Checks a file and registers nothing; for tests and tools.
  ///
  /// On a wireframe that is mounted, patterns are checked against the wireframes above, too.
  ///
  /// - Parameters:
  ///   - data: The file's content, JSON or property list.
  ///   - name: The file's name, for faults.
  /// - Returns: The file's entries, in its order.
  /// - Throws: Every fault of the file at once.
  public func check(
    _ data: Data, named name: String
  ) throws(ConfigurationError) -> [ConfiguredRoute] {
    let text = ConfigurationText(Array(data))
    var check = ConfigurationReader(parts, wireframe, file: name, text: text)
    return try check.run()
  }

  /// Checks a file and registers nothing; for tests and tools.
  ///
  /// - Parameter url: Where the file is; its last path component is the name for faults.
  /// - Returns: The file's entries, in its order.
  /// - Throws: Every fault of the file at once, or that it cannot be read.
  public func check(contentsOf url: URL) throws(ConfigurationError) -> [ConfiguredRoute] {
    let (data, name) = try Self.read(url)
    return try check(data, named: name)
  }

  private static func read(_ url: URL) throws(ConfigurationError) -> (Data, name: String) {
    // A file's URL, not one to be routed; the name is for the texts of faults only.
    let name = url.lastPathComponent
    do {
      return (try Data(contentsOf: url), name)
    } catch {
      throw ConfigurationError(faults: [
        ConfigurationFault(
          file: name, keyPath: "", found: "nothing that can be read", allowed: "a file")
      ])
    }
  }

  /// Lowers an entry to a route of the wireframe: with a closure as its provider, or as a handler.
  private func register(_ entry: ConfiguredRoute) throws(RoutingError) {
    guard entry.destination != .none else {
      try wireframe.handle(entry.pattern, tags: entry.tags, exposure: entry.exposure) {
        [parts] _ in try await parts.leave(by: entry)
      }
      return
    }
    var option = NavigatorOption(
      name: entry.navigator, options: entry.options, transition: entry.transition)
    option.owner = ObjectIdentifier(parts)
    try wireframe.register(
      entry.pattern, option: option, tags: entry.tags, exposure: entry.exposure
    ) { [parts] route, router in try await parts.controller(of: entry, route, router) }
  }
}
