import Testing
import WireframeCore

@Test @MainActor func `an outsider can link the library`() async throws {
  let wireframe = Wireframe<String>()
  try wireframe.register("/hello/:name", option: .embedded) { try $0["name"] }
  #expect(try await wireframe.controller(for: "/hello/ada") == "ada")
}
