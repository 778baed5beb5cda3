export { findMainTrack, findTrack, findTrackByName, insertTracks, type Track } from './catalogue/catalogue.ts'
export { selectIgnoredTracks } from './catalogue/ignored.ts'
export { selectOwnName } from './catalogue/sent-names.ts'
export { trackUrl } from './catalogue/track-url.ts'
export { deleteUnusedNames, findUnusedNames, markUnusedNames } from './catalogue/unused-names.ts'
export { listTopTracks } from './charts/charts.ts'
export { listTopArtistsOfMany } from './charts/charts-of-many.ts'
export { findDoubleChecks, findDoubles } from './doubles/find-doubles.ts'
export {
  applyDecision,
  decideMerge,
  decideName,
  decideSplit,
  decideWhole,
  findDueDecisions,
  undoDecision,
} from './identities/decisions.ts'
export { listDecisions, listSuggestions } from './identities/list-decisions.ts'
export { examineCreditsAgain, findDueCredits, splitCredits } from './identities/split-credits.ts'
export { countChanges, findChangedPlays } from './leaderboards/artist-counts.ts'
export { addTrackLinks } from './links/add-links.ts'
export { findPlayingLinks, type LinkReader, SERVICE_NUMBERS } from './links/track-links.ts'
export { deleteListens } from './listens/delete-listens.ts'
export { checkFairness, findChangedDays } from './listens/fairness.ts'
export { type AlbumListen, insertDetailedListens } from './listens/insert-detailed-listens.ts'
export { hasListens, hasPlayedSince, insertListens, lockListens } from './listens/listens.ts'
export { selectPlaysSince } from './listens/plays-since.ts'
export { type DetailsRow, joinDetails, selectDetails, toAdditionalInfo, toDetails } from './listens/read-details.ts'
export { SOURCE_NUMBERS, toSource } from './listens/sources.ts'
export { addTrackByNames } from './listens/track-by-names.ts'
export { findOutdatedCommunityCharts, recountCommunityCharts } from './music/community-charts.ts'
export { parseTextQuery } from './music/search.ts'
export { isTrackOpenTo } from './music/store.ts'
export { hasReactedToPlaying } from './reactions/store.ts'
export { readListeningRecap } from './recaps/read-recap.ts'
export { findChangedTaste, updateTaste } from './taste/taste-job.ts'
export { resolveTimeZone, selectDayStart, toDayInZone, UTC } from './time-zone.ts'
