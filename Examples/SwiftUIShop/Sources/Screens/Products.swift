import SwiftUI
import WireframeCore
import WireframeSwiftUI

struct HomeView: View {
  let layout: ShopLayout

  var body: some View {
    List {
      Section("Products") {
        ForEach(Product.all) { RouteButton($0.name, to: "/products/\($0.id)") }
      }
      if layout.isWide {
        Section("More") {
          ForEach([ShopTab.cart, .account, .wallet], id: \.self) {
            RouteButton($0.rawValue, to: $0.firstURL)
          }
        }
      }
      RouteButton("Help", to: "/help/delivery")
      RouteButton("On a device", to: "/device")
    }
    .navigationTitle("Shop")
  }
}

struct ProductView: View {
  let product: Product
  @ObservedObject var cart: Cart

  var body: some View {
    List {
      Text(product.text)
      Button("Add to cart, \(product.cents.asPrice)") { cart.add(product) }
      RouteButton("Reviews", to: "/products/\(product.id)/reviews")
    }
    .navigationTitle(product.name)
  }
}

struct ReviewsView: View {
  let product: Product

  var body: some View {
    List(product.reviews, id: \.self) { Text($0) }
      .navigationTitle("Reviews")
  }
}

struct HelpView: View {
  let topic: [String]
  @Environment(\.router) private var router

  var body: some View {
    List {
      // A link in a text goes through the wireframe, too.
      Text(
        "Look at [the chair](https://shop.example.com/products/2), or [write](mailto:a@b.example).")
    }
    .navigationTitle(topic.joined(separator: " / "))
    .toolbar {
      Button("Done") { Task { try await router?.dismiss() } }
    }
  }
}

struct CartView: View {
  @ObservedObject var cart: Cart
  @Environment(\.router) private var router

  var body: some View {
    List {
      ForEach(cart.products) { Text($0.name) }
      if let voucher = cart.voucher { Text("Voucher \(voucher)") }
      Text("Total \(cart.cents.asPrice)")
      Button("Use a voucher") {
        Task {
          // Nil: the user has left without a code.
          let code = try await router?.answer(to: "/cart/voucher", as: String.self)
          if let code { cart.voucher = code }
        }
      }
      RouteButton("Check out", to: "/checkout")
    }
    .navigationTitle("Cart")
  }
}

struct CheckoutView: View {
  @ObservedObject var cart: Cart
  @Environment(\.router) private var router

  var body: some View {
    VStack(spacing: 16) {
      Text("Pay \(cart.cents.asPrice)?")
      Button("Pay") {
        cart.clear()
        Task { try await router?.dismiss() }
      }
      CancelButton()
    }
    .padding()
  }
}
