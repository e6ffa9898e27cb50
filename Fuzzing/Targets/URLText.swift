import Foundation
import WireframeCore

/// URL text against random tables: the answer of the naive matcher, and no trap.
///
/// An input is lines: letters for the rules, the URL, then patterns. A line that is no pattern is
/// the seed of one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzURLText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let lines = String(input: start, count).lines
  guard lines.count > 1 else { return -1 }
  var twins = TwinTable(rules: lines[0])
  for line in lines.dropFirst(2).prefix(8) where !line.isEmpty { twins.insert(line) }
  checkNearMiss(twins.check(lines[1]).nearMiss, lines[1])
  for spelling in spellings(of: lines[1]) { twins.check(spelling) }
  return 0
}

/// Other spellings of a text, since to read one more costs less than to make one more table.
///
/// Whatever comes of a text is a text to read: none has to mean the same as the first.
private func spellings(of text: String) -> [String] {
  let escaped = text.replacing("a", with: "%61").replacing(".", with: "%2e")
  var spellings = [text.uppercased(), escaped, text + "?a+b=%26&&=c+%3d#d+%25"]
  if let rewritten = URL(string: text)?.absoluteString { spellings.append(rewritten) }
  if text.hasPrefix("/") {
    spellings += ["myapp:\(text)", "myapp:/\(text.uppercased())", "https://example.com\(escaped)"]
  }
  return spellings.filter { !isSame($0, text) }
}

private func checkNearMiss(_ nearMiss: NearMiss?, _ text: String) {
  guard let nearMiss else { return }
  for path in [nearMiss.longestPrefix, nearMiss.description] {
    claim(path.utf8.first == UInt8(ascii: "/"), "a near miss of \(text.debugDescription): \(path)")
  }
  claim(nearMiss.expected == nearMiss.expected.sorted(), "expected for \(text.debugDescription)")
  claim(nearMiss.nearestPatterns.count <= 3, "nearest patterns for \(text.debugDescription)")
}
