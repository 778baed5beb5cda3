import type { Kysely } from 'kysely'

/** One step of the schema. Never changed once released; numbers rise, and one that came late may fill a gap. */
export interface Migration {
  readonly number: number
  readonly name: string
  /** Runs in the one transaction of all steps; it sees the tables as they were then, so its database has no type. */
  readonly up: (db: Kysely<unknown>) => Promise<void>
}
