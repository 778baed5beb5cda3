import type { Broadcast } from '#contract/broadcasts/feed.ts'
import type { FeedItem } from './overlay.ts'

/** The host's own fields, else the body split at its last ' by '. Undefined for activity. */
export function getTrack({ type, track, artist, body }: Pick<Broadcast, 'type' | 'track' | 'artist' | 'body'>) {
  if (type !== 'Track') return undefined
  if (track !== undefined && artist !== undefined) return { name: track, artist }
  const at = body.lastIndexOf(' by ')
  return at === -1 ? { name: body, artist: '' } : { name: body.slice(0, at), artist: body.slice(at + 4) }
}

/** Returns a track page's id. Undefined if the broadcast is pending, and without track pages. */
const getTrackPageId = ({ track, relatedid, waiting }: Pick<FeedItem, 'track' | 'relatedid' | 'waiting'>) =>
  track === undefined || waiting ? undefined : (relatedid ?? undefined)

type ShownTrack = Pick<FeedItem, 'id' | 'user' | 'track' | 'relatedid' | 'waiting' | 'track_url' | 'links'>

export const toListenable = (item: ShownTrack, track: { name: string; artist: string }) => ({
  ...track,
  id: getTrackPageId(item),
  url: item.track_url,
  links: item.links,
  source: { kind: 'broadcast' as const, id: item.id, user: item.user },
})
