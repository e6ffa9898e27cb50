import Foundation
import WireframeConfiguration
import WireframeCore
import WireframeJSON

/// Files of routes: no trap, faults on one line, and a value that is the same in every format.
///
/// An input is the file, as a binary property list, one in XML, or JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPropertyList(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  MainActor.assumeIsolated { checkFile(bytes) }
  // A wireframe that goes closes its queue in a task, and nothing else lets the main actor run here.
  _ = RunLoop.main.run(mode: .default, before: .distantPast)
  do throws(SyntaxFault) {
    let root = try read(bytes)
    checkValue(root)
    checkFoundation(root, bytes)
  } catch {
    checkText(error.found)
    checkText(error.allowed)
    claim(
      error.offset.map { 0...count ~= $0 } ?? true, "a fault at \(error.offset ?? -1) of \(count)")
  }
  return 0
}

private func read(_ bytes: [UInt8]) throws(SyntaxFault) -> JSONValue {
  if bytes.starts(with: "bplist".utf8) { return try BinaryPropertyListReader.read(bytes) }
  return isXML(bytes) ? try XMLPropertyListReader.read(bytes) : try JSONReader.read(bytes)
}

private func isXML(_ bytes: [UInt8]) -> Bool { bytes.first == UInt8(ascii: "<") }

/// The way that an app's file takes.
@MainActor
private func checkFile(_ bytes: [UInt8]) {
  let configuration = RouteConfiguration(
    Wireframe<Int>(), on: NavigationTree(), tags: ["tag"], origins: ["own"])
  configuration.register(builder: "b", options: ["i": .int, "d": .double]) { _ in 1 }
  configuration.register(storyboard: "s", ids: ["x"]) { _, _ in 1 }
  configuration.register(transition: "t") { _ in }
  do {
    _ = try configuration.load(Data(bytes), named: "file")
  } catch {
    claim(!error.faults.isEmpty, "refused without a fault")
    for fault in error.faults {
      checkText(fault.description)
      checkText(fault.found)
      checkText(fault.allowed)
    }
  }
}

private func checkText(_ text: String) {
  claim(!text.isEmpty, "an empty text")
  claim(!text.unicodeScalars.contains(where: \.isUnprintable), text.debugDescription)
}

// MARK: - Values

private func checkValue(_ value: JSONValue) {
  let (values, depth) = value.extent
  claim(values <= SyntaxLimits.values, "\(values) values")
  claim(depth <= SyntaxLimits.depth, "\(depth) lists and objects inside one another")
  var texts = [ValueWriter.json(value), ValueWriter.binary(value)]
  if let xml = ValueWriter.xml(value) { texts.append(xml) }
  for text in texts where text.count < 1 << 20 {
    let again = unfailing(String(decoding: text, as: UTF8.self).debugDescription) { try read(text) }
    claim(again.isSame(as: value), "\(again) for \(value)")
  }
}

/// What is read, Foundation reads so, too, if it does.
private func checkFoundation(_ root: JSONValue, _ bytes: [UInt8]) {
  // Its JSON is another on each system.
  guard isXML(bytes) || bytes.starts(with: "bplist".utf8) else { return }
  let other = try? PropertyListDecoder().decode(FoundationValue.self, from: Data(bytes))
  claim(
    other?.isSame(as: root) ?? (!isXML(bytes) || root.holdsOther),
    "\(root) is \(other.map { "\($0)" } ?? "nothing") for Foundation")
}
