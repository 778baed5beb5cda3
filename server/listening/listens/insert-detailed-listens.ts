import type { Tx } from '#server/db/open.ts'
import { lockListens } from '../catalogue/lock.ts'
import type { ListenDetails } from './listen-details.ts'
import { insertListens } from './listens.ts'
import { findDetails, withFound } from './store-details.ts'

export interface AlbumListen {
  readonly trackId: number
  /** When the track started: a date, or milliseconds since 1970. */
  readonly listenedAt: Date | number
  readonly artist: string
  readonly details: ListenDetails
}

/** Adds a member's listens with their details, as `insertListens` does. */
export async function insertDetailedListens(
  tx: Tx,
  memberId: number,
  listens: readonly AlbumListen[],
): Promise<number> {
  const owned = listens.map((listen) => ({ ...listen, memberId }))
  const found = await findDetails(tx, owned)
  await lockListens(tx, memberId)
  return insertListens(tx, memberId, await withFound(tx, found, owned))
}
