// swift-tools-version: 6.2
import PackageDescription

// Compiles WireframeUIKit on Linux against a headless double of UIKit, and tests it there.
let package = Package(
  name: "UIKitDouble",
  targets: [
    .target(name: "UserNotifications"),
    .target(name: "UIKit", dependencies: ["UserNotifications"]),
    .target(name: "SwiftUI", dependencies: ["UIKit"]),
    .target(name: "Photos"),
    .target(name: "PhotosUI", dependencies: ["Photos", "UIKit"]),
    .target(name: "WireframeRoutes", exclude: ["WireframeRoutes.docc"]),
    .target(name: "WireframeJSON", dependencies: ["WireframeRoutes"]),
    .target(
      name: "WireframeCore", dependencies: ["WireframeRoutes", "WireframeJSON"],
      exclude: ["WireframeCore.docc"]),
    .target(
      name: "WireframeUIKit",
      dependencies: ["WireframeCore", "UIKit", "UserNotifications"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]),
    .target(name: "WireframeFlows", dependencies: ["WireframeCore", "WireframeJSON"]),
    .target(name: "WireframeInsight", dependencies: ["WireframeCore"]),
    .target(name: "WireframeTesting", dependencies: ["WireframeCore", "WireframeInsight"]),
    .target(
      name: "WireframeCoordinators", dependencies: ["WireframeCore", "WireframeUIKit", "UIKit"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]),
    .target(
      name: "WireframeConfiguration",
      dependencies: ["WireframeCore", "WireframeJSON", "WireframeUIKit", "UIKit"],
      swiftSettings: [.treatWarning("ExplicitSendable", as: .error)]),
    // An app's delegates and screens: Examples/UIKitShop, which Xcode builds as an app.
    .executableTarget(
      name: "UIKitShop",
      dependencies: [
        "WireframeCore", "WireframeConfiguration", "WireframeCoordinators", "WireframeUIKit",
        "UIKit", "UserNotifications",
      ]),
    .testTarget(
      name: "UIKitShopTests",
      dependencies: [
        "UIKitShop", "WireframeCore", "WireframeConfiguration", "WireframeCoordinators",
        "WireframeTesting", "WireframeUIKit", "UIKit", "UserNotifications",
      ],
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
    // Assertions about UIKit alone, the same file as on a simulator: Tests/Device.
    .testTarget(
      name: "UIKitFacts", dependencies: ["UIKit"],
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
    .testTarget(
      name: "WireframeUIKitTests",
      dependencies: [
        "WireframeCore", "WireframeFlows", "WireframeConfiguration", "WireframeCoordinators",
        "WireframeInsight", "WireframeTesting", "WireframeUIKit", "UIKit", "UserNotifications",
        "SwiftUI", "Photos",
        "PhotosUI",
      ],
      // Swift Testing brings a part of its own for the real UIKit.
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
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
