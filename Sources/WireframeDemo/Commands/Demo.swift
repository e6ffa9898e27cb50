import Foundation

@main
@MainActor
enum Demo {
  static func main() async {
    // Writing into a closed pipe is an error that the console passes over, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    let console = Console()
    do {
      let command = try Command(arguments: try Command.arguments())
      exit(try await command.run(console) ? 0 : 1)
    } catch let error as UsageError {
      console.writeError("error: \(error)")
      console.writeError("See 'WireframeDemo help'.")
      exit(2)
    } catch {
      console.writeError("error: \(error)")
      exit(1)
    }
  }
}
