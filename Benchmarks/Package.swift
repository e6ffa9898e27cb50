// swift-tools-version: 6.1
import PackageDescription

let core = Target.Dependency.product(name: "WireframeCore", package: "Wireframe")
let insight = Target.Dependency.product(name: "WireframeInsight", package: "Wireframe")

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "Wireframe", path: ".."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .target(name: "BenchmarkSupport"),
    .target(name: "CAllocationHook"),
    .target(name: "CHeap"),
    .executableTarget(name: "lookup-probe", dependencies: ["BenchmarkSupport", core]),
    .executableTarget(name: "pipeline-probe", dependencies: ["BenchmarkSupport", core, insight]),
    .executableTarget(name: "allocation-probe", dependencies: ["CAllocationHook", core]),
    .executableTarget(name: "table-probe", dependencies: ["BenchmarkSupport", "CHeap", core]),
    .executableTarget(name: "floor", dependencies: ["BenchmarkSupport", core]),
    .executableTarget(name: "growth", dependencies: ["BenchmarkSupport", core, insight]),
    .executableTarget(name: "ratios", dependencies: ["BenchmarkSupport", core]),
    // Hummingbird is here only, so that every other program builds without it.
    .executableTarget(
      name: "compare",
      dependencies: [
        "BenchmarkSupport", "CHeap", core,
        .product(name: "Hummingbird", package: "hummingbird"),
      ]),
  ]
)
