import CGTK
import Foundation
import GTKHost

// One window for each user: a second start hands its link to the one that runs already, over the session bus.
do {
  _ = try Arguments(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(
    Data("error: \(error.text)\nusage: GTKShop [--open URL] [--state-dir FOLDER]\n".utf8))
  exit(2)
}
MainLoop.runMainActor()
let application = ShopApplication()
exit(application.run())
