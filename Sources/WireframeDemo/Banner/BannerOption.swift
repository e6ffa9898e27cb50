import WireframeCore

/// An option of the shop's own: a banner over whatever is at the top.
struct BannerOption: RoutingOption {}

extension RoutingOption where Self == BannerOption {
  static var banner: BannerOption { BannerOption() }
}
