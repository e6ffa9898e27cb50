import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

/// Leads through the checkout; the destination of a URL.
final class CheckoutCoordinator: ManualCoordinator<UIViewController> {
  private let screen = ShopScreen("Checkout")

  init() { super.init(screen) }

  override func start() { show(address: nil) }

  /// Shows the addresses, and waits for the one that is chosen.
  func chooseAddress() async throws {
    let picker = AddressCoordinator(["1 Main Street", "2 Side Street"])
    try await push(picker)
    if let address = try await picker.result() { show(address: address) }
  }

  private func show(address: String?) {
    screen.show(
      ["Delivered to: \(address ?? "?")"],
      [
        ShopButton("Choose an address") { [weak self] in try await self?.chooseAddress() },
        ShopButton("Close") { [weak self] in try await self?.dismiss() },
      ])
  }
}

/// Lets the user choose an address; it is left with one, or without if the user simply goes back.
final class AddressCoordinator: ManualCoordinator<UIViewController>, ResultCoordinator {
  typealias Output = String

  private let addresses: [String]
  private let screen = ShopScreen("Addresses")

  init(_ addresses: [String]) {
    self.addresses = addresses
    super.init(screen)
  }

  override func start() {
    screen.show(
      [],
      addresses.map { address in
        ShopButton(address) { [weak self] in try await self?.finish(with: address) }
      })
  }
}
