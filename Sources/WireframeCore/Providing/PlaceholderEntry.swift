/// A placeholder that was added: the routes that it is for, and what makes it.
struct PlaceholderEntry {
  let id: Int
  let pattern: RoutePattern?
  let tag: RouteTag?
  let make: @MainActor (Route, ScreenLoading) -> Any
}
