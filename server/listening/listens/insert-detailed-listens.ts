import type { Tx } from '#server/db/open.ts'
import { hashDetails, type ListenDetails } from './listen-details.ts'
import { insertListens, lockListens } from './listens.ts'
import { findDetails, withDetails } from './store-details.ts'

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
  const found = await findDetails(
    tx,
    listens.map(({ artist, details }) => ({ memberId, artist, details })),
  )
  await lockListens(tx, memberId)
  const detailed = listens.map(({ artist, details, ...listen }) => ({
    ...listen,
    memberId,
    details: found.get(hashDetails(artist, details)),
  }))
  return insertListens(tx, memberId, await withDetails(tx, detailed))
}
