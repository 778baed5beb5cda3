import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** An export file: JSON lines, read in pages, so that it is never in memory as a whole. */
export interface Section {
  readonly path: string
  /** A description for README.txt. */
  readonly about: string
  readonly lines: (db: Db) => AsyncGenerator<string>
}

const PAGE = 1000

type Line = Readonly<Record<string, unknown>>

/**
 * Returns a section from a query: `key` is unique and increases, `line` is a line's object, which
 * `toLine` may change.
 */
export function section(
  path: string,
  about: string,
  rows: RawBuilder<{ key: number; line: unknown }>,
  toLine?: (line: Line) => Line,
): Section {
  const format = (line: string) => (toLine === undefined ? line : JSON.stringify(toLine(JSON.parse(line) as Line)))
  return {
    path,
    about,
    async *lines(db) {
      for (let after = 0; ; ) {
        const page = await sql<{ key: number; line: string }>`
          select key, line::text as line from (${rows}) as lines where key > ${after}
            order by key limit ${PAGE}`.execute(db)
        if (page.rows.length > 0) yield page.rows.map(({ line }) => `${format(line)}\n`).join('')
        if (page.rows.length < PAGE) return
        after = page.rows.at(-1)?.key ?? after
      }
    },
  }
}

/**
 * Returns the SQL for a time as the JSON files write it, regardless of the connection's time zone.
 */
export const selectTime = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns the SQL for a member's name by the id in a column. */
export const selectName = (column: string): RawBuilder<string> =>
  sql<string>`(select named.name from members as named where named.id = ${sql.ref(column)})`

/** Returns the SQL for a track as an object with its title and artist. */
export const selectTrack = (column: string): RawBuilder<unknown> =>
  sql`(select json_build_object('title', tracks.title, 'artist_name', artists.name)
    from tracks join artists on artists.id = tracks.artist_id where tracks.id = ${sql.ref(column)})`
