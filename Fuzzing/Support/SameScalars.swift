import WireframeCore

// Texts of URLs compare scalar by scalar; `==` would take `é` and `e` + accent as equal.

func isSame(_ left: String, _ right: String) -> Bool {
  left.utf8.elementsEqual(right.utf8)
}

func isSame(_ left: RouteValues.Value, _ right: RouteValues.Value) -> Bool {
  switch (left, right) {
  case (.text(let mine), .text(let other)): isSame(mine, other)
  case (.list(let mine), .list(let other)): mine.elementsEqual(other, by: isSame)
  default: false
  }
}

func isSame(
  _ left: (name: String, value: RouteValues.Value),
  _ right: (name: String, value: RouteValues.Value)
) -> Bool {
  isSame(left.name, right.name) && isSame(left.value, right.value)
}

func isSame(_ left: RoutePattern.Segment, _ right: RoutePattern.Segment) -> Bool {
  left == right && isSame(left.description, right.description)
}
