/// Finds the places of a Swift text where a fault can be put in.
///
/// It knows blocks and statements, and no types. What it cannot read for sure it leaves out, and what does not compile
/// is taken out later.
package struct FaultFinder {
  private let file: String
  private let text: [UInt8]
  private let lines: [Substring]
  private let tokens: [Token]
  private var index = 0
  private var faults: [Fault] = []
  private var scopes: [ClosedRange<Int>]
  /// Whether what is read runs: no header, no pattern, no default value.
  private var isCode = false

  private init(_ text: String, file: String) {
    self.file = file
    self.text = Array(text.utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    tokens = Tokenizer.tokens(of: text)
    scopes = [1...max(1, lines.count)]
  }

  package static func faults(in text: String, file: String) -> [Fault] {
    var finder = FaultFinder(text, file: file)
    finder.readBlock(Block(.declarations))
    return finder.faults.sorted {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
  }

  // MARK: - Blocks

  private struct Block {
    enum Kind {
      case declarations
      case code
      case cases
    }

    var kind: Kind
    /// Whether `return` gives back a `Bool`.
    var returnsBool = false
    /// Whether the only expression of the block may be its value.
    var mayBeValue = false
    /// Whether the block is all of a function, a property or a closure.
    var isBody = false
    /// Whether assignments are needed for the compiler.
    var isInitializer = false

    init(_ kind: Kind) { self.kind = kind }

    /// The block of an `if`, a loop or a case in this one.
    var nested: Block {
      var block = self
      block.kind = .code
      block.isBody = false
      block.mayBeValue = false
      return block
    }

    static var closure: Block {
      var block = Block(.code)
      block.mayBeValue = true
      block.isBody = true
      return block
    }
  }

  /// Reads statements until a `}` or the end; the `}` is not read.
  private mutating func readBlock(_ block: Block) {
    let outer = isCode
    isCode = block.kind != .declarations
    defer { isCode = outer }
    var statements: [Range<Int>] = []
    let firstFault = faults.count
    while let token = current, token.text != "}" {
      if block.kind == .cases, ["case", "default", "@unknown"].contains(token.text) {
        readCaseLabel()
        continue
      }
      let start = index
      readStatement(block)
      // A sign out of place, as after a wrong guess: go on behind it.
      if index == start { index += 1 }
      statements.append(start..<index)
    }
    guard isCode else { return }
    let isOnly = statements.count == 1
    if isOnly, block.returnsBool, block.isBody, let range = statements.first {
      addResult(range, since: firstFault)
    }
    for range in statements where !(isOnly && block.mayBeValue) {
      addDropped(range, block)
    }
  }

  private mutating func readBraces(_ block: Block) {
    index += 1
    if block.kind == .code, block.mayBeValue { skipClosureSignature() }
    readBlock(block)
    index += 1
  }

  /// Moves behind the `in` of a closure's parameters.
  private mutating func skipClosureSignature() {
    var end = index
    var depth = 0
    while end < tokens.count {
      let token = tokens[end]
      switch token.text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{", "}", "for", "if", "guard", "let", "var", "return": return
      case "in" where depth == 0:
        index = end + 1
        return
      default: break
      }
      if token.kind == .string || depth < 0 { return }
      end += 1
    }
  }

  /// Reads the patterns of a case; what comes after `where` runs.
  private mutating func readCaseLabel() {
    let outer = isCode
    defer { isCode = outer }
    isCode = false
    var condition: Int?
    while let token = current, token.text != "}" {
      if token.text == ":" || token.text == ",", let start = condition {
        addConditions(start..<index, .ofCase)
        condition = nil
        isCode = false
      }
      if token.text == ":" { break }
      readToken(token)
      if token.text == "where" {
        condition = index
        isCode = outer
      }
    }
    if current?.text == ":" { index += 1 }
  }

  // MARK: - Statements

  private enum Condition {
    case ofIf
    case ofGuard
    case ofLoop
    case ofCase
  }

  private enum Pending {
    case nothing
    case condition(from: Int, Condition)
    case guardCondition(from: Int)
    case block(Block)
    case header(Block)
  }

  private mutating func readStatement(_ block: Block) {
    let start = index
    while let token = current,
      token.kind == .attribute || Self.modifiers.contains(token.text) && isModifier(at: index)
    {
      index += 1
      if current?.text == "(", current?.hasSpaceBefore == false { readWithoutCode() }
    }
    if tokens[start..<index].contains(where: { $0.text == "@inlinable" }) {
      return skipDeclaration()
    }
    let isDeclaration = readDeclarationKeyword(block, from: start)
    if !isDeclaration { readExpressionStatement(block, from: start) }
  }

  private static let modifiers: Set = [
    "public", "package", "internal", "private", "fileprivate", "open", "static", "final", "class",
    "mutating", "nonmutating", "override", "nonisolated", "convenience", "required", "indirect",
    "lazy", "weak", "unowned", "isolated", "prefix", "postfix", "infix", "consuming", "borrowing",
    "dynamic", "optional",
  ]

  /// Whether a word is a modifier here: a word of a declaration or of an access level follows.
  private func isModifier(at index: Int) -> Bool {
    guard let next = token(index + 1) else { return false }
    if next.text == "(" {
      return token(index + 2).map { ["set", "safe", "unsafe"].contains($0.text) } ?? false
    }
    return next.kind == .word && (tokens[index].text != "class" || Self.members.contains(next.text))
  }

  private static let members: Set = ["func", "var", "let", "subscript", "override", "final"]
  private static let types: Set = ["class", "struct", "enum", "extension", "protocol", "actor"]

  private mutating func skipDeclaration() {
    let line = current?.line
    while let token = current, token.text != "}" {
      if token.text == "{" { return readWithoutCode() }
      if token.isFirstOfLine, token.line != line { return }
      if token.text == "(" || token.text == "[" { readWithoutCode() } else { index += 1 }
    }
  }

  /// Moves behind a pair of brackets without looking for faults.
  private mutating func readWithoutCode() {
    var depth = 0
    while let token = current {
      if ["(", "[", "{"].contains(token.text) { depth += 1 }
      if [")", "]", "}"].contains(token.text) { depth -= 1 }
      index += 1
      if depth == 0 { return }
    }
  }

  /// Reads a declaration that has a block, with the block; false if none begins here.
  private mutating func readDeclarationKeyword(_ block: Block, from start: Int) -> Bool {
    guard let keyword = current, keyword.kind == .word, let next = token(index + 1) else {
      return false
    }
    var body = Block(.code)
    body.isBody = true
    switch keyword.text {
    case let text where Self.types.contains(text) && next.kind == .word:
      body = Block(.declarations)
    case "func":
      body.mayBeValue = false
    case "init" where block.kind == .declarations, "deinit" where block.kind == .declarations:
      body.isInitializer = keyword.text == "init"
    case "subscript" where block.kind == .declarations:
      body.mayBeValue = true
    case "var", "let":
      readVariable(from: start, block)
      return true
    case "get", "set", "willSet", "didSet", "_read", "_modify":
      guard block.isBody else { return false }
      body.returnsBool = keyword.text == "get" && block.returnsBool
      body.mayBeValue = keyword.text == "get"
      // No signature of a closure may be looked for here.
      guard next.text == "{" || next.text == "(" || next.text == "async" || next.text == "throws"
      else { return false }
    case "case", "import", "typealias", "associatedtype", "precedencegroup", "operator":
      guard block.kind == .declarations || keyword.text != "case" else { return false }
      skipLine()
      return true
    default: return false
    }
    readHeader(body, from: start)
    return true
  }

  /// Reads the header of a declaration and its block.
  private mutating func readHeader(_ body: Block, from start: Int) {
    let outer = isCode
    isCode = false
    defer { isCode = outer }
    var body = body
    var arrow: Int?
    let first = index
    index += 1
    while let token = current, token.text != "}" {
      if token.text == "{" { break }
      if token.isFirstOfLine, index > first, !continues(from: tokens[index - 1], to: token),
        !["throws", "async", "where", "->"].contains(token.text)
      {
        return
      }
      if token.text == "->", arrow == nil { arrow = index }
      readToken(token)
    }
    guard current?.text == "{" else { return }
    if let arrow {
      let type = tokens[(arrow + 1)..<index].prefix { $0.text != "where" }.map(\.text)
      body.returnsBool = type == ["Bool"]
      body.mayBeValue = type != ["Void"]
    }
    let line = tokens[start].line
    let end = index
    scopes.append(line...max(line, endOfBraces(at: end)?.line ?? line))
    // Parameters of a closure are read for values only; a function has none.
    index += 1
    readBlock(body)
    index += 1
    scopes.removeLast()
  }

  private mutating func readVariable(from start: Int, _ block: Block) {
    let first = index
    var type: [String] = []
    var hasValue = false
    let line = tokens[start].line
    while let token = current, token.text != "}", token.text != ";" {
      if token.isFirstOfLine, index > first, !continues(from: tokens[index - 1], to: token) {
        return
      }
      if token.text == "=" { hasValue = true }
      if !hasValue, token.text == "{" {
        var body = Block(.code)
        body.isBody = true
        body.mayBeValue = true
        body.returnsBool = type == [":", "Bool"]
        scopes.append(line...max(line, endOfBraces(at: index)?.line ?? line))
        index += 1
        readBlock(body)
        index += 1
        scopes.removeLast()
        return
      }
      if !hasValue, token.text == ":" || !type.isEmpty { type.append(token.text) }
      if hasValue, Self.controls.contains(token.text) {
        return readExpressionStatement(block, from: start)
      }
      readToken(token)
    }
  }

  private mutating func skipLine() {
    let first = index
    while let token = current, token.text != "}" {
      if token.isFirstOfLine, index > first, !continues(from: tokens[index - 1], to: token) {
        return
      }
      if ["(", "[", "{"].contains(token.text) { readWithoutCode() } else { index += 1 }
    }
  }

  private static let controls: Set = [
    "if", "guard", "while", "switch", "for", "repeat", "do", "defer", "else", "catch",
  ]

  /// Reads a statement that declares nothing, with its blocks.
  private mutating func readExpressionStatement(_ block: Block, from start: Int) {
    var pending = Pending.nothing
    var isRepeat = false
    let first = index
    while let token = current, token.text != "}" {
      if token.text == ";" {
        index += 1
        return
      }
      if case .nothing = pending, index > first, token.isFirstOfLine,
        !continues(from: tokens[index - 1], to: token)
      {
        return
      }
      if token.kind == .word, Self.controls.contains(token.text) || token.text == "where",
        self.token(index + 1)?.text != ":" || token.text == "else",
        index == 0
          || tokens[index - 1].text != "."
      {
        switch token.text {
        case "if": pending = .condition(from: index + 1, .ofIf)
        case "while" where isRepeat: break
        case "while": pending = .condition(from: index + 1, .ofLoop)
        case "guard": pending = .guardCondition(from: index + 1)
        case "where":
          if case .block(let body) = pending, body.kind == .code {
            pending = .condition(from: index + 1, .ofIf)
          }
        case "else":
          if case .guardCondition(let from) = pending {
            addConditions(from..<index, .ofGuard)
          }
          pending = .block(block.nested)
        case "switch":
          var cases = block.nested
          cases.kind = .cases
          pending = .block(cases)
        case "catch":
          var pattern = block.nested
          pattern.kind = .code
          pending = .block(pattern)
        default:
          isRepeat = isRepeat || token.text == "repeat"
          pending = .block(block.nested)
        }
        index += 1
        continue
      }
      if token.text == "return", block.returnsBool, index == first { return readReturn() }
      guard token.text == "{" else {
        readToken(token)
        continue
      }
      switch pending {
      case .condition(let from, let condition):
        addConditions(from..<index, condition)
        pending = .nothing
        readBraces(block.nested)
      case .block(let body):
        pending = .nothing
        readBraces(body)
      case .nothing, .guardCondition, .header: readBraces(.closure)
      }
    }
  }

  /// Reads `return` with a value of type `Bool`.
  private mutating func readReturn() {
    index += 1
    let firstFault = faults.count
    guard let value = current, !["}", "if", "switch", ";"].contains(value.text) else { return }
    let start = index
    while let token = current, token.text != "}", token.text != ";" {
      if index > start, token.isFirstOfLine, !continues(from: tokens[index - 1], to: token) {
        break
      }
      if token.text == "{" { readBraces(.closure) } else { readToken(token) }
    }
    addResult(start..<index, since: firstFault)
  }

  /// Reads a token, a group in brackets or a closure.
  private mutating func readToken(_ token: Token) {
    switch token.text {
    case "(", "[":
      index += 1
      while let inner = current, inner.text != ")", inner.text != "]" {
        if inner.text == "}" { return }
        readToken(inner)
      }
      index += 1
    case "{": readBraces(.closure)
    default:
      if isCode { addOperator(at: index) }
      index += 1
    }
  }

  /// Whether a token at the start of a line belongs to the statement before.
  private func continues(from last: Token, to next: Token) -> Bool {
    if next.isInfix || [".", "?", ":", ",", ")", "]", "{", "=", "->"].contains(next.text) {
      return true
    }
    if ["else", "catch", "where", "as", "is"].contains(next.text) { return true }
    return last.isInfix || [",", "(", "[", "=", "->", ":", "."].contains(last.text)
      || ["return", "try", "await", "in", "let", "var", "case"].contains(last.text)
  }

  // MARK: - Faults

  private mutating func addConditions(_ range: Range<Int>, _ condition: Condition) {
    guard isCode else { return }
    var start = range.lowerBound
    var depth = 0
    var isFirst = true
    for position in range.lowerBound...range.upperBound {
      let text = position == range.upperBound ? "," : tokens[position].text
      if ["(", "[", "{"].contains(text) { depth += 1 }
      if [")", "]", "}"].contains(text) { depth -= 1 }
      guard depth == 0, text == "," else { continue }
      let clause = start..<position
      start = position + 1
      guard let first = clause.first.map({ tokens[$0].text }), first != "true" || clause.count > 1,
        !["let", "var", "case", "#available", "#unavailable", "_"].contains(first)
      else { continue }
      removeTwins(in: clause)
      add(.conditionNegated, clause)
      if condition == .ofGuard || condition == .ofCase || clause != range {
        add(.conditionHolds, clause)
      }
      // All of them never hold if one does not.
      if condition == .ofIf || condition == .ofCase, isFirst { add(.conditionFails, clause) }
      isFirst = false
    }
  }

  private mutating func addResult(_ range: Range<Int>, since firstFault: Int) {
    guard isCode, let first = range.first.map({ tokens[$0] }) else { return }
    let words = [
      "if", "switch", "guard", "for", "while", "return", "let", "var", "get", "set", "_read", "do",
    ]
    guard !words.contains(first.text), first.kind != .attribute else { return }
    guard !["fatalError", "preconditionFailure"].contains(first.text) else { return }
    removeTwins(in: range)
    add(.resultNegated, range)
  }

  /// Takes out what would be the same fault: the only comparison, or the only literal, of what is turned round.
  private mutating func removeTwins(in range: Range<Int>) {
    var depth = 0
    var own: Set<Int> = []
    for position in range {
      let token = tokens[position]
      if ["(", "[", "{"].contains(token.text) { depth += 1 }
      if [")", "]", "}"].contains(token.text) { depth -= 1 }
      guard depth == 0 else { continue }
      if ["&&", "||", "?", "??"].contains(token.text), token.isInfix { return }
      own.insert(token.range.lowerBound)
    }
    faults.removeAll { fault in
      guard own.contains(fault.range.lowerBound) else { return false }
      switch fault.kind {
      case .operatorSwapped(let old, _): return Self.equalities[old] != nil
      case .literalSwapped: return range.count == 1
      default: return false
      }
    }
  }

  private static let equalities = ["==": "!=", "!=": "==", "===": "!==", "!==": "==="]
  private static let swaps = [
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&",
  ]
  private static let steps = ["+": "-", "-": "+", "&+": "&-", "&-": "&+"]

  private mutating func addOperator(at position: Int) {
    let token = tokens[position]
    if token.kind == .word, token.text == "true" || token.text == "false" {
      return add(.literalSwapped(token.text), position..<(position + 1))
    }
    guard token.isInfix else { return }
    let one = position..<(position + 1)
    if token.text == "??" {
      add(.defaultTaken, one)
    } else if let new = Self.swaps[token.text] ?? Self.equalities[token.text] {
      add(.operatorSwapped(token.text, new), one)
    } else if let new = Self.steps[token.text], self.token(position + 1)?.kind == .number {
      add(.operatorSwapped(token.text, new), one)
    }
  }

  private static let notDropped: Set = [
    "precondition", "assert", "preconditionFailure", "assertionFailure", "fatalError", "return",
    "throw", "break", "continue", "fallthrough", "super", "case", "import", "func", "let", "var",
    "class", "struct", "enum", "typealias", "yield", "get", "set",
    // Counts work, for tests.
    "Steps",
  ]

  private mutating func addDropped(_ range: Range<Int>, _ block: Block) {
    guard let first = range.first.map({ tokens[$0] }), first.kind == .word || first.text == "(",
      !Self.controls.contains(first.text), !Self.notDropped.contains(first.text),
      !Self.modifiers.contains(first.text),
      let last = range.last.map({ tokens[$0] })
    else { return }
    var depth = 0
    var isAssignment = false
    for token in tokens[range] {
      if ["(", "[", "{"].contains(token.text) { depth += 1 }
      if [")", "]", "}"].contains(token.text) { depth -= 1 }
      guard depth == 0 else { continue }
      if Self.controls.contains(token.text), token.kind == .word { return }
      if ["let", "var", "init"].contains(token.text) { return }
      let isComparison = Self.swaps[token.text] != nil || Self.equalities[token.text] != nil
      if token.isInfix, token.text.hasSuffix("="), !isComparison { isAssignment = true }
    }
    guard isAssignment ? !block.isInitializer : last.text == ")" || last.text == "}" else {
      return
    }
    add(.statementDropped, range)
  }

  private mutating func add(_ kind: Fault.Kind, _ range: Range<Int>) {
    guard let start = range.first, let end = range.last, let scope = scopes.last else { return }
    let line = tokens[start].line
    let bytes = tokens[start].range.lowerBound..<tokens[end].range.upperBound
    let excerpt = text[bytes].prefix { $0 != UInt8(ascii: "\n") }
    faults.append(
      Fault(
        kind: kind, file: file, lines: line...tokens[end].line, range: bytes, scope: scope,
        source: String(lines[line - 1].drop { $0 == " " }),
        excerpt: String(decoding: excerpt, as: UTF8.self)))
  }

  // MARK: - Tokens

  private var current: Token? { token(index) }

  private func token(_ index: Int) -> Token? {
    tokens.indices.contains(index) ? tokens[index] : nil
  }

  private func endOfBraces(at start: Int) -> Token? {
    var depth = 0
    for token in tokens[start...] {
      if token.text == "{" { depth += 1 }
      if token.text == "}" { depth -= 1 }
      if depth == 0 { return token }
    }
    return nil
  }
}
