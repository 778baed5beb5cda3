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

type Post = Pick<Broadcast, 'title' | 'body' | 'about_user' | 'about_other'>

interface PostPart {
  text: string
  member?: string
}

/** Splits System's post at the first occurrence of each name. Hosts without names get plain text. */
export function postParts({ title, body, about_user, about_other }: Post): PostPart[] {
  const lines = [title, body].filter((line) => line !== '')
  let parts: PostPart[] = [{ text: [...new Set(lines)].join('\n') }]
  for (const member of [about_user, about_other]) if (member !== undefined) parts = splitAt(parts, member)
  return parts
}

function splitAt(parts: readonly PostPart[], member: string): PostPart[] {
  const place = parts.findIndex(({ text, member: named }) => named === undefined && text.includes(member))
  const part = parts[place]
  if (!part) return [...parts]
  const at = part.text.indexOf(member)
  const split: PostPart[] = [
    { text: part.text.slice(0, at) },
    { text: member, member },
    { text: part.text.slice(at + member.length) },
  ]
  return [...parts.slice(0, place), ...split.filter(({ text }) => text !== ''), ...parts.slice(place + 1)]
}
