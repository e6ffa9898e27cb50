// Reads what `xcrun simctl list -j runtimes` prints. Prints a line for each usable runtime of iOS, the oldest first:
// its identifier, its version, the type of an iPhone and of an iPad that it supports, or "-".
import Foundation

struct List: Decodable {
  struct Runtime: Decodable {
    struct DeviceType: Decodable {
      let identifier: String
      let productFamily: String?
    }
    let identifier: String
    let version: String
    let isAvailable: Bool?
    let supportedDeviceTypes: [DeviceType]?

    /// Any type will do: the last one that is listed.
    func device(_ family: String) -> String {
      supportedDeviceTypes?.last { $0.productFamily == family }?.identifier ?? "-"
    }
  }
  let runtimes: [Runtime]
}

let list = try JSONDecoder().decode(
  List.self, from: FileHandle.standardInput.readToEnd() ?? Data())
let runtimes = list.runtimes
  .filter { $0.identifier.contains(".SimRuntime.iOS-") && $0.isAvailable != false }
  .sorted { $0.version.compare($1.version, options: .numeric) == .orderedAscending }
for runtime in runtimes {
  print(runtime.identifier, runtime.version, runtime.device("iPhone"), runtime.device("iPad"))
}
