/// A placeholder that was added: the routes that it is for, and what makes it.
package struct PlaceholderEntry {
  let id: Int
  package let pattern: RoutePattern?
  package let tag: RouteTag?
  let make: @MainActor (Route, ScreenLoading) -> Any
}
