import type { Broadcast } from '#contract/broadcasts/feed.ts'

/**
 * Returns the track of a broadcast: the host's own fields, else the body split at its last ' by '.
 * Undefined for activity.
 */
export function getTrack({ type, track, artist, body }: Pick<Broadcast, 'type' | 'track' | 'artist' | 'body'>) {
  if (type !== 'Track') return undefined
  if (track !== undefined && artist !== undefined) return { name: track, artist }
  const at = body.lastIndexOf(' by ')
  return at === -1 ? { name: body, artist: '' } : { name: body.slice(0, at), artist: body.slice(at + 4) }
}
