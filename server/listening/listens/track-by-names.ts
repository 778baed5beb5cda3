import { readTrackAddress } from '#contract/listening/track-services.ts'
import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findTrack, insertTracks, type Track, type TrackName } from '../catalogue/catalogue.ts'
import { toTrackName } from '../catalogue/track-name.ts'
import { storeTrackLinks } from '../links/track-links.ts'

const REASONS = {
  unnamed: 'A track needs an artist and a title.',
  too_long: 'The artist or the title is too long.',
} as const

/**
 * Returns the track with these names, which is added if it is not known, and links it to the
 * address of a shared link, if there is one. Throws a Refusal.
 */
export async function addTrackByNames(tx: Tx, sent: TrackName, link = ''): Promise<Track> {
  const names = toTrackName(sent)
  if (typeof names === 'string') throw new Refusal(400, REASONS[names])
  const [id = 0] = await insertTracks(tx, [names])
  const track = await findTrack(tx, id)
  if (track === undefined) throw new Error(`track ${id} was inserted and is missing`)
  const address = readTrackAddress(link)
  if (address !== undefined) await storeTrackLinks(tx, [{ trackId: track.id, ...address }], 'shared')
  return track
}
