import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A project file of Xcode: objects by their identifiers, which name each other.
struct XcodeProject: Sendable, CustomTestStringConvertible {
  /// The folder of the project, from the root of the repository.
  let folder: String
  let name: String

  var testDescription: String { path }
  var path: String { "\(folder)/\(name).xcodeproj" }

  /// The projects of the repository.
  static let all: [XcodeProject] = Repository.paths().filter { $0.hasSuffix("/project.pbxproj") }
    .map { path in
      let parts = path.split(separator: "/").dropLast()
      return XcodeProject(
        folder: parts.dropLast().joined(separator: "/"),
        name: String((parts.last ?? "").dropLast(".xcodeproj".count)))
    }

  /// The object of an identifier, whose values are texts, lists and dictionaries.
  struct Object {
    let id: String
    let values: [String: Any]

    var kind: String { self["isa"] ?? "" }
    subscript(key: String) -> String? { values[key] as? String }
    func list(_ key: String) -> [String] { values[key] as? [String] ?? [] }
  }

  struct Content {
    let root: Object
    let format: String
    let objects: [String: Object]

    func all(_ kind: String) -> [Object] {
      objects.values.filter { $0.kind == kind }.sorted { $0.id < $1.id }
    }

    func objects(_ ids: [String]) throws -> [Object] {
      try ids.map { try #require(objects[$0], "no object \($0)") }
    }

    /// The settings of a target or of the project, by the name of the configuration.
    func settings(of owner: Object) throws -> [String: [String: Any]] {
      let list = try objects([#require(owner["buildConfigurationList"])])[0]
      let configurations = try objects(list.list("buildConfigurations"))
      return Dictionary(
        uniqueKeysWithValues: configurations.map {
          ($0["name"] ?? "", $0.values["buildSettings"] as? [String: Any] ?? [:])
        })
    }
  }

  func content() throws -> Content {
    let data = try Data(contentsOf: Repository.root.appending(path: "\(path)/project.pbxproj"))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    let plist = try #require(list as? [String: Any])
    let objects = try #require(plist["objects"] as? [String: [String: Any]])
    let root = try #require(plist["rootObject"] as? String)
    let all = objects.mapValues { $0 }.reduce(into: [String: Object]()) {
      $0[$1.key] = Object(id: $1.key, values: $1.value)
    }
    return Content(
      root: try #require(all[root]), format: try #require(plist["objectVersion"] as? String),
      objects: all)
  }

  /// A path that the project file names, from the root of the repository.
  func resolved(_ path: String) -> String {
    var parts = folder.split(separator: "/").map(String.init)
    for part in path.split(separator: "/") {
      if part == ".." { parts.removeLast() } else if part != "." { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }
}

/// A shared scheme, which is XML.
final class Scheme: NSObject, XMLParserDelegate {
  struct Reference {
    let id: String
    let name: String
    let product: String
    let container: String
    /// The elements around it.
    let place: [String]
  }

  private(set) var references: [Reference] = []
  private var place: [String] = []

  init(_ path: String) throws {
    super.init()
    let parser = XMLParser(data: try Data(contentsOf: Repository.root.appending(path: path)))
    parser.delegate = self
    try #require(parser.parse(), "\(path) is not XML")
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    if element == "BuildableReference" {
      references.append(
        Reference(
          id: attributes["BlueprintIdentifier"] ?? "", name: attributes["BlueprintName"] ?? "",
          product: attributes["BuildableName"] ?? "",
          container: attributes["ReferencedContainer"] ?? "", place: place))
    }
    place.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) { place.removeLast() }
}
