import { beforeEach, describe, expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { expectRightCounts } from '#tests/support/recount.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import type { Source } from './sources.ts'

const server = await testServer()
const AT = Math.floor(server.clock.now().getTime() / 1000) - 100_000

let round = 0
let ada: TestMember
beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
})

interface Play {
  readonly at: number
  readonly title?: string
  readonly durationMs?: number
  readonly playedMs?: number
}

/** Imports plays at seconds after a fixed time, and returns the number that were added. */
const take = (source: Source, plays: readonly Play[], addBatch = createBatchImporter(server.db, ada.id)) =>
  addBatch(
    source,
    plays.map(({ at, title = 'Peat', durationMs, playedMs }) => ({
      artist: 'Loam',
      title,
      listenedAt: AT + at,
      ...(durationMs !== undefined && { details: { durationMs } }),
      ...(playedMs !== undefined && { playedMs }),
    })),
  )

const LENGTH_S = 240
const starts = Array.from({ length: 5 }, (_, place) => ({ at: place * 1000, playedMs: LENGTH_S * 1000 }))
const ends = starts.map(({ at }) => ({ at: at + LENGTH_S, durationMs: LENGTH_S * 1000 }))
const row = (length: number, step: number, more: object = {}) =>
  Array.from({ length }, (_, place) => ({ at: place * step, ...more }))

describe('two records of a play from different sources are one', () => {
  test.each([
    ['its start, then its end', 'spotify-extended', starts, 'listenbrainz', ends],
    ['its end, then its start', 'listenbrainz', ends, 'spotify-extended', starts],
    ['its start with a length, then its end', 'listenbrainz', starts, 'koito', ends],
    ['its end without a length, then its start', 'maloja', ends.map(({ at }) => ({ at })), 'spotify-extended', starts],
    ['its end with a length, then its start without', 'koito', ends, 'lastfm-csv', starts.map(({ at }) => ({ at }))],
  ] as const)('%s', async (_, first, plays, second, others) => {
    expect(await take(first, plays)).toBe(5)
    expect(await take(second, others)).toBe(0)
    await expectRightCounts(server.db)
  })

  test('plays without a length within a minute only', async () => {
    await take('lastfm-csv', [{ at: 0 }])
    expect(await take('maloja', [{ at: 59 }])).toBe(0)
    expect(await take('koito', [{ at: 130 }])).toBe(1)
  })

  test('the same file again adds nothing', async () => {
    await take('listenbrainz', ends)
    await take('spotify-extended', [...starts, { at: 300, playedMs: 200_000 }])
    expect(await take('spotify-extended', [...starts, { at: 300, playedMs: 200_000 }])).toBe(0)
    expect(await take('listenbrainz', ends)).toBe(0)
  })
})

describe('a track played several times in a row', () => {
  test('counts each time, by starts and ends', async () => {
    await take('spotify-extended', row(4, LENGTH_S, { playedMs: LENGTH_S * 1000 }))
    const later = row(4, LENGTH_S, { durationMs: LENGTH_S * 1000 }).map(({ at, ...more }) => ({
      at: at + LENGTH_S,
      ...more,
    }))
    expect(await take('listenbrainz', later)).toBe(0)
  })

  test.each([
    ['the shorter history first', 10, 20],
    ['the longer history first', 20, 10],
  ])('counts each time if one history lacks some: %s', async (_, first, second) => {
    const plays = (length: number) => row(length, length === 10 ? 90 : 45, { durationMs: 45_000 })
    const added = await take('lastfm-csv', plays(first))
    expect(added + (await take('spotify-extended', plays(second)))).toBe(20)
    await expectRightCounts(server.db)
  })
})

test('a listen that was deleted does not come back by its end', async () => {
  await take('spotify-extended', [{ at: 0, playedMs: LENGTH_S * 1000 }])
  const { body } = await server.get('/api/user/listens', { user: ada.name }, { as: ada })
  await server.post('/api/user/delete-listen', { user: ada.name, id: body.listens[0].id }, { as: ada })
  expect(await take('listenbrainz', [{ at: LENGTH_S, durationMs: LENGTH_S * 1000 }])).toBe(0)
})

test('a listen added by hand is ignored if the same track is stored within a minute', async () => {
  const add = (at: number) =>
    server.post(
      '/api/user/add-listen',
      { user: ada.name, artist: 'Loam', track: 'Peat', listened_at: new Date((AT + at) * 1000).toISOString() },
      { as: ada },
    )
  for (const at of [0, 40, 100]) expect((await add(at)).status).toBe(200)
  const { body } = await server.get('/api/user/listens', { user: ada.name }, { as: ada })
  expect(body.listens).toHaveLength(2)
})

describe('a stored listen is matched once in an import, whichever batches have the records', () => {
  const importer = () => {
    const addBatch = createBatchImporter(server.db, ada.id)
    return (source: Source, plays: readonly Play[]) => take(source, plays, addBatch)
  }

  test.each([
    ['one after the other', [0], [0], [LENGTH_S - 10], 1],
    ['the nearer one later', [0], [LENGTH_S - 20], [10], 1],
    ['newest first', [0], [LENGTH_S - 10], [0], 1],
    ['with others between', [0], [0, 50_000, 60_000], [LENGTH_S - 10, 70_000], 4],
    ['the same record twice', [0], [5], [5], 0],
    ['twice in a row, the later one first', [0, LENGTH_S], [LENGTH_S - 5], [-5], 0],
    ['twice in a row by its ends', [0, LENGTH_S], [LENGTH_S], [2 * LENGTH_S], 0],
    ['three times in a row, of which the others have two', [0, LENGTH_S], [LENGTH_S], [2 * LENGTH_S, 10], 1],
  ])('%s', async (_, stored, first, second, isAdded) => {
    const toPlays = (starts: readonly number[]) => starts.map((at) => ({ at, durationMs: LENGTH_S * 1000 }))
    await take('spotify-extended', toPlays(stored))
    const batch = importer()
    const added = (await batch('koito', toPlays(first))) + (await batch('koito', toPlays(second)))
    expect(added).toBe(isAdded)
    await expectRightCounts(server.db)
    // The same file again adds nothing.
    const again = importer()
    expect((await again('koito', toPlays(first))) + (await again('koito', toPlays(second)))).toBe(0)
  })

  test('another import may match it again', async () => {
    await take('spotify-extended', [{ at: 0 }])
    expect(await importer()('koito', [{ at: 5 }])).toBe(0)
    expect(await importer()('maloja', [{ at: 5 }])).toBe(0)
  })
})
