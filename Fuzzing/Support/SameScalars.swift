import WireframeCore

// Texts of URLs compare scalar by scalar; `==` would take `é` and `e` + accent as equal.

func isSame(_ left: String, _ right: String) -> Bool {
  left.utf8.elementsEqual(right.utf8)
}

func isSame(_ left: RouteValue, _ right: RouteValue) -> Bool {
  switch (left, right) {
  case (.text(let mine), .text(let other)): isSame(mine, other)
  case (.list(let mine), .list(let other)): mine.elementsEqual(other, by: isSame)
  default: false
  }
}

func isSame(
  _ left: (name: String, value: RouteValue),
  _ right: (name: String, value: RouteValue)
) -> Bool {
  isSame(left.name, right.name) && isSame(left.value, right.value)
}

func isSame(_ left: RoutePattern.Segment, _ right: RoutePattern.Segment) -> Bool {
  left == right && isSame(left.description, right.description)
}
