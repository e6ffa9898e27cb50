import UIKit

/// The help; its view is in Help.storyboard.
final class HelpViewController: UIViewController {
  /// What the user wants to know about, as the URL says.
  var topic: [String] = [] {
    didSet { title = topic.map(\.capitalized).joined(separator: " / ") }
  }

  #if canImport(ObjectiveC)
    @IBOutlet
  #endif
  private weak var topicLabel: UILabel?

  override func viewDidLoad() {
    super.viewDidLoad()
    topicLabel?.text = title
  }
}
