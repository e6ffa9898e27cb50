// swift-tools-version: 6.2
import PackageDescription

// Puts small faults into a copy of the sources, and asks the tests to notice them. `.ci/long` runs a sample.
let package = Package(
  name: "Mutation",
  platforms: [.macOS(.v13)],
  targets: [
    .target(name: "Mutation"),
    .executableTarget(name: "mutate", dependencies: ["Mutation"]),
    .testTarget(name: "MutationTests", dependencies: ["Mutation"]),
  ],
  swiftLanguageModes: [.v6]
)
