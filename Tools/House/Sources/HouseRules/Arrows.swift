internal import Foundation

/// The arrows between the folders of a module: a folder points to another if it names a type, or calls a free function,
/// that only the other declares. Members are not followed: their names do not say of which type they are.
package struct Arrows: Sendable {
  /// From, to, and how often each name is used.
  private var uses: [String: [String: [String: Int]]] = [:]

  package init(of files: [Project.File]) {
    var owners: [String: Set<String>] = [:]
    for file in files {
      for name in file.code.declaredNames { owners[name, default: []].insert(file.folder) }
    }
    for file in files {
      for (name, count) in file.code.names {
        guard let folders = owners[name], folders.count == 1, let owner = folders.first,
          owner != file.folder
        else { continue }
        uses[file.folder, default: [:]][owner, default: [:]][name, default: 0] += count
      }
    }
  }

  /// Folders that know each other, as `Errors, Matching`, with the names by which they do.
  package var pairs: [String: String] {
    var pairs: [String: String] = [:]
    for (folder, others) in uses {
      for (other, names) in others where folder < other {
        guard let back = uses[other]?[folder] else { continue }
        pairs["\(folder), \(other)"] =
          "\(folder) names \(Self.list(names)); \(other) names \(Self.list(back))"
      }
    }
    return pairs
  }

  private static func list(_ names: [String: Int]) -> String {
    names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(6)
      .map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
  }
}

extension Project {
  /// Compares the pairs of folders that know each other with the list of those that may.
  package func checkArrows(list path: String) throws -> Report {
    var report = Report()
    var listed: [String: Set<String>] = [:]
    for line in try list(path) {
      // Module: Folder, Folder: reason
      let parts = line.split(separator: ": ", maxSplits: 2).map(String.init)
      let folders = parts.count == 3 ? parts[1].components(separatedBy: ", ").sorted() : []
      guard folders.count == 2 else {
        report.problems.append("\(path): not 'Module: Folder, Folder: reason': \(line)")
        continue
      }
      listed[parts[0], default: []].insert(folders.joined(separator: ", "))
    }
    for (module, files) in modules.sorted(by: { $0.key < $1.key }) {
      let pairs = Arrows(of: files).pairs
      let allowed = listed.removeValue(forKey: module) ?? []
      report.notes.append("\(module): pairs of folders that know each other: \(pairs.count)")
      for (pair, names) in pairs.sorted(by: { $0.key < $1.key }) where !allowed.contains(pair) {
        report.problems.append("\(module): \(pair): not in \(path): \(names)")
      }
      for pair in allowed.subtracting(pairs.keys).sorted() {
        report.problems.append("\(module): \(pair): no longer a pair; remove it from \(path)")
      }
    }
    report.problems += listed.keys.sorted().map { "\(path): there is no module \($0)" }
    return report
  }
}
