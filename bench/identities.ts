/**
 * `npm run bench -- identities`: measures how long the merge of an artist and its undo block adding
 * listens, how long undoing an import takes, and how long all names that may be credits are examined
 * again, in the longest transaction and in all.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { mergeArtists } from '#server/listening/identities/join.ts'
import { undoMerge } from '#server/listening/identities/undo-merge.ts'
import { examineCreditsAgain, splitCredits } from '#server/listening/index.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { removeBatch } from '#server/music-services/imports/remove-batch.ts'
import { startDatabases } from './load/databases.ts'

const { values } = parseArgs({
  options: {
    plays: { type: 'string', default: '100000' },
    artists: { type: 'string', default: '50000' },
  },
})
const PLAYS = Number(values.plays)
const ARTISTS = Number(values.artists)
const LISTENERS = 20
const TRACKS = 500
const BATCH = 2000
const now = new Date()

const databases = await startDatabases()
try {
  await measureMerge(await databases.create('merge'))
  await measureUndo(await databases.create('undo'))
  await measureCredits(await databases.create('credits'))
} finally {
  await databases.stop()
}

async function addMembers(db: Db, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`insert into members (name, name_key, joined_at, active_at)
    select 'member' || n, 'member' || n, ${now}, ${now} from generate_series(1, ${count}::integer) as n returning id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Adds listens of tracks of one artist, seven minutes apart. */
async function addListens(add: ReturnType<typeof createBatchImporter>, artist: string, count: number) {
  const begin = Math.floor(now.getTime() / 1000) - count * 420 - 86_400
  for (let from = 0; from < count; from += BATCH)
    await add(
      'spotify-extended',
      Array.from({ length: Math.min(BATCH, count - from) }, (_, place) => ({
        artist,
        title: `Track ${(from + place) % TRACKS}`,
        listenedAt: begin + (from + place) * 420,
        details: { album: `Album ${(from + place) % (TRACKS / 10)}`, albumArtist: artist },
      })),
    )
}

async function measureMerge(db: Db): Promise<void> {
  for (const memberId of await addMembers(db, LISTENERS)) {
    await addListens(createBatchImporter(db, memberId), 'Nine Roms', PLAYS / LISTENERS)
    await addListens(createBatchImporter(db, memberId), 'Nine Rooms', 100)
  }
  await sql.raw('vacuum analyze').execute(db)
  const id = async (name: string) =>
    (await db.selectFrom('artists').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const pair = { from: await id('Nine Roms'), into: await id('Nine Rooms') }
  let undo: Awaited<ReturnType<typeof mergeArtists>>
  await measure(db, `merge of an artist with ${PLAYS} plays`, async (tx) => {
    undo = await mergeArtists(tx, pair)
  })
  if (undo === undefined) throw new Error('The artists were not merged.')
  const described = undo
  await measure(db, 'undo of this merge', async (tx) => {
    await undoMerge(tx, 'artist', pair, described)
  })
}

async function measureUndo(db: Db): Promise<void> {
  const [memberId = 0] = await addMembers(db, 1)
  const { rows } = await sql<{ id: number }>`insert into imports (member_id, file_name, status, ended_at)
    values (${memberId}, 'history.json', 'done', ${now}) returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  await addListens(createBatchImporter(db, memberId, id), 'Nine Rooms', PLAYS)
  await sql.raw('vacuum analyze').execute(db)
  await sql`update imports set undo = 'running' where id = ${id}`.execute(db)
  await measure(db, `undo of an import of ${PLAYS} listens`, removeBatch)
}

/** Names with separators whose artists have no listeners, and one in ten that has. */
async function measureCredits(db: Db): Promise<void> {
  const [memberId = 0] = await addMembers(db, 1)
  const add = createBatchImporter(db, memberId)
  const begin = Math.floor(now.getTime() / 1000) - ARTISTS * 840 - 86_400
  for (let from = 0; from < ARTISTS; from += BATCH)
    await add(
      'spotify-extended',
      Array.from({ length: Math.min(BATCH, ARTISTS - from) }, (_, place) => {
        const number = from + place
        const artist = number % 10 === 0 ? `Artist ${number}` : `Artist ${number - (number % 10)} feat. Guest ${number}`
        return { artist, title: 'Track', listenedAt: begin + number * 840 }
      }),
    )
  await sql.raw('vacuum analyze').execute(db)
  const count = await examineCreditsAgain(db)
  await measure(db, `examination of ${count} names of ${ARTISTS} artists`, (tx) => splitCredits(tx, now))
}

/** Prints how long a change takes, in all transactions and in the longest. */
async function measure(db: Db, what: string, change: (tx: Tx) => Promise<unknown>): Promise<void> {
  let [total, longest, transactions] = [0, 0, 0]
  for (let isMore = true; isMore; ) {
    const begin = performance.now()
    isMore = (await db.transaction().execute(change)) === true
    const ms = performance.now() - begin
    total += ms
    longest = Math.max(longest, ms)
    transactions++
  }
  const [load = 0] = loadavg()
  console.log(
    `${what}: ${(total / 1000).toFixed(1)} s in ${transactions} transactions of at most ${longest.toFixed(0)} ms (load ${load.toFixed(1)})`,
  )
}
