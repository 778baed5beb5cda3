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
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
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
  liveQuery({
    queryKey: ['listening', 'top-tracks', user, period],
    fetch: (options) => poll(getTopTracks, { user, period, limit: 100 }, options),
    overlay: asSongs,
  })

/** A member's ten most played artists; their depth only if the host counts tracks. */
export const topArtistsQuery = (user: string, period: Period = 'overall') =>
  liveQuery({
    queryKey: ['listening', 'top-artists', user, period],
    fetch: (options) => poll(getTopArtists, { user, period, limit: 10 }, options),
    overlay: ({ topArtists }: { topArtists: TopArtist[] }) => topArtists,
  })

/** Whether a member hides their listening from this viewer: from the same response. */
export const isListeningHiddenQuery = (user: string) =>
  liveQuery({
    queryKey: topArtistsQuery(user).queryKey,
    fetch: (options) => poll(getTopArtists, { user, period: 'overall', limit: 10 }, options),
    overlay: ({ hidden }) => hidden === 1,
  })

/** An artist; null if the host has none by this id. */
export const artistQuery = (id: number) =>
  liveQuery({
    queryKey: ['listening', 'artist', id],
    fetch: (options) => poll(getArtist, { id }, options),
    overlay: ({ artist }) => ({ artist }),
  })

/** An artist's fifty first listeners, and the member's own place if known. */
export const topListenersQuery = (artist: string, period: Period, member: string | null) =>
  liveQuery({
    queryKey: ['listening', 'top-listeners', artist, period],
    fetch: (options) =>
      poll(getTopListeners, { artist, period, limit: 50, current_user: member ?? undefined }, options),
    overlay: overlayTopListeners,
    reads: blockReads,
  })

/** A member's plays of an artist; the spec requires the name without its @. */
export const artistListensQuery = (user: string, artist: string, period: Period) =>
  liveQuery({
    queryKey: ['listening', 'artist-listens', nameKey(user), artist, period],
    fetch: (options) => poll(getArtistListens, { user: user.replace(/^@/, ''), artist, period }, options),
    overlay: ({ plays }) => plays,
  })

/** Null from a host that does not compute it. */
export const explorationQuery = (id: number, member: string | null) =>
  liveQuery({
    queryKey: ['listening', 'exploration', id],
    fetch: (options) => ifComputed(poll(getExploration, { id, current_user: member ?? undefined }, options)),
    overlay: overlayExploration,
    reads: blockReads,
  })

/** Members with the most similar taste; null from a host that does not compute it. */
export const similarTasteQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'similar-taste', nameKey(user)],
    fetch: (options) => ifComputed(poll(getSimilarTaste, { user, limit: 50 }, options)),
    overlay: overlaySimilarTaste,
    reads: blockReads,
  })

/** Two members compared; null from a host that does not compute it. */
export const comparisonQuery = (user: string, other: string) =>
  liveQuery({
    queryKey: ['listening', 'comparison', nameKey(user), nameKey(other)],
    fetch: (options) => ifComputed(poll(compareTaste, { user, other }, options)),
  })

/** The longest period for which every host has both artists and days. */
export const GLANCE_PERIOD = '1month'
/** The most days that it has. */
const GLANCE_DAYS = 31

/** A member's plays per day in the glance, and on some days before it; null from a host without. */
export const dailyPlaysQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'daily-plays', nameKey(user), GLANCE_DAYS],
    fetch: (options) => ifComputed(poll(getDailyPlays, { user, days: GLANCE_DAYS }, options)),
  })
