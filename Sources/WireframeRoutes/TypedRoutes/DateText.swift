#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Dates as ISO 8601 has them (RFC 3339): `2026-11-22T08:43:37.25Z`; exact to the last bit.
enum DateText {
  /// The text of a date of the years 1 to 9999, in UTC; nil for others.
  static func text(of date: Date) -> String? {
    let time = date.timeIntervalSinceReferenceDate
    let whole = time.rounded(.down)
    guard firstSecond...lastSecond ~= whole else { return nil }
    let seconds = Int(whole)
    let day = Int((whole / 86_400).rounded(.down))
    let second = seconds - day * 86_400
    let (year, month, dayOfMonth) = civil(day + daysBeforeReferenceDate)
    let fraction = time - whole
    let digits = fraction == 0 ? "" : PlainDecimal.text(of: "\(fraction)").dropFirst()
    return "\(padded(year, 4))-\(padded(month))-\(padded(dayOfMonth))T\(padded(second / 3_600))"
      + ":\(padded(second / 60 % 60)):\(padded(second % 60))\(digits)Z"
  }

  /// The date of a text with seconds and a time zone; nil for any other text.
  static func date(of text: String) -> Date? {
    let bytes = Array(text.utf8)
    // Separators at their offsets, digits between them.
    for (offset, separator) in zip([4, 7, 10, 13, 16], "--T::".utf8) {
      guard bytes.count > 19, bytes[offset] == separator else { return nil }
    }
    guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      year >= 1, 1...12 ~= month, hour < 24, minute < 60, second < 60
    else { return nil }
    let days = days(year, month, day)
    guard day >= 1, civil(days) == (year, month, day) else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: \.isDigit)
      guard !digits.isEmpty else { return nil }
      fraction = Double("0.\(String(decoding: digits, as: UTF8.self))") ?? 0
      rest = rest[digits.endIndex...]
    }
    guard let offset = offset(rest) else { return nil }
    let whole = (days - daysBeforeReferenceDate) * 86_400 + hour * 3_600 + minute * 60 + second
    return Date(timeIntervalSinceReferenceDate: Double(whole - offset) + fraction)
  }

  /// From 1970 to 2001.
  private static let daysBeforeReferenceDate = 11_323
  private static let firstSecond = Double((days(1, 1, 1) - daysBeforeReferenceDate) * 86_400)
  private static let lastSecond = Double(
    (days(10_000, 1, 1) - daysBeforeReferenceDate) * 86_400 - 1)

  /// The seconds of `Z`, `+02:00` or `-05:30`.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    if text.elementsEqual("Z".utf8) { return 0 }
    guard text.count == 6, let sign = text.first, "+-".utf8.contains(sign),
      text[text.startIndex + 3] == UInt8(ascii: ":"),
      let hours = number(text.dropFirst().prefix(2)), let minutes = number(text.suffix(2)),
      hours < 24, minutes < 60
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The days from 1970-01-01 to a date; years begin in March, so that a leap day is a year's last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month < 3 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  /// The date so many days from 1970-01-01; the inverse of `days`.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
    let era = days / 146_097
    let rest = days % 146_097
    let yearOfEra = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
    let dayOfYear = rest - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = era * 400 + yearOfEra + (month < 10 ? 0 : 1)
    return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
  }
}
