import Foundation
import Testing

/// The Xcode projects name only what there is: nobody can open them on Linux.
struct ProjectTests {
  /// What comes into the folder of the facts, which compile on Linux against a double as well.
  private static let facts = ["Tests/Device/Facts", "Tests/Device/Bench.swift"]

  @Test("There is a project for each shop, and one for tests on a device")
  func projects() {
    #expect(
      XcodeProject.all.map(\.path) == [
        "Examples/SwiftUIShop/SwiftUIShop.xcodeproj", "Examples/UIKitShop/UIKitShop.xcodeproj",
        "Tests/Device/Device.xcodeproj",
      ])
  }

  @Test(
    "Every identifier leads to an object, and every object is used", arguments: XcodeProject.all)
  func objects(project: XcodeProject) throws {
    let content = try project.content()
    #expect(content.format == "77")
    #expect(content.root["preferredProjectObjectVersion"] == "77")
    var used: Set<String> = []
    var open = [content.root]
    while let object = open.popLast() {
      guard used.insert(object.id).inserted else { continue }
      for text in Self.texts(in: object.values) where text.contains(/^[0-9A-F]{24}$/) {
        open.append(try #require(content.objects[text], "no object \(text)"))
      }
    }
    #expect(used == Set(content.objects.keys))
  }

  @Test("Every path is there, and git knows it", arguments: XcodeProject.all)
  func paths(project: XcodeProject) throws {
    let content = try project.content()
    for object in content.objects.values {
      guard let path = object["path"], object["sourceTree"] != "BUILT_PRODUCTS_DIR" else {
        continue
      }
      let resolved = project.resolved(path)
      if Self.facts.contains(resolved), !Repository.exists("Tests/Device/Facts") { continue }
      #expect(Repository.exists(resolved), "\(resolved)")
      let isFolder = object.kind == "PBXFileSystemSynchronizedRootGroup"
      #expect(Repository.isFolder(resolved) == isFolder, "\(resolved)")
      if let tracked = Repository.tracked {
        #expect(
          tracked.contains { $0 == resolved || isFolder && $0.hasPrefix("\(resolved)/") },
          "\(resolved) is not tracked")
      }
    }
    for group in content.all("PBXFileSystemSynchronizedRootGroup") {
      #expect(group["sourceTree"] == "<group>")
    }
  }

  @Test("The package is the repository, by a path without a name", arguments: XcodeProject.all)
  func package(project: XcodeProject) throws {
    let content = try project.content()
    let packages = content.all("XCLocalSwiftPackageReference")
    #expect(packages.map { project.resolved($0["relativePath"] ?? "?") } == [""])
    #expect(content.root.list("packageReferences") == packages.map(\.id))
    let products = try Repository.products()
    for dependency in content.all("XCSwiftPackageProductDependency") {
      // With `package` the product would be looked up by the name of the clone's folder.
      #expect(dependency.values["package"] == nil)
      #expect(products.contains(dependency["productName"] ?? ""), "\(dependency.values)")
    }
  }

  @Test(
    "A target links the products that its files import, and no other", arguments: XcodeProject.all)
  func products(project: XcodeProject) throws {
    let content = try project.content()
    for target in content.all("PBXNativeTarget") {
      let folders = try content.objects(target.list("fileSystemSynchronizedGroups"))
      let texts = try folders.flatMap {
        Repository.paths(under: project.resolved($0["path"] ?? "?"))
      }
      .filter { $0.hasSuffix(".swift") }.map(Repository.text)
      let imported = texts.flatMap { $0.matches(of: /(?m)^ *(?:\w+ )?import (Wireframe\w+)/) }
        .map { String($0.1) }
      let dependencies = try content.objects(target.list("packageProductDependencies"))
      let linked = dependencies.compactMap { $0["productName"] }
      #expect(Set(imported) == Set(linked), "\(target["name"] ?? "")")
      // In the phase that links, too.
      let phases = try content.objects(target.list("buildPhases"))
      let frameworks = try #require(phases.first { $0.kind == "PBXFrameworksBuildPhase" })
      let files = try content.objects(frameworks.list("files"))
      #expect(files.compactMap { $0["productRef"] }.sorted() == dependencies.map(\.id).sorted())
    }
  }

  @Test("The app in which tests run links nothing: the tests do, and twice would be once too often")
  func device() throws {
    let project = try #require(XcodeProject.all.first { $0.name == "Device" })
    let content = try project.content()
    let app = try #require(content.all("PBXNativeTarget").first { $0["name"] == "Device" })
    #expect(app.list("packageProductDependencies").isEmpty)
  }

  @Test("A test target depends on its app, and finds it", arguments: XcodeProject.all)
  func hosts(project: XcodeProject) throws {
    let content = try project.content()
    let targets = content.all("PBXNativeTarget")
    let apps = targets.filter { $0["productType"] == "com.apple.product-type.application" }
    let app = try #require(apps.first)
    #expect(apps.count == 1 && targets.count >= 2)
    let name = try #require(app["name"])
    for target in targets where target.id != app.id {
      let dependencies = try content.objects(target.list("dependencies"))
      #expect(dependencies.map { $0["target"] } == [app.id])
      for (_, settings) in try content.settings(of: target) {
        switch target["productType"] {
        case "com.apple.product-type.bundle.ui-testing":
          #expect(settings["TEST_TARGET_NAME"] as? String == name)
        case "com.apple.product-type.bundle.unit-test":
          let folder = "$(BUILT_PRODUCTS_DIR)/\(name).app/$(BUNDLE_EXECUTABLE_FOLDER_PATH)"
          #expect(settings["TEST_HOST"] as? String == "\(folder)/\(name)")
          #expect(settings["BUNDLE_LOADER"] as? String == "$(TEST_HOST)")
        default:
          Issue.record("a product of the type \(target["productType"] ?? "?")")
        }
      }
    }
  }

  @Test(
    "Each scheme names targets, products and the project as they are", arguments: XcodeProject.all)
  func schemes(project: XcodeProject) throws {
    let content = try project.content()
    let paths = Repository.paths(under: "\(project.path)/xcshareddata/xcschemes")
      .filter { $0.hasSuffix(".xcscheme") }
    #expect(!paths.isEmpty)
    var tested: Set<String> = []
    for path in paths {
      let scheme = try Scheme(path)
      #expect(scheme.references.contains { $0.place.contains("BuildActionEntry") })
      #expect(scheme.references.contains { $0.place.contains("LaunchAction") })
      for reference in scheme.references {
        let target = try #require(content.objects[reference.id], "\(reference)")
        #expect(target.kind == "PBXNativeTarget" && target["name"] == reference.name)
        let product = try content.objects([#require(target["productReference"])])[0]
        #expect(product["path"] == reference.product)
        #expect(reference.container == "container:\(project.name).xcodeproj")
        if reference.place.contains("TestableReference") { tested.insert(reference.name) }
      }
    }
    let bundles = content.all("PBXNativeTarget").compactMap { $0["name"] }
      .filter { $0 != project.name }
    #expect(tested == Set(bundles))
  }

  private static func texts(in value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(texts)
    // Identifiers are keys in the attributes of targets.
    case let pairs as [String: Any]: pairs.flatMap { [$0.key] + texts(in: $0.value) }
    default: []
    }
  }
}
