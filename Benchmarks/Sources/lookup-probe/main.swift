import Foundation
import WireframeCore

func run(_ routes: Int, _ lookups: Int) throws {
var table = RouteTable<Int>()
for n in 0..<routes { try table.insert(n, for: RoutePattern("/module\(n)/items/:id/details/:page")) }
let urls = (0..<min(routes, 1000)).map { "/module\($0 * routes / min(routes, 1000))/items/4711/details/overview" }
var hits = 0, sum = 0, i = 0
for _ in 0..<lookups {
  if case .match(let m) = table.match(urls[i]) { hits += 1; sum &+= m.value }
  i += 1
  if i == urls.count { i = 0 }
}
print("checksum \(sum)\nhits \(hits)")
}
let arguments = CommandLine.arguments
guard arguments.count >= 3, let routes = Int(arguments[1]), let lookups = Int(arguments[2]) else {
  print("usage: lookup-probe ROUTES LOOKUPS [github]")
  exit(2)
}
try run(routes, lookups)
