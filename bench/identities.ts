/**
 * `npm run bench -- identities`: measures how long the merge of an artist and its undo take and block
 * adding listens, how long undoing an import takes, and how long all names that may be credits are
 * examined again, in the longest transaction and in all. `-- --only=merge` measures one of them;
 * `--twins` of the artist's `--tracks` have a twin by the other artist; `--listens-each 20`: of each
 * name that is examined.
 */
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { applyDecision } from '#server/listening/identities/apply-decisions.ts'
import { mergeNextPart, separateNextPart } from '#server/listening/identities/merge-parts.ts'
import type { UndoMerge } from '#server/listening/identities/merge-rows.ts'
import { undoMerge } from '#server/listening/identities/undo-merge.ts'
import { examineCreditsAgain, splitCredits } from '#server/listening/index.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { removeBatch } from '#server/music-services/imports/remove-batch.ts'
import { startDatabases } from './load/databases.ts'

const { values } = parseArgs({
  options: {
    plays: { type: 'string', default: '100000' },
    artists: { type: 'string', default: '50000' },
    tracks: { type: 'string', default: '2000' },
    twins: { type: 'string', default: '500' },
    'listens-each': { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const PLAYS = Number(values.plays)
const ARTISTS = Number(values.artists)
const LISTENERS = 20
const TRACKS = Number(values.tracks)
const TWINS = Number(values.twins)
const LISTENS_EACH = Number(values['listens-each'])
const BATCH = 2000
/** Between two listens of names that are examined: a million begin in 2011. */
const SPACING_S = 500
const now = new Date()

const databases = await startDatabases()
try {
  const benches = {
    merge: measureMerge,
    track: (db: Db) => measureMergeOfOne(db, 'track'),
    album: (db: Db) => measureMergeOfOne(db, 'album'),
    undo: measureUndo,
    credits: measureCredits,
  }
  for (const [name, run] of Object.entries(benches))
    if (values.only === undefined || values.only === name) await run(await databases.create(name))
} finally {
  await databases.stop()
}

async function addMembers(db: Db, count: number, name = 'member'): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`insert into members (name, name_key, joined_at, active_at)
    select ${name}::text || n, ${name}::text || n, ${now}, ${now} from generate_series(1, ${count}::integer) as n returning id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Adds listens of tracks of one artist, seven minutes apart. */
async function addListens(
  add: ReturnType<typeof createBatchImporter>,
  artist: string,
  { count, tracks = TRACKS, daysAgo = 1 }: { count: number; tracks?: number; daysAgo?: number },
) {
  const begin = Math.floor(now.getTime() / 1000) - count * 420 - daysAgo * 86_400
  for (let from = 0; from < count; from += BATCH)
    await add(
      'spotify-extended',
      Array.from({ length: Math.min(BATCH, count - from) }, (_, place) => ({
        artist,
        title: `Track ${(from + place) % tracks}`,
        listenedAt: begin + (from + place) * 420,
        details: { album: `Album ${(from + place) % (tracks / 10)}`, albumArtist: artist },
      })),
    )
}

async function measureMerge(db: Db): Promise<void> {
  for (const memberId of await addMembers(db, LISTENERS)) {
    const add = createBatchImporter(db, memberId)
    await addListens(add, 'Nine Roms', { count: PLAYS / LISTENERS })
    // Others, so that the two artists are a part of the table.
    await addListens(add, 'Cleo', { count: PLAYS / LISTENERS, daysAgo: 2000 })
    await addListens(add, 'Nine Rooms', { count: TWINS, tracks: TWINS, daysAgo: 4000 })
  }
  await sql.raw('vacuum analyze').execute(db)
  const id = async (name: string) =>
    (await db.selectFrom('artists').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const pair = { from: await id('Nine Roms'), into: await id('Nine Rooms') }
  const [memberId = 0] = await addMembers(db, 1, 'adding')
  const merged: { undo: UndoMerge | null } = { undo: null }
  await whileAdding(db, memberId, () =>
    measure(db, `merge of an artist with ${PLAYS} plays, ${TRACKS} tracks, ${TWINS} twins`, async (tx) => {
      const part = await mergeNextPart(tx, pair, merged.undo)
      if (part === undefined) throw new Error('The artists were not merged.')
      merged.undo = part.undo
      return !part.isLast
    }),
  )
  const { undo } = merged
  if (undo === null) throw new Error('The artists were not merged.')
  await whileAdding(db, memberId, () =>
    measure(db, 'undo of this merge', async (tx) => {
      if (await separateNextPart(tx, pair, undo)) return true
      await undoMerge(tx, 'artist', pair, undo)
      return false
    }),
  )
}

/** Merges one track, or one album of 100 tracks, into another by the same artist, and undoes it. */
async function measureMergeOfOne(db: Db, kind: 'track' | 'album'): Promise<void> {
  for (const memberId of await addMembers(db, LISTENERS)) {
    const add = createBatchImporter(db, memberId)
    const count = PLAYS / LISTENERS
    await addPlaysOf(add, kind, { count, name: 'Slow Ferri', daysAgo: 1 })
    await addPlaysOf(add, kind, { count: count / 10, name: 'Slow Ferry', daysAgo: 3000 })
    await addListens(add, 'Nine Rooms', { count, daysAgo: 4000 })
  }
  await sql.raw('vacuum analyze').execute(db)
  const table = sql.table(`${kind}s`)
  const { rows } = await sql<{ from: number; into: number }>`select own.id as from, main.id as into
    from ${table} as own, ${table} as main where own.title = 'Slow Ferri' and main.title = 'Slow Ferry'`.execute(db)
  const { from, into } = rows[0] ?? { from: 0, into: 0 }
  await sql`insert into music_decisions (action, kind, music_id, into_id)
    values ('merge', ${kind}, ${from}, ${into})`.execute(db)
  const [memberId = 0] = await addMembers(db, 1, 'adding')
  await whileAdding(db, memberId, () => measure(db, `merge of one ${kind} with ${PLAYS} plays`, applyDecision))
  await sql`update music_decisions set state = 'undoing'`.execute(db)
  await whileAdding(db, memberId, () => measure(db, 'undo of this merge', applyDecision))
}

async function addPlaysOf(
  add: ReturnType<typeof createBatchImporter>,
  kind: 'track' | 'album',
  { count, name, daysAgo }: { count: number; name: string; daysAgo: number },
) {
  const begin = Math.floor(now.getTime() / 1000) - count * 420 - daysAgo * 86_400
  for (let from = 0; from < count; from += BATCH)
    await add(
      'spotify-extended',
      Array.from({ length: Math.min(BATCH, count - from) }, (_, place) => ({
        artist: 'Nine Rooms',
        title: kind === 'track' ? name : `Track ${(from + place) % 100}`,
        listenedAt: begin + (from + place) * 420,
        details: { album: kind === 'track' ? 'Album' : name, albumArtist: 'Nine Rooms' },
      })),
    )
}

/** Adds a listen at a time during a change, and prints the longest time that one took. */
async function whileAdding(db: Db, memberId: number, change: () => Promise<void>): Promise<void> {
  const add = createBatchImporter(db, memberId)
  const changing = { isDone: false, longest: 0 }
  const adding = (async () => {
    for (let minute = 1; !changing.isDone; minute++) {
      const begin = performance.now()
      const listenedAt = Math.floor(now.getTime() / 1000) - 86_400 - minute * 420
      await add('listenbrainz', [{ artist: 'Nine Rooms', title: `Other ${minute}`, listenedAt }])
      changing.longest = Math.max(changing.longest, performance.now() - begin)
      await delay(50)
    }
  })()
  try {
    await change()
  } finally {
    changing.isDone = true
    await adding
  }
  console.log(`  the longest that adding a listen took meanwhile: ${changing.longest.toFixed(0)} ms`)
}

async function measureUndo(db: Db): Promise<void> {
  const [memberId = 0] = await addMembers(db, 1)
  const { rows } = await sql<{ id: number }>`insert into imports (member_id, file_name, status, ended_at)
    values (${memberId}, 'history.json', 'done', ${now}) returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  await addListens(createBatchImporter(db, memberId, id), 'Nine Rooms', { count: PLAYS })
  await sql.raw('vacuum analyze').execute(db)
  await sql`update imports set undo = 'running' where id = ${id}`.execute(db)
  await measure(db, `undo of an import of ${PLAYS} listens`, removeBatch)
}

/** Names with separators whose artists have no listeners, and one in ten that has. */
async function measureCredits(db: Db): Promise<void> {
  const [memberId = 0] = await addMembers(db, 1)
  const add = createBatchImporter(db, memberId)
  const listens = ARTISTS * LISTENS_EACH
  const begin = Math.floor(now.getTime() / 1000) - listens * SPACING_S - 86_400
  for (let from = 0; from < listens; from += BATCH)
    await add(
      'spotify-extended',
      Array.from({ length: Math.min(BATCH, listens - from) }, (_, place) => {
        const number = (from + place) % ARTISTS
        const artist = number % 10 === 0 ? `Artist ${number}` : `Artist ${number - (number % 10)} feat. Guest ${number}`
        return { artist, title: 'Track', listenedAt: begin + (from + place) * SPACING_S }
      }),
    )
  await sql.raw('vacuum analyze').execute(db)
  const count = await examineCreditsAgain(db)
  await measure(db, `examination of ${count} names of ${ARTISTS} artists, ${listens} listens`, (tx) =>
    splitCredits(tx, now),
  )
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
