import CGTK
import Foundation
import GTKHost

/// Lets content scroll up and down.
func scrolled(_ content: Widget) -> Widget {
  guard let scrolled = gtk_scrolled_window_new() else { preconditionFailure("GTK cannot scroll.") }
  gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
  gtk_scrolled_window_set_propagate_natural_height(scrolled.opaque, 1)
  gtk_scrolled_window_set_max_content_height(scrolled.opaque, 560)
  gtk_scrolled_window_set_child(scrolled.opaque, content)
  return scrolled
}

/// Keeps content from getting wider than is good to read.
func clamped(_ content: Widget, width: Int32) -> Widget {
  let clamp = row([content])
  g_object_set_data(clamp.cast(), "width", UnsafeMutableRawPointer(bitPattern: Int(width)))
  let layout = gtk_custom_layout_new(
    { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
    { widget, orientation, forSize, minimum, natural, _, _ in
      guard let widget, let child = widget.children.first else { return }
      let width = maximumWidth(of: widget)
      if orientation == GTK_ORIENTATION_HORIZONTAL {
        gtk_widget_measure(child, orientation, -1, minimum, natural, nil, nil)
        natural?.pointee = max(minimum?.pointee ?? 0, min(natural?.pointee ?? 0, width))
      } else {
        gtk_widget_measure(
          child, orientation, forSize < 0 ? -1 : min(forSize, width), minimum, natural, nil, nil)
      }
    },
    { widget, width, height, baseline in
      guard let widget, let child = widget.children.first else { return }
      let used = min(width, maximumWidth(of: widget))
      var place = GtkAllocation(x: (width - used) / 2, y: 0, width: used, height: height)
      gtk_widget_size_allocate(child, &place, baseline)
    })
  gtk_widget_set_layout_manager(clamp, layout)
  return clamp
}

private func maximumWidth(of clamp: Widget) -> Int32 {
  Int32(Int(bitPattern: g_object_get_data(clamp.cast(), "width")))
}

/// A list of rows that can be clicked.
func list(_ rows: [(Widget, action: (() -> Void)?)]) -> Widget {
  guard let list = gtk_list_box_new() else { preconditionFailure("GTK has no list.") }
  gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
  list.styled("card")
  for (content, action) in rows {
    guard let row = gtk_list_box_row_new() else { continue }
    gtk_list_box_row_set_child(row.cast(), content)
    gtk_widget_set_name(row, gtk_widget_get_name(content))
    gtk_list_box_row_set_activatable(row.cast(), action == nil ? 0 : 1)
    gtk_widget_set_focusable(row, action == nil ? 0 : 1)
    gtk_list_box_append(list.opaque, row)
  }
  let actions = rows.map(\.action)
  list.onObject("row-activated") { row in
    guard let row = row?.assumingMemoryBound(to: GtkListBoxRow.self) else { return }
    actions[Int(gtk_list_box_row_get_index(row))]?()
  }
  return list
}

/// A row: a picture, a title, a line below it, and what stands at its end.
func listRow(
  _ title: String, _ subtitle: String? = nil, picture: Widget? = nil, end: [Widget] = [],
  leadsOn: Bool = true
) -> Widget {
  let lines =
    [label(title, "heading")] + (subtitle.map { [label($0, "dim-label", "caption")] } ?? [])
  let text = column(spacing: 3, lines).expanding().aligned(GTK_ALIGN_FILL)
  var parts = (picture.map { [$0] } ?? []) + [text] + end
  if leadsOn, let arrow = gtk_image_new_from_icon_name("go-next-symbolic") {
    parts.append(arrow.styled("dim-label"))
  }
  let content = row(spacing: 14, parts).padded(14, vertical: 10)
  gtk_widget_set_name(content, title)
  return content
}

/// What an empty screen says, and how to go on.
func emptyState(_ image: String, _ title: String, _ text: String, _ button: Widget? = nil) -> Widget
{
  var parts = [picture(image, size: 112)]
  let texts = [label(title, "title-2"), label(text, "dim-label")]
  for text in texts {
    gtk_label_set_justify(text.opaque, GTK_JUSTIFY_CENTER)
    gtk_label_set_xalign(text.opaque, 0.5)
  }
  parts += texts
  if let button { parts.append(button.aligned(GTK_ALIGN_CENTER)) }
  return column(spacing: 14, parts).aligned(GTK_ALIGN_CENTER).expanding(vertically: true)
    .padded(24, vertical: 72)
}

/// What stands in the place of a picture that cannot be drawn.
private let missingPicture = "No picture"

/// A product's picture on a tile.
func picture(_ name: String, size: Int32) -> Widget {
  let tile = row([]).styled("tile", "tile-\(name)")
  gtk_widget_set_size_request(tile, size, size)
  // Its picture expands inside; the tile itself keeps its size.
  tile.expanding(horizontally: false).aligned(GTK_ALIGN_CENTER)
  guard
    let path = Bundle.module.path(forResource: name, ofType: "svg", inDirectory: "Resources"),
    let pixels = gdk_pixbuf_new_from_file_at_scale(path, size * 2, size * 2, 1, nil),
    let texture = gdk_texture_new_for_pixbuf(pixels)
  else {
    gtk_box_append(tile.cast(), label(missingPicture, "caption").expanding())
    return tile
  }
  g_object_unref(UnsafeMutableRawPointer(pixels))
  if let image = gtk_picture_new_for_paintable(texture) {
    gtk_widget_set_size_request(image, size, size)
    gtk_box_append(tile.cast(), image.expanding().aligned(GTK_ALIGN_CENTER))
  }
  g_object_unref(UnsafeMutableRawPointer(texture))
  return tile
}

/// A field of a form with its name above it.
func field(_ name: String, _ entry: Widget, text: String? = nil) -> Widget {
  if let text { gtk_editable_set_text(entry.opaque, text) }
  gtk_widget_set_name(entry, name)
  return column(spacing: 6, [label(name, "caption-heading"), entry])
}

/// The text in a field.
func text(of entry: Widget) -> String { String(cString: gtk_editable_get_text(entry.opaque)) }

/// Puts other widgets into a box.
func replaceChildren(of box: Widget, with children: [Widget]) {
  for child in box.children { gtk_box_remove(box.cast(), child) }
  for child in children { gtk_box_append(box.cast(), child) }
}
