import UIKit
import WireframeCore
import WireframeUIKit

// Screens for what a device does and no test on Linux can prove: the README says how to try them, in ten minutes.
extension Shop {
  func registerDevice() throws(RoutingError) {
    try wireframe.register("/device", option: .push, place: .under("/", tab: Tab.shop.rawValue)) {
      _, router in DeviceModule.screen(router: router)
    }
    // What covers the screen takes the one below out of the window: a sheet comes in its place.
    try wireframe.register("/device/cover", option: .uiModal(.fullScreen)) { _, router in
      ShopScreen(
        "Cover",
        buttons: [
          ShopButton("A sheet instead") { [weak router] in
            try await router?.route(to: "/device/sheet", landing: .underParents)
          },
          ShopButton("Close") { [weak router] in try await router?.dismiss() },
        ])
    }
    // A style that nobody has chosen: up to iOS 17 it reads as a page sheet, from iOS 18 on as a form sheet.
    try wireframe.register("/device/modal", option: .modal) { _, router in
      ShopScreen("Covers the screen", buttons: [DeviceModule.close(router)])
    }
    try wireframe.register("/device/sheet", option: .modal(.sheet), place: .under("/device")) {
      _, router in
      ShopScreen("Sheet", buttons: [DeviceModule.close(router)])
    }
    // A popover that points to a button of the screen below, on an iPad.
    try wireframe.register("/device/popover", option: .uiModal(.popover)) { _, router in
      ShopScreen("Popover", buttons: [DeviceModule.close(router)])
    }
    // A pushed screen that asks before it leaves: by the back button, a swipe, and a second tap on the tab.
    let session = session
    try wireframe.register(
      "/device/editor", option: .push, tags: [.editor], place: .under("/device")
    ) { _, router in AddressEditor(session, router) }
  }
}

/// The list of what to try on a device.
@MainActor
private enum DeviceModule {
  static func screen(router: any Router) -> UIViewController {
    let names = [
      ("Full screen, then a sheet", "cover"), ("A modal that chose nothing", "modal"),
      ("A sheet that chose nothing", "sheet"), ("Popover", "popover"),
      ("An editor that asks", "editor"),
    ]
    return ShopScreen(
      "On a device",
      buttons: names.map { title, name in
        ShopButton(title) { [weak router] in try await router?.route(to: "/device/\(name)") }
      })
  }

  static func close(_ router: any Router) -> ShopButton {
    ShopButton("Close") { [weak router] in try await router?.dismiss() }
  }
}
