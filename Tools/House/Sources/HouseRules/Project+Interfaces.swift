package import Foundation

extension Project {
  /// The interfaces of the modules in `Sources` that have one, out of the symbol graphs in a folder.
  package func interfaces(from graphs: URL) throws -> [Interface] {
    let files = try FileManager.default.contentsOfDirectory(atPath: graphs.path).sorted()
    var read: [String: [SymbolGraph]] = [:]
    var names: [String: String] = [:]
    for file in files where file.hasSuffix(".symbols.json") {
      let module = file.replacing("[@.].*", by: "")
      guard modules[module] != nil else { continue }
      let data = try Data(contentsOf: graphs.appending(path: file))
      let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
      read[module, default: []].append(graph)
      for symbol in graph.symbols {
        names[symbol.identifier.precise] = symbol.pathComponents.joined(separator: ".")
      }
    }
    return modules.sorted { $0.key < $1.key }.map { module, files in
      Interface(
        module: module, graphs: read[module] ?? [], names: names,
        others: files.flatMap(\.code.interfaceForSwiftUI))
    }.filter { !$0.lines.isEmpty }
  }

  /// Writes the interfaces into a folder, and removes the files of modules that have none.
  package func write(_ interfaces: [Interface], to folder: String) throws {
    let directory = root.appending(path: folder)
    try? FileManager.default.removeItem(at: directory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for interface in interfaces {
      let file = directory.appending(path: "\(interface.module).txt")
      try Data(interface.text.utf8).write(to: file)
    }
  }

  /// Compares the interfaces with their files in a folder.
  package func checkInterfaces(_ interfaces: [Interface], in folder: String) throws -> Report {
    var report = Report()
    let present = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path)
    for interface in interfaces {
      let file = "\(folder)/\(interface.module).txt"
      report.notes.append("\(file): \(interface.lines.count) declarations")
      let isThere = present.contains("\(interface.module).txt")
      let old = Interface(module: interface.module, text: isThere ? try text(of: file) : "")
      let difference =
        old.lines.subtracting(interface.lines).sorted().map { "- \($0)" }
        + interface.lines.subtracting(old.lines).sorted().map { "+ \($0)" }
      guard !difference.isEmpty else { continue }
      let text = "\(file):\n" + difference.joined(separator: "\n")
      if isThere, old.toolchain != interface.toolchain {
        report.notes.append("\(text)\nThis is no problem: the file was made by \(old.toolchain).")
      } else {
        report.problems.append(text)
      }
    }
    for name in present.sorted() where !interfaces.contains(where: { "\($0.module).txt" == name }) {
      report.problems.append("\(folder)/\(name): there is no such public interface")
    }
    return report
  }
}
