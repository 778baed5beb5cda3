import { CompiledQuery, type Kysely } from 'kysely'
import pg from 'pg'
import type { KeptStatement } from './kept-statement.ts'
import type { Database } from './schema.ts'

/** A row as PostgreSQL writes it, column by column. */
export type TextRow = readonly (string | null)[]

/** Instead of a statement: the parameters are the statements of a flight. */
const FLIGHT = '/* flight */'

interface Prepared {
  readonly name: string
  readonly text: string
  readonly values: readonly string[]
}

/**
 * Runs statements in a transaction of their own and answers the rows of each. All go to the database at once and their answers come
 * back at once, after the commit: whoever asks waits for the way there and back a single time, however busy the machine is. So none can
 * be given what another one answers. Each sees what was committed before it began. When one fails none has happened, and this throws.
 */
export async function inOneFlight(
  db: Kysely<Database>,
  statements: readonly KeptStatement[],
): Promise<readonly (readonly TextRow[])[]> {
  const prepared = statements.map((it): Prepared => ({ name: it.name, text: it.text(db), values: it.values(db) }))
  const { rows } = await db.executeQuery<readonly TextRow[]>(CompiledQuery.raw(FLIGHT, prepared))
  return rows
}

/** A connection that knows flights. */
export class FlyingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Whoever asks is told; without anybody who listens, a connection that breaks meanwhile would be the end of the process.
    this.on('error', () => {})
  }

  // As loose as what it stands for: pg declares some ten ways to call it, of which Kysely uses the one with text and values.
  override query(...args: readonly unknown[]): never {
    const query = (super.query as (...args: readonly unknown[]) => unknown).bind(this)
    const [text, values] = args
    if (text !== FLIGHT) return query(...args) as never
    // What `inOneFlight` hands over, through Kysely.
    const statements = values as readonly Prepared[]
    return new Promise((resolve, reject) => query(new Flight(statements, resolve, reject))) as never
  }
}

/** As far as a flight needs it; pg's own types leave out what has a default. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  close(message: { type: 'S'; name: string }): void
  bind(message: { statement: string; values: readonly string[] }): void
  execute(message: object): void
  sync(): void
}

/** Names of the statements that a connection keeps. */
const keptBy = new WeakMap<Connection, Set<string>>()

type Resolve = (result: { readonly rows: readonly (readonly TextRow[])[] }) => void

/**
 * Statements with one Sync behind them, as libpq's pipelines have: PostgreSQL takes them as one transaction, commits it at the Sync
 * and leaves out the rest when one fails. The methods are those that pg calls.
 */
class Flight {
  readonly #statements: readonly Prepared[]
  readonly #resolve: Resolve
  readonly #reject: (error: unknown) => void
  readonly #answers: TextRow[][] = []
  #rows: TextRow[] = []

  constructor(statements: readonly Prepared[], resolve: Resolve, reject: (error: unknown) => void) {
    this.#statements = statements
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Connection): void {
    const kept = keptBy.get(connection) ?? new Set()
    keptBy.set(connection, kept)
    connection.stream.cork()
    for (const { name, text, values } of this.#statements) {
      if (!kept.has(name)) {
        // After a failure nobody knows whether it is there; to close what is not is no error.
        connection.close({ type: 'S', name })
        connection.parse({ name, text })
        kept.add(name)
      }
      connection.bind({ statement: name, values })
      connection.execute({})
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleDataRow({ fields }: { readonly fields: TextRow }): void {
    this.#rows.push(fields)
  }

  handleCommandComplete(): void {
    this.#answers.push(this.#rows)
    this.#rows = []
  }

  handleReadyForQuery(): void {
    this.#resolve({ rows: this.#answers })
  }

  handleError(error: unknown, connection: Connection): void {
    keptBy.delete(connection)
    this.#reject(error)
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }
}
