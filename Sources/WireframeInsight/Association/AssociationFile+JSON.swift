#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import WireframeCore

extension AssociationFile {
  /// Reads a file, also in the older form with `paths`.
  ///
  /// Settings that a file has for all its components are those of each component then.
  ///
  /// - Parameter json: The file's text.
  /// - Throws: ``InsightError`` for what is no such file, or has substitution variables, which are not read.
  public init(json: String) throws(InsightError) {
    let links: FileJSON.Applinks
    do {
      links = try JSONDecoder().decode(FileJSON.self, from: Data(json.utf8)).applinks
    } catch { throw InsightError(error) }
    self.init(
      details: try links.details.map { entry throws(InsightError) -> Details in
        try entry.details(links.defaults)
      })
  }

  /// The file's text: a key a line, or without spaces if it would be larger than systems take.
  public var json: String {
    let entries = details.map {
      FileJSON.Entry(appIDs: $0.appIDs, components: $0.components.map(FileJSON.Component.init))
    }
    let file = FileJSON(applinks: .init(details: entries))
    let text = file.jsonText(.prettyPrinted)
    return text.utf8.count <= Self.mostBytes ? text : file.jsonText([])
  }

  /// How large systems take a file: 128 KB since iOS 9.3.1, without compression.
  static let mostBytes = 128_000
}

extension InsightError {
  /// An error of the decoder, in words.
  fileprivate init(_ error: any Error) {
    func place(_ path: [any CodingKey]) -> String {
      path.reduce("the file") { path, key in
        let key = key.intValue.map { "[\($0)]" } ?? key.stringValue
        return path == "the file" ? key : path + (key.hasPrefix("[") ? "" : ".") + key
      }
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self.init("The key '\(key.stringValue)' is missing in \(place(context.codingPath)). Add it.")
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      self.init("The value of \(place(context.codingPath)) has the wrong type. Correct it.")
    default: self.init("The text is not valid JSON. Correct it.")
    }
  }
}

/// The file as its text has it.
private struct FileJSON: Codable {
  struct Applinks: Codable {
    var defaults: Defaults?
    var details: [Entry]
  }

  struct Defaults: Codable {
    var caseSensitive: Bool?
    var percentEncoded: Bool?
  }

  struct Entry: Codable {
    var appIDs: [String]?
    var appID: String?
    var components: [Component]?
    var paths: [String]?
    var defaults: Defaults?
  }

  struct Component: Codable {
    var path: String?
    var query: Query?
    var fragment: String?
    var exclude: Bool?
    var caseSensitive: Bool?
    var percentEncoded: Bool?
    var comment: String?

    enum CodingKeys: String, CodingKey {
      case path = "/", query = "?", fragment = "#", exclude, caseSensitive, percentEncoded, comment
    }
  }

  /// A pattern for the whole query, or one for each item.
  enum Query: Codable {
    case text(String)
    case items([String: String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .items(try container.decode([String: String].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .text(let text): try text.encode(to: encoder)
      case .items(let items): try items.encode(to: encoder)
      }
    }
  }

  var applinks: Applinks
}

extension FileJSON.Entry {
  fileprivate func details(
    _ defaults: FileJSON.Defaults?
  ) throws(InsightError) -> AssociationFile.Details {
    guard let appIDs = appIDs ?? appID.map({ [$0] }) else {
      throw InsightError("An entry of 'details' names no app. Add 'appIDs'.")
    }
    var components: [AssociationFile.Component] = []
    if let own = self.components {
      for component in own {
        components.append(try component.component([self.defaults, defaults]))
      }
    } else if let paths {
      for path in paths {
        let isExcluded = path.hasPrefix("NOT ")
        let component = FileJSON.Component(
          path: isExcluded ? String(path.dropFirst(4)) : path, exclude: isExcluded)
        components.append(try component.component([]))
      }
    } else {
      throw InsightError(
        "The entry of \(appIDs.map(\.inQuotes).joined(separator: ", ")) names no links. Add 'components'."
      )
    }
    return AssociationFile.Details(appIDs: appIDs, components: components)
  }
}

extension FileJSON.Component {
  fileprivate init(_ component: AssociationFile.Component) {
    path = component.path
    query =
      component.queryItems.map(FileJSON.Query.items) ?? component.query.map(FileJSON.Query.text)
    fragment = component.fragment
    exclude = component.isExcluded ? true : nil
    caseSensitive = component.isCaseSensitive ? nil : false
    percentEncoded = component.isPercentEncoded ? nil : false
    comment = component.comment
  }

  /// The component with the settings of its entry, and of the file, where it has none of its own.
  fileprivate func component(
    _ defaults: [FileJSON.Defaults?]
  ) throws(InsightError) -> AssociationFile.Component {
    var component = AssociationFile.Component(
      path: path, isExcluded: exclude ?? false,
      isCaseSensitive: caseSensitive ?? defaults.lazy.compactMap { $0?.caseSensitive }.first
        ?? true,
      comment: comment)
    component.isPercentEncoded =
      percentEncoded ?? defaults.lazy.compactMap { $0?.percentEncoded }.first ?? true
    component.fragment = fragment
    switch query {
    case .text(let text)?: component.query = text
    case .items(let items)?: component.queryItems = items
    case nil: break
    }
    let patterns =
      [path, component.query, fragment].compactMap(\.self)
      + (component.queryItems?.sorted { $0.key < $1.key }.map(\.value) ?? [])
    if let pattern = patterns.first(where: { $0.contains("$(") }) {
      throw InsightError(
        "\(pattern.inQuotes) has a substitution variable, which is not read. Write its values out.")
    }
    return component
  }
}
