import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { createRandom } from '#tests/simulation/random.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { insertListens, type NewListen } from './listens.ts'
import type { Source } from './sources.ts'

/*
 * Compares pages of listens with filters over all listens, after random histories with listens at
 * the same time and around midnight UTC. A failure prints its seed.
 */

interface Row {
  id: string
  listened_at: string
  track: string
  artist: string
  source: string
}
type Query = Readonly<Record<string, string | number>>

let server: TestServer
let ada: TestMember

beforeAll(async () => {
  server = await testServer()
  ada = await makeMember(server, 'ada')
})

async function read(query: Query, as: TestMember = ada): Promise<Row[]> {
  const { status, body } = await server.get('/api/user/listens', { user: 'ada', ...query }, { as })
  expect(status, JSON.stringify(query)).toBe(200)
  return body.listens
}

/** Reads all pages. */
async function readAll(query: Query, limit: number, as?: TestMember): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const last = rows.at(-1)
    const page = await read({ ...query, limit, ...(last && { before: last.id }) }, as)
    if (page.length === 0) return rows
    expect(page.length).toBeLessThanOrEqual(limit)
    rows.push(...page)
  }
}

const SOURCES: readonly Source[] = ['played', 'spotify-extended', 'lastfm-csv']

test.each([1, 2, 3])('pages equal a filter over all listens, seed %i', async (seed) => {
  const random = createRandom(seed)
  const name = `member${seed}`
  const member = await makeMember(server, name)
  const tracks = await makeTracks(
    server,
    ...Array.from({ length: 12 }, (_, place) => `Track ${place} by Artist ${place % 3}`),
  )
  const midnight = Math.floor(server.clock.now().getTime() / DAY_MS) * DAY_MS
  for (const source of SOURCES) {
    const listens: NewListen[] = Array.from({ length: 60 }, () => ({
      trackId: random.pick(tracks),
      // Few different times, so that several tracks begin at once.
      listenedAt:
        midnight - random.between(0, 6) * DAY_MS + random.pick([-1000, 0, 1000, 3_600_000 * random.between(0, 23)]),
    }))
    await inTransaction(server.db, (tx) => insertListens(tx, member.id, listens, source))
  }
  const all = await readAll({ user: name }, 1000, member)
  const stored = await server.db.selectFrom('listens').select('track_id').where('member_id', '=', member.id).execute()
  expect(all).toHaveLength(stored.length)
  expect(all.map(({ id }) => id)).toEqual(
    all
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  )
  const from = new Date(midnight - 4 * DAY_MS + 3_600_000).toISOString()
  const until = new Date(midnight - DAY_MS).toISOString()
  const isWithin = ({ listened_at: at }: Row) => at >= from && at < until
  const filters: readonly [Query, (row: Row) => boolean][] = [
    [{}, () => true],
    [{ from, until }, isWithin],
    [{ artist: ' artist  1' }, ({ artist }) => artist === 'Artist 1'],
    [{ artist: 'Artist 1', from, until }, (row) => row.artist === 'Artist 1' && isWithin(row)],
    [{ source: 'lastfm-csv' }, ({ source }) => source === 'lastfm-csv'],
    [{ source: 'played', from, until }, (row) => row.source === 'played' && isWithin(row)],
    [{ artist: 'Artist 2', source: 'played' }, (row) => row.artist === 'Artist 2' && row.source === 'played'],
    [{ artist: 'An unknown artist' }, () => false],
  ]
  for (const [query, isListed] of filters) {
    const expected = all.filter(isListed).map(({ id }) => id)
    for (const limit of [7, 1000]) {
      const rows = await readAll({ user: name, ...query }, limit, member)
      expect(
        rows.map(({ id }) => id),
        JSON.stringify(query),
      ).toEqual(expected)
    }
  }
})

test('a row names track, artist and album with their ids, and to the member what it was played with', async () => {
  const [bo] = await makeMembers(server, 'bo')
  const listen = {
    artist: 'Ebb',
    title: 'Tide',
    listenedAt: 1_700_000_000,
    details: { album: 'Low Water', player: 'mpd', client: 'mpdscribble', service: 'example.org' },
  }
  const { createBatchImporter } = await import('#server/music-services/imports/import-batch.ts')
  await createBatchImporter(server.db, ada.id)('listenbrainz', [listen])
  const own = {
    id: expect.stringMatching(/^1700000000000000\.\d{10}$/),
    listened_at: '2023-11-14T22:13:20.000Z',
    track: 'Tide',
    track_id: expect.any(Number),
    artist: 'Ebb',
    artist_id: expect.any(Number),
    album: 'Low Water',
    cover: '',
    album_id: expect.any(Number),
    lastfmtrackurl: 'https://www.last.fm/music/Ebb/_/Tide',
    source: 'listenbrainz',
    player: 'mpd',
    client: 'mpdscribble',
    service: 'example.org',
  }
  expect(await read({ artist: 'Ebb' })).toEqual([own])
  const others = { ...own, source: '', player: '', client: '', service: '', is_reacted: false }
  if (bo === undefined) throw new Error('bo is missing')
  expect(await read({ artist: 'Ebb' }, bo)).toEqual([others])
})

test.each([
  [{ before: '17' }, 'before must be the id of a listen'],
  [{ before: '1700000000000000.1' }, 'before must be the id of a listen'],
  [{ from: 'yesterday' }, 'from must be a time such as 2024-05-17T00:00:00Z'],
  [{ from: '2024-05-17T00:00:00Z', until: '2024-05-17T00:00:00Z' }, 'The end must come after the beginning.'],
  [{ source: 'toString' }, 'There is no such source.'],
  [{ artist: 'x'.repeat(501) }, 'artist must be at most 500 characters'],
])('rejects %j', async (query, message) => {
  const { status, body } = await server.get('/api/user/listens', { user: 'ada', ...query }, { as: ada })
  expect(status).toBe(400)
  expect(JSON.stringify(body).toLowerCase()).toContain(message.toLowerCase())
})

test('the sources of another member cannot be told by filtering', async () => {
  const cleo = await makeMember(server, 'cleo')
  const { status } = await server.get('/api/user/listens', { user: 'ada', source: 'played' }, { as: cleo })
  expect(status).toBe(400)
})

test('the days of a source follow additions and deletions', async () => {
  const dora = await server.signUp('dora')
  const [track = 0] = await makeTracks(server, 'Dawn by Ebb')
  await play(server, dora, track, { daysAgo: 3 })
  await play(server, dora, track, { daysAgo: 3, plays: 2 })
  await play(server, dora, track, { daysAgo: 5 })
  const days = () => server.db.selectFrom('source_days').select('day').where('member_id', '=', dora.id).execute()
  expect(await days()).toHaveLength(2)
  const at = server.clock.now().getTime() - 5 * DAY_MS
  const range = { from: new Date(at).toISOString(), until: new Date(at + 1).toISOString() }
  await server.post('/api/user/delete-listens', { user: 'dora', ...range }, { as: dora })
  expect(await days()).toHaveLength(1)
  expect(
    (await server.post('/api/user/delete-account', { user: 'dora', password: dora.password }, { as: dora })).body,
  ).toMatchObject({ success: true })
  expect(await days()).toHaveLength(0)
})
