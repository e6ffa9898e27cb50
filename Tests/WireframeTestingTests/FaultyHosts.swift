import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Expects that the laws of hosts find a host with tabs that has the fault of a row, and that the text contains what
/// the row expects.
@MainActor
func expectFinding<Fault: RawRepresentable<String>, Host: NavigationHost<Int>>(
  _ row: TextCase, _ host: (Fault) -> Host
) async throws {
  let fault = try #require(Fault(rawValue: row.given))
  let error = await #expect(throws: CheckFailure.self) {
    try await HostConformance.check(root: .tabs) {
      host(fault)
    } screen: {
      $0
    }
  }
  #expect(error?.description.contains(row.expected) == true, "\(error?.description ?? "")")
}
