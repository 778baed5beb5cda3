import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import type { Services } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findMainTrack, findTrack, type Track } from '#server/listening/catalogue/catalogue.ts'
import { addListens } from '#server/listening/listens/add-listens.ts'
import { correctListens, dropChanged } from '#server/listening/listens/corrections.ts'
import type { ListenDetails } from '#server/listening/listens/listen-details.ts'
import { lockMember } from '#server/listening/listens/listens.ts'
import { matchListens } from '#server/listening/listens/match-listens.ts'
import { findDetails, withFound } from '#server/listening/listens/store-details.ts'
import { isTrackOpenTo } from '#server/listening/music/store.ts'
import { queueRelayedListens } from '../relays/queue-listens.ts'

/** The player named in listens from the page. */
const PLAYER = 'Flipside'

/** Returns the details of a play on the page, besides artist, title and time. */
export const toPlayDetails = (durationMs: number | undefined): ListenDetails => ({
  ...(durationMs !== undefined && { durationMs }),
  player: PLAYER,
})

/**
 * Returns a track that a member may play here: in the own library, or one that the member may name
 * to others. Throws a Refusal 404.
 */
export async function getPlayedTrack(db: Db, memberId: number, trackId: number): Promise<Track> {
  const id = await findMainTrack(db, trackId)
  const { rows } = await sql`select from library_songs where member_id = ${memberId} and track_id = ${id}`.execute(db)
  const track = rows.length > 0 || (await isTrackOpenTo(db, id, memberId)) ? await findTrack(db, id) : undefined
  if (track === undefined) throw new Refusal(404, 'There is no such track.')
  return track
}

interface Play {
  readonly track: Track
  readonly listenedAt: Date
  readonly durationMs: number | undefined
}

/**
 * Adds a play on the page to a member's listens, and queues it for the relays. Does nothing if
 * another source has the same play, such as a library that scrobbles itself.
 */
export async function storePlay(
  tx: Tx,
  config: Services['config'],
  memberId: number,
  { track, listenedAt, durationMs }: Play,
  now: Date,
): Promise<void> {
  const { id: trackId, artist, title } = track
  const details = toPlayDetails(durationMs)
  const play = {
    memberId,
    trackId,
    artist,
    title,
    listenedAt,
    details,
    ...(durationMs !== undefined && { lengthMs: durationMs }),
  }
  const corrected = await correctListens(tx, [play])
  const found = await findDetails(tx, corrected.listens)
  await lockMember(tx, memberId)
  const listens = await dropChanged(tx, corrected, 'library')
  const known = await matchListens(tx, listens, 'library')
  const unknown = listens.filter((_, place) => known[place] === null)
  await queueRelayedListens(tx, config, unknown, now)
  await addListens(tx, await withFound(tx, found, listens), 'library')
}
