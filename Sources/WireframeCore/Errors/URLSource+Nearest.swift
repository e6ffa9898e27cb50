extension URLSource {
  /// The declared source that a foreign URL may have meant.
  package static func nearest(to urlText: String, among sources: [URLSource]) -> URLSource? {
    let bytes = Array(urlText.utf8.prefix(300))
    guard let colon = endOfScheme(in: bytes) else { return nil }
    let rest = bytes[(colon + 1)...]
    let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    let scheme = String(decoding: bytes[...colon], as: UTF8.self).lowercased()
    let host = String(decoding: authority, as: UTF8.self).lowercased()
    func distance(_ source: URLSource) -> Int? {
      guard let own = source.host else {
        return EditDistance.between(scheme, source.description, atMost: 2)
      }
      let origin = "\(scheme)//\(host)".withoutWWW
      return host.hasSuffix("." + own)
        ? 1 : EditDistance.between(origin, source.description.withoutWWW, atMost: 3)
    }
    return sources.compactMap { source in distance(source).map { (source, $0) } }
      .min { $0.1 < $1.1 }?.0
  }
}

extension String { fileprivate var withoutWWW: String { replacing("//www.", with: "//") } }
