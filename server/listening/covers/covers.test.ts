import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { createLogger } from '#server/telemetry/log.ts'
import { type Reply, type ServiceServer, startServiceServer } from '#tests/support/service-server.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { createCovers } from './covers.ts'
import { trimCovers } from './store.ts'

const RELEASE = '22222222-1111-4111-8111-111111111111'
const OTHER = '33333333-1111-4111-8111-111111111111'

let archive: ServiceServer
let server: TestServer
let ada: TestMember
let albumId: number

const draw = (width = 600, height = 500) => sharp({ create: { width, height, channels: 3, background: '#9a4f2c' } })
const sendImage =
  (file: Buffer): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    response.end(file)
  }

beforeAll(async () => {
  const file = await draw().jpeg().toBuffer()
  archive = await startServiceServer(() => sendImage(file))
  server = await testServer({ settings: { covers: { archive: new URL(archive.url), cacheMaxBytes: 1e9 } } })
  ada = await server.signUp('ada')
  await listen(ada, RELEASE)
  albumId = (await server.db.selectFrom('albums').select('id').executeTakeFirstOrThrow()).id
  return () => archive.stop()
})

beforeEach(async () => {
  await server.db.deleteFrom('covers').execute()
  archive.requests.length = 0
  archive.misbehave = () => undefined
})

/** Adds a listen on the album with a release. */
const listen = (member: TestMember, releaseMbid: string, minutes = 1) =>
  createBatchImporter(server.db, member.id)('listenbrainz', [
    {
      artist: 'Nine Rooms',
      title: 'Slow Ferry',
      listenedAt: Math.floor(server.clock.now().getTime() / 1000) - minutes * 60,
      details: { album: 'Harbour', releaseMbid },
    },
  ])

const request = async (path = `/covers/${albumId}/small`, as: TestMember | undefined = ada) => {
  const cookie = [...(as?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await server.app.hono.request(
    `http://localhost:3000${path}`,
    { headers: { cookie } },
    {
      incoming: { socket: { remoteAddress: '127.0.0.1' } },
    },
  )
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a cover is fetched once, and sent as WebP in two sizes', async () => {
  for (const [size, side] of [
    ['small', 160],
    ['large', 500],
  ] as const) {
    const { status, headers, bytes } = await request(`/covers/${albumId}/${size}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(headers.get('cache-control')).toBe('private, max-age=604800')
    const { format, width, height } = await sharp(bytes).metadata()
    expect([format, width, height]).toEqual(['webp', side, side])
  }
  expect(archive.requests.map(({ url }) => url.pathname)).toEqual([`/release/${RELEASE}/front-500`])
  expect(archive.requests[0]?.headers['user-agent']).toMatch(/^Flipside\//)
})

test('concurrent requests of a cover make one request to the archive', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => request()))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(archive.requests).toHaveLength(1)
})

test('a request that read the cache before a cover was stored makes no second one', async () => {
  const settings = { archive: new URL(archive.url), cacheMaxBytes: 1e9 }
  const stored = Promise.withResolvers<void>()
  let isFirstRead = true
  // The first cache read returns late, with what it read at first.
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isFirstRead) return result
      isFirstRead = false
      await stored.promise
      return result
    },
  })
  const { now } = server.clock
  const log = createLogger({ level: 'warn', format: 'json', now, write: () => {} })
  const covers = createCovers({ db, now, log }, settings, 'Flipside/test')
  const late = covers.find(albumId, 'small', true)
  await expect.poll(() => isFirstRead).toBe(false)
  expect((await covers.find(albumId, 'small', true)).image).toBeDefined()
  stored.resolve()
  expect((await late).image).toBeDefined()
  expect(archive.requests).toHaveLength(1)
})

test('a visitor gets a cached cover only', async () => {
  expect((await request(undefined, null as never)).status).toBe(404)
  expect(archive.requests).toHaveLength(0)
  await request()
  expect((await request(undefined, null as never)).status).toBe(200)
})

test('an unchanged cover is not sent again', async () => {
  const etag = (await request()).headers.get('etag') ?? ''
  const response = await server.app.hono.request(
    `http://localhost:3000/covers/${albumId}/small`,
    { headers: { 'if-none-match': etag } },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  expect(response.status).toBe(304)
})

test.each([
  '/covers/0/small',
  '/covers/1/huge',
  '/covers/x/small',
  `/covers/${'9'.repeat(15)}/small`,
  '/covers/1e3/small',
])('there is no cover at %s', async (path) => {
  expect((await request(path)).status).toBe(404)
  expect(archive.requests).toHaveLength(0)
})

describe('without a cover', () => {
  const bomb = async () => draw(5000, 4000).png().toBuffer()
  const absences: readonly (readonly [string, () => Promise<Reply> | Reply, number])[] = [
    ['which the archive says', () => ({ status: 404 }), 30],
    ['of an MBID that the archive rejects', () => ({ status: 400 }), 30],
    ['because of a page instead of an image', () => ({ body: '<html>hello</html>' }), 30],
    ['because of SVG', () => ({ body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }), 30],
    ['because of a truncated image', async () => sendImage((await draw().jpeg().toBuffer()).subarray(0, 700)), 30],
    ['because of an image with too many pixels', async () => sendImage(await bomb()), 30],
    ['because of a file that is too large', () => sendImage(Buffer.alloc(6_000_000, 0xff)), 0],
    ['because of a failure', () => ({ status: 503 }), 0],
    ['because of a closed connection', () => (response) => response.destroy(), 0],
    [
      'because of a redirect to another server',
      () => ({ status: 307, headers: { location: 'https://flipside.example/x' } }),
      0,
    ],
    [
      'because of a redirect to an address',
      () => ({ status: 307, headers: { location: 'http://127.0.0.1:1/archive.org' } }),
      0,
    ],
    ['because of endless redirects', () => ({ status: 302, headers: { location: '/release/again' } }), 0],
  ]
  test.each(absences)('an album has no cover, %s', async (_, makeReply, days) => {
    const reply = await makeReply()
    archive.misbehave = () => reply
    const { status, headers } = await request()
    expect([status, headers.get('cache-control')]).toEqual([404, 'private, max-age=3600'])
    const { length } = archive.requests
    // Not requested again until then.
    await request()
    expect(archive.requests).toHaveLength(length)
    archive.misbehave = () => undefined
    server.clock.advance({ days, seconds: 3601 })
    expect((await request()).status).toBe(200)
  })
})

test('the cache is trimmed to its size, without those used last', async () => {
  await request()
  await sql`insert into albums (artist_id, title, title_key) select artist_id, 'B', 'b' from albums limit 1`.execute(
    server.db,
  )
  await sql`insert into covers select max(id), now(), '2000-01-01', '', '', 1000 from albums`.execute(server.db)
  const { bytes } = await server.db
    .selectFrom('covers')
    .select('bytes')
    .where('album_id', '=', albumId)
    .executeTakeFirstOrThrow()
  await trimCovers(server.db, bytes + 500)
  expect(await server.db.selectFrom('covers').select('album_id').execute()).toEqual([{ album_id: albumId }])
})

test('the release is the one that most members have', async () => {
  const [bo, cy] = [await server.signUp('bo'), await server.signUp('cy')]
  for (let minutes = 10; minutes < 20; minutes++) await listen(ada, RELEASE, minutes)
  await listen(bo, OTHER)
  await listen(cy, OTHER)
  await request()
  expect(archive.requests.map(({ url }) => url.pathname)).toEqual([`/release/${OTHER}/front-500`])
})

test('a cover is hidden from those that may not see who has played its album', async () => {
  const visitor = undefined
  const path = `/covers/${albumId}/small`
  await request()
  const readBy = async (as: TestMember | undefined) => {
    const cookie = [...(as?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
    const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    return (await server.app.hono.request(`http://localhost:3000${path}`, { headers: { cookie } }, env)).status
  }
  const dee = await server.signUp('dee')
  expect([await readBy(visitor), await readBy(dee), await readBy(ada)]).toEqual([200, 200, 200])
  await server.db.updateTable('members').set({ hides_listening: true }).execute()
  expect([await readBy(visitor), await readBy(dee), await readBy(ada)]).toEqual([404, 404, 200])
  await server.db.updateTable('members').set({ hides_listening: false }).execute()
})

test('listens have the path of the cover of their album', async () => {
  const { body } = await server.get('/api/user/listens', { user: 'ada', limit: 1 }, { as: ada })
  expect(body.listens[0]).toMatchObject({ album: 'Harbour', cover: `/covers/${albumId}/small` })
})

test('without COVER_ART there are no covers', async () => {
  const plain = await testServer()
  const response = await plain.get('/covers/1/small')
  expect(response.status).toBe(404)
})
