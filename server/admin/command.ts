import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { Logger } from '#server/telemetry/log.ts'

export interface AdminCommandInput {
  readonly db: Db
  readonly config: Config
  readonly log: Logger
  /** The argument after the command; empty without one. */
  readonly argument: string
}

export interface Command {
  /** The argument's placeholder; empty without one. */
  readonly argument: string
  /** Returns the text to print. Throws CannotStart. */
  readonly run: (input: AdminCommandInput) => Promise<string>
}

/** Runs a measure in a transaction, as the command line. */
export const applyMeasure = <T>(
  { db }: AdminCommandInput,
  run: (tx: Tx, actor: { readonly adminId: null; readonly now: Date }) => Promise<T>,
): Promise<T> => db.transaction().execute((tx) => run(tx, { adminId: null, now: new Date() }))
