import { createHash } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { createPlanMode, type PlanMode } from './generic-plans.ts'
import { markDatabaseError } from './outage.ts'
import { watchReplication } from './replication.ts'
import { getSqlState } from './sql-state.ts'
import { cancelAfterLimit } from './statement-limit.ts'

const MARK = '/* prepared */ '
/** A bound on plans per connection, in case a marked statement has texts without number. */
const NAMES_MAX = 200

/**
 * Marks a frequent statement, so that each connection parses and plans it once. Its text must not
 * depend on input: values are parameters, lists are arrays. Its plan must suit all values.
 */
export const markPrepared = <T>(statement: RawBuilder<T>): RawBuilder<T> => sql<T>`${sql.raw(MARK)}${statement}`

/**
 * The SQLSTATEs when a pooler gives a transaction another connection than the one that prepared.
 */
const LOST: ReadonlySet<string | undefined> = new Set(['26000', '42P05'])
/** The SQLSTATE when a migration has changed a prepared statement's columns. */
const OUTDATED = '0A000'

/** Returns whether a statement failed only because it was prepared: unnamed, it succeeds. */
export function isLostStatement(error: unknown): boolean {
  const code = getSqlState(error)
  return LOST.has(code) || (code === OUTDATED && error instanceof Error && error.message.includes('cached plan'))
}

interface PoolEvents {
  readonly takeClient: () => Promise<pg.PoolClient>
  /** Called once if prepared statements are not supported. */
  readonly onUnsupported: () => void
  /** Receives every statement's text, without its values, and its duration in ms. */
  readonly onQuery: (text: string, ms: number) => void
}

/**
 * Returns a pool for Kysely over `pool` that runs statements marked by {@link markPrepared} as
 * named ones. Behind a pooler that does not support them (PgBouncer before 1.21 in transaction
 * mode), it calls `onUnsupported` once and runs all statements unnamed from then on.
 */
export function createPreparingPool(pool: pg.Pool, { takeClient, onUnsupported, onQuery }: PoolEvents): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  let isSupported = true

  async function queryPrepared(client: pg.PoolClient, plans: PlanMode, text: string, values: unknown[]) {
    const name = isSupported ? findName(names, text) : undefined
    if (name === undefined) return queryUnnamed(client, plans, text, values)
    await plans.useGeneric()
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!isLostStatement(error)) throw error
      if (LOST.has(getSqlState(error)) && isSupported) {
        isSupported = false
        onUnsupported()
      }
      // Inside a transaction the error has aborted it; `inTransaction` repeats the whole.
      if (client.getTransactionStatus() !== 'I') throw error
      return queryUnnamed(client, plans, text, values)
    }
  }

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const known = clients.get(client)
    if (known !== undefined) return known
    const takeUnreplicated = watchReplication(client)
    const plans = createPlanMode(client)
    let isCancelled = false
    const query = async (text: string, values: readonly unknown[]) => {
      const startedAt = performance.now()
      const endLimit = cancelAfterLimit(client, () => {
        isCancelled = true
      })
      try {
        const result = await (text.startsWith(MARK)
          ? queryPrepared(client, plans, text, [...values])
          : queryUnnamed(client, plans, text, [...values]))
        const unreplicated = takeUnreplicated()
        if (unreplicated !== undefined) throw unreplicated
        return mergeResults(result)
      } catch (error) {
        throw markDatabaseError(error)
      } finally {
        endLimit()
        onQuery(text, performance.now() - startedAt)
      }
    }
    // Kysely's type of `query` has a form for cursors too, which it uses only with a cursor class.
    const wrapped: PostgresPoolClient = {
      query: query as unknown as PostgresPoolClient['query'],
      // A cancellation that arrives late must not end the next caller's statement.
      release: (isBroken?: boolean) => client.release(isBroken === true || isCancelled),
    }
    clients.set(client, wrapped)
    return wrapped
  }

  const connect = async () => {
    try {
      return wrap(await takeClient())
    } catch (error) {
      throw markDatabaseError(error)
    }
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

async function queryUnnamed(client: pg.PoolClient, plans: PlanMode, text: string, values: unknown[]) {
  // Without values there is no plan to choose.
  if (values.length === 0) return client.query(plans.toBegin(text))
  await plans.useCustom()
  return client.query(text, values)
}

/**
 * Merges the results for a text with several statements into one with all rows. Its command is not
 * the last one's: Kysely drops the rows in a COMMIT result.
 */
function mergeResults(result: pg.QueryResult | readonly pg.QueryResult[]): pg.QueryResult {
  if (!Array.isArray(result)) return result as pg.QueryResult
  const results = result as readonly pg.QueryResult[]
  const [last] = results.slice(-1)
  if (last === undefined) throw new Error('The driver has returned no result.')
  return { ...last, command: 'SELECT', rows: results.flatMap(({ rows }) => rows) }
}

/** Returns a statement's name, or undefined if there are too many. The same in all processes. */
function findName(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= NAMES_MAX) return known
  const name = `flipside_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  names.set(text, name)
  return name
}
