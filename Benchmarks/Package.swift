// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Wireframe", path: "..")],
  targets: [
    .executableTarget(
      name: "lookup-probe", dependencies: [.product(name: "WireframeCore", package: "Wireframe")])
  ]
)
