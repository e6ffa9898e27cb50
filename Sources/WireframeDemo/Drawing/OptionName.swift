import WireframeCore

extension RoutingOption {
  /// The option's name in the shop's table.
  var name: String {
    switch self {
    case is Root: "root"
    case is any PushOption: "push"
    case is any ModalOption: "modal"
    case is BannerOption: "banner"
    default: "\(type(of: self))"
    }
  }
}
