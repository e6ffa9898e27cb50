/// What a screen is in this app. With UIKit it is `UIViewController`.
@MainActor
protocol Screen: AnyObject {
  var title: String { get }
}
