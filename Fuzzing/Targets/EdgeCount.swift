/// How many edges between basic blocks the instrumented modules have passed. This file itself is compiled without.
nonisolated(unsafe) public var edgeCount = 0

/// Called by the instrumentation at each edge.
@_cdecl("__sanitizer_cov_trace_pc_guard")
public func passEdge(_ edge: UnsafeMutablePointer<UInt32>?) { edgeCount &+= 1 }

/// Called once for each module.
@_cdecl("__sanitizer_cov_trace_pc_guard_init")
public func noteEdges(_ start: UnsafeMutablePointer<UInt32>?, _ end: UnsafeMutablePointer<UInt32>?)
{}
