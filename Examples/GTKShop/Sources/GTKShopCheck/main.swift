import CGTK
import Foundation
import GTKHost

// `host` checks the laws of hosts; `journeys APP FOLDER` drives the app, and leaves screenshots in the folder.
let arguments = CommandLine.arguments.dropFirst()
do {
  if arguments.first == "host" {
    MainLoop.runMainActor()
    gtk_init()
    var result: Result<Void, any Error>?
    Task {
      do {
        try await HostCheck.run()
        try await CoverCheck.run()
        result = .success(())
      } catch {
        result = .failure(error)
      }
    }
    MainLoop.run { result != nil }
    try result?.get()
  } else if arguments.first == "journeys", arguments.count == 3 {
    let paths = arguments.map { URL(filePath: $0) }
    try Journeys(Driver(app: paths[1], screenshots: paths[2])).run()
  } else {
    throw Failure("usage: GTKShopCheck host | journeys APP FOLDER")
  }
} catch {
  say("FAILED: \(error)")
  exit(1)
}
