import type { Db } from '#server/db/open.ts'
import type { Liking } from './taste.ts'

/** The input of one round of demo activity. */
export interface Life {
  readonly db: Db
  readonly now: Date
  readonly seed: number
  readonly seededAt: Date
  readonly members: readonly { readonly id: number; readonly number: number }[]
  /** The ids of tracks by their index. */
  readonly trackIds: readonly number[]
  readonly getTaste: (number: number) => readonly Liking[]
}
