/// The entity: a plain value.
struct Order: Hashable, Sendable {
  let id: Int
  var title: String
  var cents: Int
  var isDelivered = false
}
