// What `dump`, a debugger's `po` and loggers that use a mirror show of the types that bear a URL or a payload:
// their descriptions, and so no value. The values stand in the properties.

extension Mirror {
  package init(describing subject: some CustomStringConvertible) {
    self.init(subject, children: ["description": subject.description])
  }
}

extension RoutingError: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RoutingRequest: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RoutingPayload: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RoutingResult: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RoutingEvent: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension ParkedRequest: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension Route: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RouteValues: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RouteQuery: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RoutePattern: CustomReflectable {
  /// The description only, whose invisible characters are escaped.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RouteTag: CustomReflectable {
  /// The description only, whose invisible characters are escaped.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RoutingOrigin: CustomReflectable {
  /// The description only, whose invisible characters are escaped.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RouteExposure: CustomReflectable {
  /// The description only, whose invisible characters are escaped.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RoutingError.Code: CustomReflectable {
  /// The description only, whose invisible characters are escaped.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension NearMiss: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RouteTable.Match: CustomStringConvertible, CustomReflectable {
  /// The pattern; free of values.
  public var description: String { "'\(pattern)'" }
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}
