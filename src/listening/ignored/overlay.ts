import type { ResponseOf } from '#contract/endpoint.ts'
import type { getIgnoredArtists, IgnoredArtist } from '#contract/listening/ignored-artists.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { setIgnored } from './actions.ts'

export const ignoredReads = [setIgnored] as const

/** Returns the ignored artists with pending changes; null from a host without the list. */
export function overlayIgnored(
  response: ResponseOf<typeof getIgnoredArtists> | null,
  pending: PendingOf<typeof ignoredReads>,
): readonly IgnoredArtist[] | null {
  if (response === null) return null
  const artists = new Map(response.artists.map((artist) => [artist.id, artist]))
  for (const { id, artist: name, isIgnored, entry } of pending.of(setIgnored)) {
    if (!isIgnored) artists.delete(id)
    else if (!artists.has(id)) artists.set(id, { id, name, ignored_at: new Date(entry.createdAt).toISOString() })
  }
  const order = ({ id, name }: IgnoredArtist) => `${name.toLowerCase()} ${id}`
  return [...artists.values()].toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
}
