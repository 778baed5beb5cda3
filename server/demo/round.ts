import type { Db } from '#server/db/open.ts'
import type { Liking } from './taste.ts'

/** A moment in the life of the community: who lives, and what chance decides by. */
export interface Life {
  readonly db: Db
  readonly now: Date
  readonly seed: number
  readonly seededAt: Date
  readonly members: readonly { readonly id: number; readonly number: number }[]
  /** Ids of tracks by their index. */
  readonly trackIds: readonly number[]
  readonly tasteOf: (number: number) => readonly Liking[]
}
