/// Something that was added or registered, and can be taken back.
///
/// Keep it only if you want to remove it: what was added stays until then, or until the wireframe goes.
@MainActor
public final class Registration {
  private var undo: (@MainActor () -> Void)?

  /// Makes a registration whose closure is called at most once.
  package init(_ undo: @escaping @MainActor () -> Void) { self.undo = undo }

  /// Takes back what was added; a second call does nothing. A stage that runs is not disturbed.
  public func remove() {
    let undo = undo
    self.undo = nil
    undo?()
  }
}
