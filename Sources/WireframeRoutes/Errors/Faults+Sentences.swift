extension PatternFault.Reason {
  package var sentence: String {
    switch self {
    case .noSlash: "a pattern begins with '/' or with a source such as 'myapp://'."
    case .badSource(let sentence): sentence
    case .badHost: "a host holds ASCII letters, digits, '-' and '.', without escapes."
    case .rawCharacter: "a control character, space or backslash. Percent-encode it."
    case .query: "a pattern has no query and no fragment. Read query items from 'route.query'."
    case .emptySegment: "an empty segment. Write one '/' between segments."
    case .dotSegment: "a '.' or '..' segment, which is refused in every URL."
    case .badEscape:
      "a '%' that is not followed by two hexadecimal digits, or bytes that are not UTF-8."
    case .encodedControl: "an encoded control character, which is refused in every URL."
    case .encodedSlash: "an encoded slash or backslash, which no literal matches."
    case .reservedCharacter(let character):
      "'\(character)' inside a literal. A parameter is a whole segment; percent-encode "
        + "the character in a literal."
    case .emptyName: "a parameter without a name. Write ':name'."
    case .badName: "a name may hold ASCII letters, digits, '_' and '-'."
    case .repeatedName(let name):
      "the name '\(name)' is used twice. Use each name once in a pattern."
    case .unclosedType: "a '<' without '>'."
    case .emptyType: "a type without a name. Write ':name<int>' or ':name'."
    case .emptyWord: "an empty word in a word list."
    case .repeatedWord(let word):
      "the word '\(word)' is in its list twice, as the table compares words."
    case .textBehindType: "only '?' may follow the type."
    case .notLast(let part): "\(part) may only be at the end."
    case .unknownType(let name, let known):
      "unknown type '\(name)'. The types are: \(known.joined(separator: ", "))."
    }
  }
}

extension SourceFault {
  package var sentence: String {
    switch self {
    case .noScheme: "it has no scheme. Write 'myapp:' or 'https://example.com'."
    case .http: "a link with 'http:' does not prove where it comes from. Use 'https:'."
    case .noHost: "an https source needs a host. Write 'https://example.com'."
    case .badOrigin: "its host or port is malformed. Write 'https://example.com' without a path."
    case .originWithPath:
      "its host is followed by a path, a query or a fragment. Leave that out, the slash as well."
    case .schemeWithHost: "a custom scheme is declared without a host. Write 'myapp:'."
    }
  }
}
