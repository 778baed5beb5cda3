import { hasVisibleCharacters, parseName } from '#contract/listening/track-names.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { TrackName } from './catalogue.ts'

/** Returns track names as they are stored, or the reason for which they are rejected. */
export function toTrackName({
  artist,
  title,
}: {
  readonly artist: unknown
  readonly title: unknown
}): TrackName | 'unnamed' | 'too_long' {
  if (typeof artist !== 'string' || typeof title !== 'string') return 'unnamed'
  const [artistName, titleName] = [parseName(artist), parseName(title)]
  if ([artistName, titleName].some((name) => name !== undefined && !hasVisibleCharacters(name))) return 'unnamed'
  return artistName === undefined || titleName === undefined ? 'too_long' : { artist: artistName, title: titleName }
}

/** Returns the names of a request's track. Throws a Refusal 400. */
export function getTrackName({ artist, track }: { readonly artist: string; readonly track: string }): TrackName {
  const name = toTrackName({ artist, title: track })
  if (typeof name === 'string') throw new Refusal(400, 'artist and track must be names.')
  return name
}
