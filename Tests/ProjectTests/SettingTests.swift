import Foundation
import Testing

/// The build settings of the projects, and the files that they name.
struct SettingTests {
  /// The settings that the projects set. Each is declared in the specifications of swift-build, the open source build
  /// system of Xcode, except `TEST_TARGET_NAME`, which Xcode's own template sets, and our `SHOP_ENTITLEMENTS`.
  static let known: Set<String> = [
    "ALWAYS_SEARCH_USER_PATHS", "BUNDLE_LOADER", "CODE_SIGN_ENTITLEMENTS", "CODE_SIGN_IDENTITY",
    "CODE_SIGN_STYLE", "COPY_PHASE_STRIP", "CURRENT_PROJECT_VERSION", "DEBUG_INFORMATION_FORMAT",
    "ENABLE_TESTABILITY", "ENABLE_USER_SCRIPT_SANDBOXING", "GENERATE_INFOPLIST_FILE",
    "INFOPLIST_FILE", "INFOPLIST_KEY_UIApplicationSceneManifest_Generation",
    "INFOPLIST_KEY_UILaunchScreen_Generation",
    "INFOPLIST_KEY_UISupportedInterfaceOrientations_iPad",
    "INFOPLIST_KEY_UISupportedInterfaceOrientations_iPhone", "IPHONEOS_DEPLOYMENT_TARGET",
    "LD_RUNPATH_SEARCH_PATHS", "MACOSX_DEPLOYMENT_TARGET", "MARKETING_VERSION",
    "ONLY_ACTIVE_ARCH", "PRODUCT_BUNDLE_IDENTIFIER", "PRODUCT_NAME", "SDKROOT",
    "SUPPORTED_PLATFORMS", "SUPPORTS_MACCATALYST", "SWIFT_ACTIVE_COMPILATION_CONDITIONS",
    "SWIFT_APPROACHABLE_CONCURRENCY", "SWIFT_COMPILATION_MODE", "SWIFT_DEFAULT_ACTOR_ISOLATION",
    "SWIFT_OPTIMIZATION_LEVEL", "SWIFT_VERSION", "TARGETED_DEVICE_FAMILY", "TEST_HOST",
    "TEST_TARGET_NAME",
    "VALIDATE_PRODUCT",
  ]

  @Test("Each setting is one that is known, and none names a team", arguments: XcodeProject.all)
  func names(project: XcodeProject) throws {
    let content = try project.content()
    for owner in [content.root] + content.all("PBXNativeTarget") {
      let configurations = try content.settings(of: owner)
      #expect(Set(configurations.keys) == ["Debug", "Release"])
      for (_, settings) in configurations {
        let names = settings.keys.map { String($0.prefix { $0 != "[" }) }
        #expect(Set(names).subtracting(Self.known) == [])
        for (name, value) in settings where name == "PRODUCT_BUNDLE_IDENTIFIER" {
          #expect((value as? String)?.hasSuffix("$(DEVELOPMENT_TEAM)") == true)
        }
      }
    }
    for configuration in content.all("XCBuildConfiguration") {
      let isOfProject = configuration["baseConfigurationReference"] != nil
      let settings = configuration.values["buildSettings"] as? [String: Any]
      #expect(isOfProject == (settings?["SWIFT_VERSION"] as? String == "6.0"))
    }
  }

  @Test("The apps run on the systems that Package.swift claims", arguments: XcodeProject.all)
  func systems(project: XcodeProject) throws {
    let manifest = try Repository.text(of: "Package.swift")
    let iOS = try #require(manifest.firstMatch(of: /\.iOS\(\.v(\d+)\)/)).1
    let macOS = try #require(manifest.firstMatch(of: /\.macOS\(\.v(\d+)\)/)).1
    let content = try project.content()
    let settings = try content.settings(of: content.root)
    #expect(
      settings.values.allSatisfy { $0["IPHONEOS_DEPLOYMENT_TARGET"] as? String == "\(iOS).0" })
    for target in content.all("PBXNativeTarget") {
      for (_, settings) in try content.settings(of: target) {
        if let system = settings["MACOSX_DEPLOYMENT_TARGET"] {
          #expect(system as? String == "\(macOS).0")
        }
        #expect(settings["TARGETED_DEVICE_FAMILY"] as? String == "1,2")
        guard target["productType"] == "com.apple.product-type.application" else { continue }
        #expect(settings["IPHONEOS_DEPLOYMENT_TARGET"] == nil)
        let orientations = settings["INFOPLIST_KEY_UISupportedInterfaceOrientations_iPad"]
        #expect((orientations as? String)?.split(separator: " ").count == 4)
      }
    }
  }

  @Test(
    "Info.plist is outside the folders that are copied, and what it names is there",
    arguments: XcodeProject.all)
  func infoPlist(project: XcodeProject) throws {
    let content = try project.content()
    for target in content.all("PBXNativeTarget") {
      let folders = try content.objects(target.list("fileSystemSynchronizedGroups"))
        .map { project.resolved($0["path"] ?? "?") }
      let sources = try folders.flatMap { Repository.paths(under: $0) }
        .filter { $0.hasSuffix(".swift") }.map(Repository.text)
      for (_, settings) in try content.settings(of: target) {
        #expect(settings["GENERATE_INFOPLIST_FILE"] as? String == "YES")
        guard let file = settings["INFOPLIST_FILE"] as? String else { continue }
        let path = project.resolved(file)
        #expect(!folders.contains { path.hasPrefix("\($0)/") })
        // The file has a scene manifest of its own, or wants none.
        #expect(settings["INFOPLIST_KEY_UIApplicationSceneManifest_Generation"] == nil)
        let data = try Data(contentsOf: Repository.root.appending(path: path))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        let plist = try #require(list as? [String: Any])
        #expect(plist["UILaunchScreen"] as? [String: String] == [:])
        let types = plist["CFBundleURLTypes"] as? [[String: Any]] ?? []
        for scheme in types.flatMap({ $0["CFBundleURLSchemes"] as? [String] ?? [] }) {
          #expect(sources.contains { $0.contains("\"\(scheme):\"") }, "\(scheme)")
        }
        #expect(!types.isEmpty)
        let text = try Repository.text(of: path)
        #expect(text.matches(of: /<key>UILaunchScreen</).count == 1)
        for match in text.matches(of: /\$\(PRODUCT_MODULE_NAME\)\.(\w+)/) {
          #expect(sources.contains { $0.contains("final class \(match.1):") }, "\(match.0)")
        }
        for activity in plist["NSUserActivityTypes"] as? [String] ?? []
        where !activity.hasPrefix("$(") {
          #expect(sources.contains { $0.contains("\"\(activity)\"") }, "\(activity)")
        }
      }
    }
  }

  @Test(
    "Entitlements are in no default: a file that git ignores names them",
    arguments: XcodeProject.all)
  func signing(project: XcodeProject) throws {
    let text = try Repository.text(of: "\(project.folder)/Project.xcconfig")
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("//") }
    #expect(lines == [#"#include? "Local.xcconfig""#])
    let ignored = try Repository.text(of: ".gitignore").split(separator: "\n")
    #expect(ignored.contains("Local.xcconfig") && ignored.contains("xcuserdata/"))
    #expect(!ignored.contains { $0.contains("xcodeproj") })
    let content = try project.content()
    let named = text.matches(of: /SHOP_ENTITLEMENTS = (\S+)/).map { String($0.1) }
    for path in named { #expect(Repository.exists("\(project.folder)/\(path)")) }
    for target in content.all("PBXNativeTarget") {
      for (_, settings) in try content.settings(of: target) {
        guard let entitlements = settings["CODE_SIGN_ENTITLEMENTS"] else { continue }
        #expect(entitlements as? String == "$(SHOP_ENTITLEMENTS)")
        #expect(named.count == 1)
      }
    }
  }

  @Test("A storyboard's classes are in the app's module")
  func storyboards() throws {
    let storyboards = Repository.paths(under: "Examples").filter { $0.hasSuffix(".storyboard") }
    #expect(!storyboards.isEmpty)
    for path in storyboards {
      let module = path.split(separator: "/")[1]
      for match in try Repository.text(of: path).matches(of: /customModule="(\w+)"/) {
        #expect(match.1 == module)
      }
    }
  }

  @Test("At most six tests need a hand in the shop of UIKit, and three in that of SwiftUI")
  func handTests() throws {
    for (shop, limit) in [("UIKitShop", 6), ("SwiftUIShop", 3)] {
      let paths = Repository.paths(under: "Examples/\(shop)/UITests")
        .filter { $0.hasSuffix(".swift") }
      let texts = try paths.map(Repository.text)
      let tests = texts.flatMap { $0.matches(of: /func test\w+/) }
      #expect((1...limit).contains(tests.count))
      // One file has all calls of XCUIAutomation.
      #expect(texts.allSatisfy { !$0.contains("XCUI") })
    }
  }
}
