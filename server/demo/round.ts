import type { Db } from '#server/db/open.ts'
import type { Liking } from './taste.ts'

export interface Life {
  readonly db: Db
  readonly now: Date
  readonly seed: number
  readonly seededAt: Date
  readonly members: readonly { readonly id: number; readonly number: number }[]
  readonly trackIds: readonly number[]
  readonly getTaste: (number: number) => readonly Liking[]
}
