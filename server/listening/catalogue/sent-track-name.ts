import { Refusal } from '#server/http/refusal.ts'
import type { TrackName } from './catalogue.ts'
import { toTrackName } from './track-name.ts'

/** Returns the names of a request's track. Throws a Refusal 400. */
export function getTrackName({ artist, track }: { readonly artist: string; readonly track: string }): TrackName {
  const name = toTrackName({ artist, title: track })
  if (typeof name === 'string') throw new Refusal(400, 'artist and track must be names.')
  return name
}
