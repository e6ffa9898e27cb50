// swift-tools-version: 6.2
import PackageDescription

// Needs GTK 4.8 or later: `./run` installs it on Debian.
let package = Package(
  name: "GTKShop",
  dependencies: [.package(name: "Wireframe", path: "../..")],
  targets: [
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .target(
      name: "GTKHost",
      dependencies: ["CGTK", .product(name: "WireframeCore", package: "Wireframe")]),
    .executableTarget(
      name: "GTKShop",
      dependencies: ["GTKHost", .product(name: "WireframeCore", package: "Wireframe")],
      resources: [.copy("Resources")]),
    // Drives the shop by clicks and keys; `./run check`.
    .executableTarget(
      name: "GTKShopCheck",
      dependencies: [
        "GTKHost", .product(name: "WireframeCore", package: "Wireframe"),
        .product(name: "WireframeTesting", package: "Wireframe"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    // All of it runs on GTK's thread.
    .defaultIsolation(MainActor.self),
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
  ]
}
