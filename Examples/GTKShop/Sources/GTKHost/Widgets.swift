public import CGTK

/// A GTK widget. Whoever puts it into another one gives it to that.
public typealias Widget = UnsafeMutablePointer<GtkWidget>

extension Widget {
  /// The same object as one of GTK's classes with fields; the caller knows that it is one.
  ///
  /// - Parameter type: The class.
  /// - Returns: The object.
  public func cast<Class>(to type: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The same object as one of GTK's classes without fields.
  public var opaque: OpaquePointer { OpaquePointer(self) }

  /// The widgets directly inside, in their order.
  public var children: [Widget] {
    Array(
      sequence(state: gtk_widget_get_first_child(self)) { next in
        defer { next = next.flatMap { gtk_widget_get_next_sibling($0) } }
        return next
      })
  }

  /// The widget and all that is inside, in the order in which they are drawn.
  public var descendants: [Widget] { [self] + children.flatMap(\.descendants) }

  /// The name of its class, as `GtkLabel`.
  public var className: String {
    String(cString: g_type_name_from_instance(cast(to: GTypeInstance.self)))
  }

  /// Adds style classes.
  ///
  /// - Parameter classes: The classes of GTK's theme, or of the app's own style sheet.
  /// - Returns: The widget.
  @discardableResult
  public func styled(_ classes: String...) -> Widget {
    for name in classes { gtk_widget_add_css_class(self, name) }
    return self
  }

  /// Puts space around it.
  ///
  /// - Parameters:
  ///   - sides: The space at its start and end.
  ///   - vertical: The space above and below; nil for the same.
  /// - Returns: The widget.
  @discardableResult
  public func padded(_ sides: Int32, vertical: Int32? = nil) -> Widget {
    gtk_widget_set_margin_start(self, sides)
    gtk_widget_set_margin_end(self, sides)
    gtk_widget_set_margin_top(self, vertical ?? sides)
    gtk_widget_set_margin_bottom(self, vertical ?? sides)
    return self
  }

  /// Lets it take the room that is left.
  ///
  /// - Parameters:
  ///   - horizontally: Whether it gets wider.
  ///   - vertically: Whether it gets higher.
  /// - Returns: The widget.
  @discardableResult
  public func expanding(horizontally: Bool = true, vertically: Bool = false) -> Widget {
    gtk_widget_set_hexpand(self, horizontally ? 1 : 0)
    gtk_widget_set_vexpand(self, vertically ? 1 : 0)
    return self
  }

  /// Places it where there is more room than it needs.
  ///
  /// - Parameters:
  ///   - horizontal: Where in the width.
  ///   - vertical: Where in the height.
  /// - Returns: The widget.
  @discardableResult
  public func aligned(_ horizontal: GtkAlign, _ vertical: GtkAlign = GTK_ALIGN_CENTER) -> Widget {
    gtk_widget_set_halign(self, horizontal)
    gtk_widget_set_valign(self, vertical)
    return self
  }
}

/// Widgets below each other.
///
/// - Parameters:
///   - spacing: The space between them.
///   - children: The widgets.
/// - Returns: The box.
public func column(spacing: Int32 = 0, _ children: [Widget]) -> Widget {
  box(GTK_ORIENTATION_VERTICAL, spacing, children)
}

/// Widgets beside each other.
///
/// - Parameters:
///   - spacing: The space between them.
///   - children: The widgets.
/// - Returns: The box.
public func row(spacing: Int32 = 0, _ children: [Widget]) -> Widget {
  box(GTK_ORIENTATION_HORIZONTAL, spacing, children)
}

private func box(_ orientation: GtkOrientation, _ spacing: Int32, _ children: [Widget]) -> Widget {
  guard let box = gtk_box_new(orientation, spacing) else { preconditionFailure("GTK has no box.") }
  for child in children { gtk_box_append(box.cast(), child) }
  return box
}

/// A text, on several lines if it has to.
///
/// - Parameters:
///   - text: The text; never read as markup.
///   - classes: Style classes.
/// - Returns: The label.
public func label(_ text: String, _ classes: String...) -> Widget {
  guard let label = gtk_label_new(text) else { preconditionFailure("GTK has no label.") }
  gtk_label_set_wrap(label.opaque, 1)
  gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
  gtk_label_set_xalign(label.opaque, 0)
  for name in classes { label.styled(name) }
  // Numbers are never broken.
  if classes.contains("numeric") { gtk_label_set_wrap(label.opaque, 0) }
  return label
}

/// A button with a text.
///
/// - Parameters:
///   - title: The text.
///   - classes: Style classes, such as `suggested-action`.
///   - action: Called at a click; it must not retain the button.
/// - Returns: The button.
public func button(
  _ title: String, _ classes: String..., action: @escaping () -> Void
) -> Widget {
  guard let button = gtk_button_new_with_label(title) else {
    preconditionFailure("GTK has no button.")
  }
  for name in classes { button.styled(name) }
  button.on("clicked", action)
  return button
}

/// A button with a symbol.
///
/// - Parameters:
///   - icon: The symbol's name.
///   - tooltip: What the button does, in words; also for screen readers.
///   - action: Called at a click; it must not retain the button.
/// - Returns: The button.
public func iconButton(
  _ icon: String, tooltip: String, action: @escaping () -> Void
) -> Widget {
  guard let button = gtk_button_new_from_icon_name(icon) else {
    preconditionFailure("GTK has no button.")
  }
  gtk_widget_set_tooltip_text(button, tooltip)
  button.on("clicked", action)
  return button
}
