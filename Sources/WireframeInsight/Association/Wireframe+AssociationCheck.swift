public import WireframeCore

extension Wireframe {
  /// Finds the differences between an association file and the table; the file may be written by hand.
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
    var findings: [AssociationFinding] = []
    var opened: [String] = []
    for route in routes where route.source ?? source == source {
      let pattern = route.pattern
      let paths = exampleURLs(of: pattern).map { pathText(of: $0) }
      var isListed = false
      for path in paths {
        let urlText = source.urlText(at: path)
        let decision = file.decision(on: urlText, to: appID)
        switch (explain(urlText, origin: .universalLink).outcome, decision) {
        case (.match(pattern), .sent): opened.append(path)
        case (.match(pattern), _):
          opened.append(path)
          guard !isListed else { continue }
          isListed = true
          findings.append(
            AssociationFinding(
              pattern, [],
              "'\(pattern)' is exposed to universal links, and the file does not send '\(urlText)'. Make the file "
                + "anew."))
        case (.notExposed(pattern, _), .sent(let component)) where !isListed:
          isListed = true
          findings.append(
            AssociationFinding(
              pattern, [component.path ?? "*"],
              "The file sends '\(urlText)', and '\(pattern)' is closed to it. Make the file anew, or expose the "
                + "route."))
        default: break
        }
      }
    }
    let details = file.details.filter { appID.map($0.appIDs.contains) ?? true }
    var seen: Set<AssociationFile.Component> = []
    for component in details.flatMap(\.components)
    where !component.isExcluded && seen.insert(component).inserted {
      let path = component.path ?? "*"
      if opened.contains(where: { component.takes($0) || component.takes($0 + "/") }) { continue }
      let example = path.replacing("?*", with: "1").replacing("*", with: "")
        .replacing("?", with: "1")
      let urlText = source.urlText(at: example)
      // A component behind others that take its links sends none.
      guard file.decision(on: urlText, to: appID) == .sent(component) else { continue }
      if case .match = explain(urlText, origin: .universalLink).outcome { continue }
      findings.append(
        AssociationFinding(
          nil, [path],
          "The file sends '\(path)', and no route opens such links. Remove the component, or register a pattern for "
            + "them."))
    }
    return findings
  }

  /// The path of an example URL, with or without a source.
  private func pathText(of urlText: String) -> String {
    guard let authority = urlText.firstRange(of: "://") else { return urlText }
    let path = urlText[authority.upperBound...].drop { $0 != "/" }
    return path.isEmpty ? "/" : String(path)
  }
}
