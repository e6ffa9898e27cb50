/// What the system passes to the app when the user taps a result of the device's search.
package enum SpotlightItem {
  // The texts of CSSearchableItemActionType and CSSearchableItemActivityIdentifier: an app that indexes nothing need
  // not link CoreSpotlight.
  package static let activityType = "com.apple.corespotlightitem"
  /// The key of the item's identifier in the activity, which is the URL.
  package static let identifierKey = "kCSSearchableItemActivityIdentifier"
}
