import { nameKey } from '#contract/accounts/names.ts'
import {
  compareTaste,
  getArtist,
  getArtistListens,
  getDailyPlays,
  getExploration,
  getSimilarTaste,
  getTopArtists,
  getTopListeners,
  getTopTracks,
  type TopArtist,
  type TopTrack,
} from '#contract/listening/charts.ts'
import type { Period } from '#contract/wire.ts'
import { blockReads } from '#src/accounts/blocks/overlay.ts'
import { additionQuery, endpointQuery } from '#src/cache/endpoint-query.ts'
import { overlayExploration, overlaySimilarTaste, overlayTopListeners } from './overlay.ts'

/** A track in the picker (the spec's song). */
export interface Song {
  id: number
  name: string
  artist: string
  playCount: number
  url: string
  track_url: string
}

const asSong = ({ id, track, artist, playcount, lastfmtrackurl }: TopTrack): Song => ({
  id,
  name: track,
  artist,
  playCount: playcount,
  url: lastfmtrackurl,
  track_url: lastfmtrackurl,
})
const asSongs = ({ topTracks }: { topTracks: TopTrack[] }) => topTracks.map(asSong)

/** A longer period for members that have played nothing in the last month. */
export type PickerFallback = '12month' | 'overall'

/** The tracks that a member may choose from: the 100 most played in a period. */
export const pickerTracksQuery = (user: string, period: '1month' | PickerFallback = '1month') =>
  endpointQuery(getTopTracks, { user, period, limit: 100 }, ['listening', 'top-tracks', user, period], {
    overlay: asSongs,
  })

/** A member's ten most played artists; their depth only if the host counts tracks. */
export const topArtistsQuery = (user: string, period: Period = 'overall') =>
  endpointQuery(getTopArtists, { user, period, limit: 10 }, ['listening', 'top-artists', user, period], {
    overlay: ({ topArtists }: { topArtists: TopArtist[] }) => topArtists,
  })

/** Whether a member hides their listening from this viewer: from the same response. */
export const isListeningHiddenQuery = (user: string) =>
  endpointQuery(getTopArtists, { user, period: 'overall', limit: 10 }, topArtistsQuery(user).queryKey, {
    overlay: ({ hidden }) => hidden === 1,
  })

/** An artist; null if the host has none by this id. */
export const artistQuery = (id: number) =>
  endpointQuery(getArtist, { id }, ['listening', 'artist', id], { overlay: ({ artist }) => ({ artist }) })

/** An artist's fifty first listeners, and the member's own place if known. */
export const topListenersQuery = (artist: string, period: Period, member: string | null) =>
  endpointQuery(
    getTopListeners,
    { artist, period, limit: 50, current_user: member ?? undefined },
    ['listening', 'top-listeners', artist, period],
    { overlay: overlayTopListeners, reads: blockReads },
  )

/** A member's plays of an artist; the spec requires the name without its @. */
export const artistListensQuery = (user: string, artist: string, period: Period) =>
  endpointQuery(
    getArtistListens,
    { user: user.replace(/^@/, ''), artist, period },
    ['listening', 'artist-listens', nameKey(user), artist, period],
    { overlay: ({ plays }) => plays },
  )

/** Null from a host that does not compute it. */
export const explorationQuery = (id: number, member: string | null) =>
  additionQuery(getExploration, { id, current_user: member ?? undefined }, ['listening', 'exploration', id], {
    overlay: overlayExploration,
    reads: blockReads,
  })

/** Members with the most similar taste; null from a host that does not compute it. */
export const similarTasteQuery = (user: string) =>
  additionQuery(getSimilarTaste, { user, limit: 50 }, ['listening', 'similar-taste', nameKey(user)], {
    overlay: overlaySimilarTaste,
    reads: blockReads,
  })

/** Two members compared; null from a host that does not compute it. */
export const comparisonQuery = (user: string, other: string) =>
  additionQuery(compareTaste, { user, other }, ['listening', 'comparison', nameKey(user), nameKey(other)])

/** The longest period for which every host has both artists and days. */
export const GLANCE_PERIOD = '1month'
/** The most days that it has. */
const GLANCE_DAYS = 31

/** A member's plays per day in the glance, and on some days before it; null from a host without. */
export const dailyPlaysQuery = (user: string) =>
  additionQuery(getDailyPlays, { user, days: GLANCE_DAYS }, ['listening', 'daily-plays', nameKey(user), GLANCE_DAYS])
