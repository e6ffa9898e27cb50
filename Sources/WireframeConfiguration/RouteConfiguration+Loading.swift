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
  ///   - data: The file's content, JSON or property list; at most 1 MiB.
  ///   - name: The file's name, for faults.
  /// - Returns: The registration, for removing all routes of the file.
  /// - Throws: Every fault of the file at once; then nothing has changed.
  @discardableResult
  public func load(
    _ data: Data, named name: String
  ) throws(ConfigurationError) -> Registration {
    try register(entries(of: data, named: name), named: name)
  }

  /// Checks a file and registers its routes: all of them, or none.
  ///
  /// - Parameter url: Where the file is; its last path component is the name for faults. A file that is too large
  ///   is not read, nor is what is no regular file, such as a pipe.
  /// - Returns: The registration, for removing all routes of the file.
  /// - Throws: Every fault of the file at once, or that it cannot be read; then nothing has changed.
  @discardableResult
  public func load(contentsOf url: URL) throws(ConfigurationError) -> Registration {
    try register(entries(ofContentsOf: url), named: url.lastPathComponent)
  }

  /// Checks a file and registers nothing; for tests and tools.
  ///
  /// On a wireframe that is mounted, patterns are checked against the wireframes above, too.
  ///
  /// - Parameters:
  ///   - data: The file's content, JSON or property list; at most 1 MiB.
  ///   - name: The file's name, for faults.
  /// - Returns: The patterns of the file's entries, in its order.
  /// - Throws: Every fault of the file at once.
  @discardableResult
  public func check(
    _ data: Data, named name: String
  ) throws(ConfigurationError) -> [RoutePattern] {
    try entries(of: data, named: name).map(\.pattern)
  }

  /// A file's entries, in its order, if it has no fault; nothing is registered.
  package func entries(
    of data: Data, named name: String
  ) throws(ConfigurationError) -> [ConfiguredRoute] {
    guard data.count <= ConfigurationFile.maximumSize else {
      throw Self.error(.tooLarge("\(data.count)", atMost: ConfigurationFile.maximumSize), name)
    }
    return try entries(of: Array(data), named: name)
  }

  /// Checks a file and registers nothing; for tests and tools.
  ///
  /// - Parameter url: Where the file is; its last path component is the name for faults. A file that is too large
  ///   is not read, nor is what is no regular file, such as a pipe.
  /// - Returns: The patterns of the file's entries, in its order.
  /// - Throws: Every fault of the file at once, or that it cannot be read.
  @discardableResult
  public func check(contentsOf url: URL) throws(ConfigurationError) -> [RoutePattern] {
    try entries(ofContentsOf: url).map(\.pattern)
  }

  private func entries(ofContentsOf url: URL) throws(ConfigurationError) -> [ConfiguredRoute] {
    // A file's URL, not one to be routed; the name is for the texts of faults only.
    let name = url.lastPathComponent
    let bytes: [UInt8]
    do throws(ConfigurationFile.Fault) {
      guard url.isFileURL else { throw .init(found: "the URL of something else") }
      bytes = try ConfigurationFile.bytes(at: url.path, atMost: ConfigurationFile.maximumSize)
    } catch {
      throw Self.error(error, name)
    }
    return try entries(of: bytes, named: name)
  }

  private static func error(_ why: ConfigurationFile.Fault, _ name: String) -> ConfigurationError {
    ConfigurationError(faults: [
      ConfigurationFault(file: name, keyPath: "", found: why.found, allowed: why.allowed)
    ])
  }

  private func entries(
    of bytes: [UInt8], named name: String
  ) throws(ConfigurationError) -> [ConfiguredRoute] {
    var check = ConfigurationReader(parts, wireframe, file: name, bytes)
    return try check.run()
  }

  /// Registers a file's entries, all or none.
  private func register(
    _ routes: [ConfiguredRoute], named name: String
  ) throws(ConfigurationError) -> Registration {
    var patterns: [RoutePattern] = []
    for (index, route) in routes.enumerated() {
      do throws(RoutingError) {
        try register(route)
        patterns.append(route.pattern)
        for name in route.aliases {
          try wireframe.alias(name, for: route.pattern)
          patterns.append(name)
        }
      } catch {
        // The check has tried every pattern. If one still fails, all of them are removed.
        wireframe.forget(patterns)
        throw ConfigurationError(faults: [
          ConfigurationFault(
            file: name, entry: index, pattern: route.pattern.text,
            keyPath: "routes[\(index)].pattern", found: route.pattern.text.inQuotes,
            allowed: "a pattern of its own. \(error)")
        ])
      }
    }
    let hasOption = routes.map { parts.navigators[$0.navigator]?.isOption == true }
    let check = wireframe.add(partCheck: { [parts] in
      zip(routes, hasOption).flatMap { parts.missingParts(of: $0, hasOption: $1) }
    })
    return keep(
      Registration { [weak wireframe, patterns] in
        check.remove()
        wireframe?.forget(patterns)
      })
  }

  /// Lowers an entry to a route of the wireframe: with a closure as its provider, or as a handler.
  private func register(_ entry: ConfiguredRoute) throws(RoutingError) {
    guard entry.destination != .none else {
      try wireframe.handle(entry.pattern, tags: entry.tags, exposure: entry.exposure) {
        [parts] _ in try await parts.leave(by: entry)
      }
      return
    }
    try wireframe.register(
      entry.pattern, option: option(of: entry), tags: entry.tags, exposure: entry.exposure,
      place: .init(
        under: entry.parent, tab: entry.tab, ifPresented: entry.ifPresented,
        restoration: entry.restoration)
    ) { [parts] route, router in try await parts.controller(of: entry, route, router) }
  }

  private func option(of entry: ConfiguredRoute) -> any RoutingOption {
    if case .present(let option)? = parts.navigators[entry.navigator]?.move {
      return option(entry.options)
    }
    var option = NavigatorOption(
      name: entry.navigator, options: entry.options, transition: entry.transition)
    option.owner = ObjectIdentifier(parts)
    return option.asStandardOption(isOriginal: parts.navigators.isOriginal(entry.navigator))
  }
}
