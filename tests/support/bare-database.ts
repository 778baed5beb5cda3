import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { type Db, openDatabaseWithProbe } from '#server/db/open.ts'
import { createClock } from './clock.ts'
import { migratedDatabase } from './database.ts'

/** A member without a session. */
export interface BareMember {
  readonly id: number
  readonly name: string
}

/**
 * Opens a test file's own database without the app, for rules in SQL: the app's modules take most of a
 * short test's time. Call it at the top of the file.
 */
export async function bareDatabase() {
  const { db } = await openDatabaseWithProbe(await migratedDatabase(), { poolSize: 2, onIdleError: () => {} })
  afterAll(() => db.destroy())
  return { db, clock: createClock() }
}

/** Inserts members, one after another. */
export async function insertMembers(
  db: Db,
  now: Date,
  names: readonly string[],
): Promise<ReadonlyMap<string, BareMember>> {
  const unset = { email: '', password_hash: null, listens_since: null, picture_url: null }
  const times = { joined_at: now, last_login_at: now, active_at: now }
  const account = { music_account_kind: null, music_account_name: null }
  const rows = await db
    .insertInto('members')
    .values(
      names.map((name) => ({
        name,
        name_key: name.toLowerCase(),
        first_name: name,
        last_name: name,
        ...unset,
        ...times,
        ...account,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map((row) => [row.name, row]))
}

/** Returns System's id. */
export const findSystem = async (db: Db): Promise<number> =>
  (await db.selectFrom('members').select('id').where('is_system', '=', true).executeTakeFirstOrThrow()).id

/** Inserts a track, unless there is one with its names, and returns its id. */
export async function insertTrack(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`with artist as (
      insert into artists (name, name_key) values ('Sol Ferro', 'sol ferro')
      on conflict (name_key) do update set name = excluded.name returning id)
    insert into tracks (artist_id, title, title_key) select id, 'Rain', 'rain' from artist
    on conflict (artist_id, title_key) do update set title = excluded.title returning id`.execute(db)
  return rows[0]?.id ?? 0
}
