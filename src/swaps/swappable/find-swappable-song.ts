import type { QueryClient } from '@tanstack/react-query'
import { NoConnection } from '#src/api/errors.ts'
import { failureText } from '#src/api/failure-text.ts'
import { liveOptions } from '#src/cache/live.ts'
import { type PickerFallback, pickerTracksQuery, type Song } from '#src/listening/queries.ts'
import { swappableTrackQuery } from './queries.ts'

const NOT_PLAYED = 'A Track Swap takes tracks that you played in the last 12 months. You can broadcast this one.'
const OFFLINE =
  "You're offline, so Flipside can't check whether you have played this track. Try again when you are back online."

/** Returns the track to swap, or why it can't be. Tracks in the picker are found offline. */
export async function findSwappableSong(
  client: QueryClient,
  member: string,
  { artist, title }: { readonly artist: string; readonly title: string },
): Promise<Song | string> {
  const played = findPlayedSong(client, member, { artist, title }, ['1month', '12month'])
  if (played !== undefined) return played
  try {
    const query = swappableTrackQuery(member, artist, title)
    const { response } = await client.fetchQuery({ ...liveOptions(query), staleTime: 0 })
    if (response === null || response.id === null) return NOT_PLAYED
    return { id: response.id, name: title, artist, playCount: 0, url: '', track_url: '' }
  } catch (error) {
    return error instanceof NoConnection ? OFFLINE : failureText(error, 'Failed to look for the track.')
  }
}

/** Returns the track among those in the picker that are on this device. */
export function findPlayedSong(
  client: QueryClient,
  member: string,
  { artist, title }: { readonly artist: string; readonly title: string },
  periods: readonly ('1month' | PickerFallback)[] = ['1month', '12month', 'overall'],
): Song | undefined {
  const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
  for (const period of periods) {
    const query = pickerTracksQuery(member, period)
    const data = client.getQueryData(liveOptions(query).queryKey)
    const found = data?.response.topTracks.find((track) => isSame(track.track, title) && isSame(track.artist, artist))
    if (found !== undefined) {
      const { id, track: name, lastfmtrackurl: url, playcount: playCount } = found
      return { id, name, artist: found.artist, playCount, url, track_url: url }
    }
  }
  return undefined
}
