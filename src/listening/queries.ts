import { type Artist, getTopArtists, getTopTracks, type TopTrack } from '#contract/listening.ts'
import type { Period } from '#contract/wire.ts'
import { exchange } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'

/** A track as the picker shows it (the spec's song). */
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

/** The tracks a member may choose from: the 100 most played of the last month. */
export const pickerTracksQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'top-tracks', user, '1month'],
    ask: (signal) => exchange(getTopTracks, { user, period: '1month', limit: 100 }, { signal }),
    overlay: asSongs,
  })

/** A member's ten most played artists. */
export const topArtistsQuery = (user: string, period: Period = 'overall') =>
  liveQuery({
    queryKey: ['listening', 'top-artists', user, period],
    ask: (signal) => exchange(getTopArtists, { user, period, limit: 10 }, { signal }),
    overlay: ({ topArtists }: { topArtists: Artist[] }) => topArtists,
  })
