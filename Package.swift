// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Wireframe",
  // What is checked where, row by row: the table at the end of the page "Getting started".
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "WireframeRoutes", targets: ["WireframeRoutes"]),
    .library(name: "WireframeCore", targets: ["WireframeCore"]),
    .library(name: "WireframeFlows", targets: ["WireframeFlows"]),
    .library(name: "WireframeCoordinators", targets: ["WireframeCoordinators"]),
    .library(name: "WireframeConfiguration", targets: ["WireframeConfiguration"]),
    .library(name: "WireframeInsight", targets: ["WireframeInsight"]),
    .library(name: "WireframeTesting", targets: ["WireframeTesting"]),
    .library(name: "WireframeUIKit", targets: ["WireframeUIKit"]),
    .library(name: "WireframeSwiftUI", targets: ["WireframeSwiftUI"]),
  ],
  targets: [
    .target(
      name: "WireframeRoutes",
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]
    ),
    // The strict JSON reader of the modules that read files; no product.
    .target(
      name: "WireframeJSON", dependencies: ["WireframeRoutes"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]
    ),
    .target(
      name: "WireframeCore", dependencies: ["WireframeRoutes", "WireframeJSON"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]
    ),
    .target(
      name: "WireframeFlows", dependencies: ["WireframeCore", "WireframeJSON"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]
    ),
    .target(
      name: "WireframeCoordinators", dependencies: ["WireframeCore", "WireframeUIKit"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]
    ),
    .target(
      name: "WireframeConfiguration",
      dependencies: ["WireframeCore", "WireframeJSON", "WireframeUIKit"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]
    ),
    .target(
      name: "WireframeUIKit", dependencies: ["WireframeCore"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]
    ),
    .target(
      name: "WireframeSwiftUI", dependencies: ["WireframeCore"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]
    ),
    .target(
      name: "WireframeInsight", dependencies: ["WireframeCore"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]
    ),
    .target(
      name: "WireframeTesting", dependencies: ["WireframeCore", "WireframeInsight"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]
    ),
    .executableTarget(
      name: "WireframeDemo",
      dependencies: [
        "WireframeCore", "WireframeFlows", "WireframeCoordinators", "WireframeConfiguration",
        "WireframeInsight", "WireframeTesting",
      ],
      resources: [.copy("Resources/shop.json")]),
    // What several test targets use; no product.
    .target(name: "TestSupport", dependencies: ["WireframeCore"], path: "Tests/Support"),
    .testTarget(name: "WireframeRoutesTests", dependencies: ["WireframeRoutes"]),
    .testTarget(
      name: "WireframeCoreTests",
      dependencies: [
        "TestSupport", "WireframeCore",
        // For the tests of pages and of error texts, which span the modules.
        "WireframeFlows", "WireframeCoordinators", "WireframeConfiguration",
        "WireframeInsight", "WireframeTesting", "MainActorRoutes",
      ]),
    .testTarget(
      name: "WireframeFlowsTests",
      dependencies: ["TestSupport", "WireframeCore", "WireframeFlows", "WireframeTesting"]),
    .testTarget(
      name: "WireframeConfigurationTests",
      dependencies: [
        "TestSupport", "WireframeCore", "WireframeJSON", "WireframeConfiguration",
        "WireframeInsight", "WireframeTesting",
      ]),
    .testTarget(
      name: "WireframeCoordinatorsTests",
      dependencies: ["TestSupport", "WireframeCore", "WireframeCoordinators", "WireframeTesting"]),
    // Routes of an app whose declarations are on the main actor unless they say otherwise.
    .target(
      name: "MainActorRoutes", dependencies: ["WireframeCore"],
      path: "Tests/MainActorRoutes", swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "WireframeSwiftUITests",
      dependencies: ["TestSupport", "WireframeCore", "WireframeSwiftUI", "WireframeTesting"]),
    .testTarget(
      name: "WireframeInsightTests",
      dependencies: [
        "TestSupport", "WireframeCore", "WireframeConfiguration", "WireframeCoordinators",
        "WireframeInsight", "WireframeTesting",
      ]),
    .testTarget(
      name: "WireframeTestingTests",
      dependencies: [
        "TestSupport", "WireframeCore", "WireframeConfiguration", "WireframeInsight",
        "WireframeTesting",
      ]),
    .testTarget(name: "WireframeDemoTests", dependencies: ["TestSupport", "WireframeDemo"]),
    .testTarget(name: "OutsiderTests", dependencies: ["WireframeCore"]),
    // Reads the Xcode projects, `.ci/mac` and the workflow, which Linux cannot run.
    .testTarget(name: "ProjectTests", dependencies: ["TestSupport"]),
    // A VIPER module to copy, with its tests.
    .target(name: "Orders", dependencies: ["WireframeCore"], path: "Examples/OrdersModule/Sources"),
    .testTarget(
      name: "OrdersTests", dependencies: ["Orders", "WireframeCore"],
      path: "Examples/OrdersModule/Tests"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),  // SE-0335
      .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
      .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
      .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
      .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
    ]
}
