import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { removeBatch } from '#server/music-services/imports/remove-batch.ts'
import { importFile } from '#tests/support/import-files.ts'
import { runScheduled } from '#tests/support/jobs.ts'
import { brainzListen } from '#tests/support/listen-files.ts'
import { makeMember } from '#tests/support/members.ts'
import { expectRightCounts } from '#tests/support/recount.ts'
import { splitAllCredits } from '#tests/support/split-all-credits.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { insertTracks } from '../catalogue/catalogue.ts'
import { lockListens } from '../catalogue/lock.ts'
import type { Pair } from '../catalogue/pairs.ts'
import { mergeTracks } from '../identities/merge.ts'
import { undoMerge } from '../identities/undo-merge.ts'
import { addListens } from '../listens/add-listens.ts'
import type { Source } from '../listens/sources.ts'
import { findDoubles, requestDoubleCheck } from './find-doubles.ts'

const server = await testServer()
const AT = Math.floor(server.clock.now().getTime() / 1000) - 100_000

let round = 0
let ada: TestMember
beforeEach(async () => {
  ada = await makeMember(server, `ada${++round}`)
})

interface Play {
  readonly at: number
  readonly title?: string
  readonly artist?: string
  readonly durationMs?: number
}

/** Imports plays at seconds after a fixed time, and returns the number that were added. */
const take = (source: Source, plays: readonly Play[]) =>
  createBatchImporter(server.db, ada.id)(
    source,
    plays.map(({ at, title = 'Peat', artist = 'Loam', durationMs }) => ({
      artist,
      title,
      listenedAt: AT + at,
      ...(durationMs !== undefined && { details: { durationMs } }),
    })),
  )

/** Adds plays without details as they were added before sources were compared by length. */
const takeUnmatched = (source: Source, plays: readonly Play[]) =>
  inTransaction(server.db, async (tx) => {
    const names = plays.map(({ title = 'Peat', artist = 'Loam' }) => ({ artist, title }))
    const tracks = await insertTracks(tx, names)
    await lockListens(tx, ada.id)
    const listens = plays.map(({ at }, place) => ({
      memberId: ada.id,
      trackId: tracks[place] ?? 0,
      listenedAt: (AT + at) * 1000,
    }))
    expect(await addListens(tx, listens, source, { isMatched: false })).toBe(plays.length)
  })

async function examine() {
  await requestDoubleCheck(server.db, ada.id)
  while (await inTransaction(server.db, findDoubles)) continue
}
async function readPairs() {
  const { body } = await server.get('/api/user/listening-sources', { user: ada.name }, { as: ada })
  return body.doubles
}
async function request(what: 'doubles' | 'removed_doubles', kept: Source, source: Source) {
  const query = { user: ada.name, what, kept_source: kept, source }
  expect((await server.post('/api/user/remove-listens', query, { as: ada })).status).toBe(200)
}
async function change(...[what, kept, source]: Parameters<typeof request>) {
  await request(what, kept, source)
  while (await inTransaction(server.db, removeBatch)) await expectRightCounts(server.db)
}
async function readPlays() {
  const rows = await server.db
    .selectFrom('listens')
    .select(['listened_at', 'source'])
    .where('member_id', '=', ada.id)
    .orderBy('listened_at')
    .execute()
  return rows.map((row) => [row.listened_at.getTime() / 1000 - AT, row.source])
}

const LENGTH_S = 240
const starts = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ at: place * 1000, durationMs: LENGTH_S * 1000 }))
const ends = (count: number) => starts(count).map(({ at }) => ({ at: at + LENGTH_S }))

test('finds the doubles of two sources, with their number and ten examples', async () => {
  await take('listenbrainz', starts(12))
  await takeUnmatched('maloja', [...ends(12), { at: 500 }])
  await examine()
  const [pair, ...others] = await readPairs()
  expect(others).toEqual([])
  expect(pair).toMatchObject({ kept_source: 'listenbrainz', source: 'maloja', found: 12, removed: 0, status: 'ready' })
  expect(pair.examples).toHaveLength(10)
  const iso = (at: number) => new Date((AT + at) * 1000).toISOString()
  expect(pair.examples[0]).toEqual({
    track: 'Peat',
    artist: 'Loam',
    listened_at: iso(11_000 + LENGTH_S),
    kept_at: iso(11_000),
  })
})

test('removes doubles, and brings them back with their details', async () => {
  await take('listenbrainz', starts(3))
  await takeUnmatched('maloja', ends(3))
  await take('lastfm-csv', [{ at: 9000 }])
  const before = await readPlays()
  await examine()
  await change('doubles', 'listenbrainz', 'maloja')
  expect(await readPlays()).toEqual([...starts(3).map(({ at }) => [at, 5]), [9000, 3]])
  expect(await readPairs()).toMatchObject([{ found: 0, removed: 3, status: 'ready' }])
  expect((await readPairs())[0].examples).toHaveLength(3)
  await change('removed_doubles', 'listenbrainz', 'maloja')
  expect(await readPlays()).toEqual(before)
  expect(await readPairs()).toMatchObject([{ found: 3, removed: 0, status: 'ready' }])
})

test('removed doubles do not come back by the same file', async () => {
  await take('listenbrainz', starts(3))
  await takeUnmatched('maloja', ends(3))
  await examine()
  await change('doubles', 'listenbrainz', 'maloja')
  expect(await take('maloja', ends(3))).toBe(0)
  expect(await readPlays()).toHaveLength(3)
})

test('a track played twice in a row is no double', async () => {
  await take('listenbrainz', [
    { at: 0, durationMs: LENGTH_S * 1000 },
    { at: LENGTH_S, durationMs: LENGTH_S * 1000 },
  ])
  await takeUnmatched('maloja', [{ at: LENGTH_S - 1 }, { at: 2 * LENGTH_S }, { at: 3 * LENGTH_S + 1 }])
  await examine()
  expect(await readPairs()).toMatchObject([{ found: 2 }])
  await change('doubles', 'listenbrainz', 'maloja')
  expect((await readPlays()).map(([at]) => at)).toEqual([0, LENGTH_S, 3 * LENGTH_S + 1])
})

test('of three records of a play one stays', async () => {
  await takeUnmatched('maloja', ends(4))
  await takeUnmatched(
    'koito',
    ends(4).map(({ at }) => ({ at: at + 30 })),
  )
  await takeUnmatched(
    'listenbrainz',
    ends(4).map(({ at }) => ({ at: at + 59 })),
  )
  await takeUnmatched(
    'lastfm-csv-minutes',
    ends(4).map(({ at }) => ({ at: at + 2 })),
  )
  await examine()
  expect(await readPairs()).toMatchObject([
    { kept_source: 'listenbrainz', source: 'maloja', found: 4 },
    { kept_source: 'listenbrainz', source: 'lastfm-csv-minutes', found: 4 },
    { kept_source: 'listenbrainz', source: 'koito', found: 4 },
  ])
  for (const source of ['maloja', 'koito', 'lastfm-csv-minutes'] as const)
    await change('doubles', 'listenbrainz', source)
  expect((await readPlays()).map(([, source]) => source)).toEqual([5, 5, 5, 5])
})

test('a double whose other record was deleted meanwhile is not removed', async () => {
  await take('listenbrainz', starts(3))
  await takeUnmatched('maloja', ends(3))
  await examine()
  await server.post(
    '/api/user/delete-listens',
    { user: ada.name, from: new Date(AT * 1000).toISOString(), until: new Date((AT + 1) * 1000).toISOString() },
    { as: ada },
  )
  expect(await readPairs()).toMatchObject([{ found: 2 }])
  await change('doubles', 'listenbrainz', 'maloja')
  expect((await readPlays()).map(([at]) => at)).toEqual([LENGTH_S, 1000, 2000])
})

test('undoing an import retains a listen in whose favor a double was removed', async () => {
  const file = starts(2).map(({ at }) => brainzListen('Loam', 'Peat', AT + at))
  const { id } = await importFile(server, ada, file)
  await takeUnmatched('maloja', [{ at: 59 }])
  await examine()
  await change('doubles', 'listenbrainz', 'maloja')
  await server.post('/api/user/remove-listens', { user: ada.name, what: 'import', id }, { as: ada })
  while (await inTransaction(server.db, removeBatch)) await expectRightCounts(server.db)
  expect((await readPlays()).map(([at]) => at)).toEqual([0])
})

test('removed doubles are deleted for good after 30 days', async () => {
  await take('listenbrainz', starts(1))
  await takeUnmatched('maloja', ends(1))
  await examine()
  await change('doubles', 'listenbrainz', 'maloja')
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  await runScheduled(server.db, 'delete-old-doubles', inDays(29))
  expect(await readPairs()).toHaveLength(1)
  await runScheduled(server.db, 'delete-old-doubles', inDays(31))
  expect(await readPairs()).toEqual([])
})

test('rejects unknown sources', async () => {
  const query = { user: ada.name, what: 'doubles', kept_source: 'maloja', source: 'nonsense' }
  expect((await server.post('/api/user/remove-listens', query, { as: ada })).status).toBe(400)
})

/** Merges a track by Loam into another one. Returns a function that undoes it. */
async function mergeTitles(from: string, into: string) {
  const [pair, undo] = await inTransaction(server.db, async (tx) => {
    const ids = await insertTracks(
      tx,
      [from, into].map((title) => ({ artist: 'Loam', title })),
    )
    const pair: Pair = { from: ids[0] ?? 0, into: ids[1] ?? 0 }
    return [pair, await mergeTracks(tx, pair)] as const
  })
  if (undo === undefined) throw new Error('The tracks were not merged.')
  return async () => {
    expect(await inTransaction(server.db, (tx) => undoMerge(tx, 'track', pair, undo))).toBe(true)
    await expectRightCounts(server.db)
  }
}
async function readTitles() {
  const rows = await server.db
    .selectFrom('listens')
    .innerJoin('tracks', 'tracks.id', 'track_id')
    .select(['title', 'source', 'listened_at'])
    .where('member_id', '=', ada.id)
    .orderBy('listened_at')
    .execute()
  return rows.map((row) => [row.title, row.source, row.listened_at.getTime() / 1000 - AT])
}

/** Plays of a title that no other test merges, by two sources. */
async function takeMergeable() {
  const title = `Bog ${round}`
  const named = (plays: readonly Play[]) => plays.map((play) => ({ ...play, title }))
  await take('listenbrainz', [...named(starts(2)), { at: 50_000, title: `Fen ${round}` }])
  await takeUnmatched('maloja', named(ends(2)))
  const before = await readTitles()
  await examine()
  return { before, merge: () => mergeTitles(title, `Fen ${round}`) }
}

test('doubles of a merged track are not listed once their listens are deleted', async () => {
  const { merge } = await takeMergeable()
  await merge()
  const deleteAt = (at: number) =>
    server.post(
      '/api/user/delete-listens',
      {
        user: ada.name,
        from: new Date((AT + at) * 1000).toISOString(),
        until: new Date((AT + at + 1) * 1000).toISOString(),
      },
      { as: ada },
    )
  await deleteAt(0)
  expect(await readPairs()).toMatchObject([{ found: 1 }])
  await deleteAt(1000 + LENGTH_S)
  expect(await readPairs()).toEqual([])
})

test('doubles removed while their track is merged return to it once it is separated', async () => {
  const { before, merge } = await takeMergeable()
  const separate = await merge()
  await change('doubles', 'listenbrainz', 'maloja')
  expect(await readPairs()).toMatchObject([{ found: 0, removed: 2 }])
  await separate()
  await change('removed_doubles', 'listenbrainz', 'maloja')
  expect(await readTitles()).toEqual(before)
})

test('doubles brought back while their track is merged are separated with it', async () => {
  const { before, merge } = await takeMergeable()
  await change('doubles', 'listenbrainz', 'maloja')
  const separate = await merge()
  await change('removed_doubles', 'listenbrainz', 'maloja')
  expect(await readPairs()).toMatchObject([{ found: 2, removed: 0 }])
  await separate()
  expect(await readTitles()).toEqual(before)
})

test('a double is not listed as brought back if another record of the merged track has its second', async () => {
  const { merge } = await takeMergeable()
  await change('doubles', 'listenbrainz', 'maloja')
  await take('lastfm-csv', [{ at: LENGTH_S, title: `Fen ${round}` }])
  await merge()
  await change('removed_doubles', 'listenbrainz', 'maloja')
  expect(await readPairs()).toMatchObject([{ found: 1, removed: 0 }])
})

// The last one: credits are not counted by `expectRightCounts`.
test('the same title by a credit and by one of its artists is a double', async () => {
  await take(
    'spotify-extended',
    starts(2).map((play) => ({ ...play, artist: 'Loam' })),
  )
  await takeUnmatched(
    'maloja',
    ends(2).map((play) => ({ ...play, artist: 'Loam feat. Silt' })),
  )
  await take('maloja', [{ at: 90_000, artist: 'Silt', title: 'Other' }])
  await splitAllCredits(server)
  await examine()
  expect(await readPairs()).toMatchObject([{ kept_source: 'spotify-extended', source: 'maloja', found: 2 }])
  await request('doubles', 'spotify-extended', 'maloja')
  while (await inTransaction(server.db, removeBatch)) continue
  expect((await readPlays()).map(([at]) => at)).toEqual([0, 1000, 90_000])
})
