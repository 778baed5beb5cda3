import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { createBoss } from './boss.ts'
import { buildIndexesQueue } from './build-indexes.ts'
import { startQueue } from './start-queue.ts'

/** Longer than on a loaded machine. */
const SOON = { timeout: 60_000 }

const INDEXES = ['albums_by_words', 'artists_by_words', 'tracks_by_words']

/** Lists the late indexes, and whether each is valid. */
async function listIndexes({ db }: TestServer): Promise<Readonly<Record<string, boolean>>> {
  const { rows } = await sql<{ name: string; valid: boolean }>`select relname as name, indisvalid as valid
    from pg_index join pg_class on oid = indexrelid where relname like '%\_by_words' and relname <> 'broadcasts_by_words'
    order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]))
}

/** Opens further connections to the database of a server. */
async function connect(server: TestServer) {
  const db = await openDatabase(server.address, { poolSize: 8, onIdleError: () => {} })
  onTestFinished(() => db.destroy().catch(() => {}))
  return db
}

async function startBuilding(server: TestServer) {
  const db = await connect(server)
  const started = await startQueue(createBoss(db), { ...server.services, db }, [buildIndexesQueue])
  onTestFinished(() => started.stop())
  return started
}

test('a build that was interrupted is done again after the next start, while members write', async () => {
  const server = await testServer()
  expect(await listIndexes(server)).toEqual({})
  // A transaction that has written to the table: the build waits for its end.
  const writer = await (await connect(server)).startTransaction().execute()
  await sql`insert into tracks (artist_id, title, title_key)
    select id, 'Dusk', 'dusk' from artists limit 0`.execute(writer)
  const builder = await connect(server)
  const broken = sql`create index concurrently tracks_by_words on tracks using gin (search_words(title_key))`
    .execute(builder)
    .catch(() => 'interrupted')
  await expect.poll(() => listIndexes(server), SOON).toEqual({ tracks_by_words: false })

  const building = await startBuilding(server)
  await building.look()
  // The one that another session builds is left to it.
  await expect.poll(() => listIndexes(server), SOON).toMatchObject({ albums_by_words: true, artists_by_words: true })
  expect(await listIndexes(server)).toMatchObject({ tracks_by_words: false })
  await sql`insert into artists (name, name_key) values ('Nine Rooms', 'nine rooms')`.execute(server.db)

  await sql`select pg_terminate_backend(pid) from pg_stat_progress_create_index`.execute(server.db)
  expect(await broken).toBe('interrupted')
  await writer.commit().execute()
  await building.look()
  await expect.poll(() => listIndexes(server), SOON).toEqual(Object.fromEntries(INDEXES.map((name) => [name, true])))
})
