export { findTrack, insertTracks, type Track } from './catalogue.ts'
export { listTopTracks } from './charts.ts'
export { hasListens, hasPlayedSince, insertListens, type NewListen } from './listens.ts'
export { trackUrl } from './track-url.ts'
