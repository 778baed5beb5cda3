import type { Kysely } from 'kysely'

/**
 * One step of the schema. Never changed once released; numbers ascend, and a later migration may
 * fill a gap.
 */
export interface Migration {
  readonly number: number
  readonly name: string
  /**
   * Runs in the transaction shared by all steps; it sees the tables of its time, so its database is
   * untyped.
   */
  readonly up: (db: Kysely<unknown>) => Promise<void>
}
