import { createHash } from 'node:crypto'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { CopiedTable } from './tables.ts'

/** What was copied from a table: its rows in PostgreSQL's text format, one line per row. */
export interface Copied {
  readonly rows: number
  readonly bytes: number
  /** The SHA-256 hash over these bytes, in hexadecimal. */
  readonly sha256: string
}

/** A stream that passes bytes on and measures them. */
interface Meter extends Transform {
  /** Returns the measures for all bytes so far. Call it once, after the end. */
  finish(): Copied
}

const NEWLINE = 0x0a

// A value's text must depend neither on the server's settings nor on the role's. A transaction that
// copies for hours is not idle.
const SETTLE = `
select set_config(name, value, true) from (values
  ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('bytea_output', 'hex'),
  ('extra_float_digits', '1'), ('xmloption', 'content'),
  ('statement_timeout', '0'), ('lock_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
  ('transaction_timeout', '0')) as wanted (name, value)
where exists (select from pg_settings where pg_settings.name = wanted.name)`

/** Sets the formats and time limits for copies until the transaction ends. */
export async function settleTransaction(client: pg.Client): Promise<void> {
  await client.query(SETTLE)
}

/** Returns a table's rows in primary key order. */
export function copyOut(client: pg.Client, { columns, order, source }: CopiedTable): Readable {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  return client.query(copyTo(`copy (select ${list} from ${source} as copied order by ${order}) to stdout`))
}

/** Returns a stream that inserts rows into a table. It finishes when they are inserted. */
export function copyIn(client: pg.Client, { name, columns }: CopiedTable): Writable {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  return client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`))
}

/** Returns a stream that counts and hashes rows: the text format escapes newlines inside values. */
export function createMeter(): Meter {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) rows++
      done(null, chunk)
    },
  })
  return Object.assign(stream, { finish: () => ({ rows, bytes, sha256: hash.digest('hex') }) })
}

/** Measures a stream's bytes without storing them. */
export async function measure(source: Readable): Promise<Copied> {
  const meter = createMeter()
  await pipeline(source, meter, async (chunks) => {
    for await (const _ of chunks) {
      // The meter has measured it.
    }
  })
  return meter.finish()
}

/** Returns whether two copies have the same rows. */
export const isEqual = (one: Copied, other: Copied): boolean =>
  one.rows === other.rows && one.bytes === other.bytes && one.sha256 === other.sha256
