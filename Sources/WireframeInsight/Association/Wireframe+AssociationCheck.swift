public import WireframeCore

extension Wireframe {
  /// Finds the differences between a file, which may be written by hand, and the table of the outermost wireframe.
  ///
  /// ```swift
  /// let file = try AssociationFile(json: String(contentsOf: checkedInFile, encoding: .utf8))
  /// #expect(wireframe.check(file, for: "https://example.com").isEmpty)
  /// ```
  ///
  /// The routes are asked about by examples of their URLs, spelled as ``AssociationFile/make(of:for:appID:)`` spells
  /// them: a component that takes too much is only found if an example shows it. Queries are left out.
  ///
  /// - Parameters:
  ///   - file: The file that the site serves.
  ///   - source: The https source of the site.
  ///   - appID: The app's identifier; nil for any app of the file.
  /// - Returns: A finding for each exposed route that the file does not send, for each closed one that it sends, and
  ///   for each component whose links no route opens; none for a source without routes and components.
  public func check(
    _ file: AssociationFile, for source: URLSource, appID: String? = nil
  ) -> [AssociationFinding] {
    guard outermost === self else { return outermost.check(file, for: source, appID: appID) }
    let details = file.details.filter { appID.map($0.appIDs.contains) ?? true }
    let components = AssociationFile.Components(details.flatMap(\.components))
    var findings: [AssociationFinding] = []
    var opening: Set<AssociationFile.Component> = []
    let names = routes.flatMap { route in route.names.map { (name: $0, pattern: route.pattern) } }
    for (name, pattern) in names where name.source ?? source == source {
      var isListed = false
      for path in exampleURLs(of: name).map({ Link($0).path }) {
        let urlText = source.urlText(at: path)
        guard let link = patternOfLink(urlText), link.pattern == pattern else { continue }
        if link.isExposed { opening.formUnion([path, path + "/"].flatMap(components.taking)) }
        switch (link.isExposed, components.decision(on: urlText)) {
        case (true, .sent): break
        case (true, _) where !isListed:
          isListed = true
          findings.append(
            AssociationFinding(
              pattern, [],
              "'\(pattern)' is exposed to universal links, and the file does not send '\(urlText)'. Make the file "
                + "anew."))
        case (false, .sent(let component)) where !isListed:
          isListed = true
          opening.insert(component)  // One finding is enough.
          findings.append(
            AssociationFinding(
              pattern, [component.path ?? "*"],
              "The file sends '\(urlText)', and '\(pattern)' is closed to it. Make the file anew, or expose the "
                + "route."))
        default: break
        }
      }
    }
    let others = components.all.filter { !$0.isExcluded && opening.insert($0).inserted }
    // What the table's own file has needs no example: lists of words have too many.
    let own = others.isEmpty ? [] : AssociationFile.sentPaths(of: routes, for: source, table.rules)
    let named = Set(findings.map(\.pattern))
    for component in others where !own.contains(component.path ?? "*") {
      let path = component.path ?? "*"
      let example = path.replacing("?*", with: "1").replacing("*", with: "")
        .replacing("?", with: "1")
      let urlText = source.urlText(at: example)
      // A component behind others that take its links sends none.
      guard components.decision(on: urlText) == .sent(component) else { continue }
      let link = patternOfLink(urlText)
      if link?.isExposed == true || named.contains(link?.pattern) { continue }
      findings.append(
        AssociationFinding(
          nil, [path],
          "The file sends '\(path)', and no route opens such links. Remove the component, or register or expose a "
            + "route."))
    }
    return findings
  }
}
