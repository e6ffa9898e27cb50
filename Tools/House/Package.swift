// swift-tools-version: 6.2
import PackageDescription

// The checks of the sources themselves: folders, budgets, public interfaces. `.ci/run` runs them.
let package = Package(
  name: "House",
  platforms: [.macOS(.v13)],
  targets: [
    .target(name: "HouseRules"),
    .executableTarget(name: "house", dependencies: ["HouseRules"]),
    .testTarget(name: "HouseRulesTests", dependencies: ["HouseRules"]),
  ],
  swiftLanguageModes: [.v6]
)
