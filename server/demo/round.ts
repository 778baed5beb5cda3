import type { Db } from '#server/db/open.ts'
import type { Liking } from './taste.ts'

/** The input for one demo activity round. */
export interface Life {
  readonly db: Db
  readonly now: Date
  readonly seed: number
  readonly seededAt: Date
  readonly members: readonly { readonly id: number; readonly number: number }[]
  /** The track ids by index. */
  readonly trackIds: readonly number[]
  readonly getTaste: (number: number) => readonly Liking[]
}
