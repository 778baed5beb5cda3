import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LookUpService } from '#server/config/link-settings.ts'
import { insertTracks } from '#server/listening/index.ts'
import { listTrackLinks } from '#server/listening/links/read-track-links.ts'
import {
  type Reply,
  type ServiceRequest,
  type ServiceServer,
  startServiceServer,
} from '#tests/support/service-server.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const RECORDING = 'b1a9c0e9-d987-4042-ae91-78d6a3267d69'

let service: ServiceServer
let server: TestServer
let ada: TestMember

/** The services' responses, as their documentation and public clients show them. */
const responses: Readonly<Record<string, (request: ServiceRequest) => unknown>> = {
  '/spotify/oembed': () => ({ title: 'Slow Ferry', provider_name: 'Spotify', type: 'rich', html: '<iframe></iframe>' }),
  '/apple/lookup': () => ({
    resultCount: 2,
    results: [
      { wrapperType: 'collection', artistName: 'Nine Rooms', collectionName: 'Harbour' },
      { wrapperType: 'track', kind: 'song', artistName: 'Nine Rooms', trackName: 'Slow Ferry' },
    ],
  }),
  '/youtube/oembed': () => ({ title: 'Slow Ferry', author_name: 'Nine Rooms - Topic', type: 'video' }),
  '/deezer/track/3135556': () => ({ id: 3135556, title: 'Slow Ferry', artist: { id: 27, name: 'Nine Rooms' } }),
  '/deezer/oembed': () => ({ title: 'Slow Ferry', author_name: 'Nine Rooms' }),
  '/tidal/': () => ({ title: 'Slow Ferry', author_name: 'Nine Rooms' }),
  [`/musicbrainz/ws/2/recording/${RECORDING}`]: () => ({
    id: RECORDING,
    title: 'Slow Ferry',
    'artist-credit': [
      { name: 'Nine Rooms', joinphrase: ' feat. ' },
      { name: 'Ida', joinphrase: '' },
    ],
  }),
  '/listenbrainz/1/metadata/recording/': () => ({
    [RECORDING]: { recording: { name: 'Slow Ferry', length: 1 }, artist: { name: 'Nine Rooms', artists: [] } },
  }),
}

const response = (request: ServiceRequest): Reply => {
  const respond = responses[request.url.pathname]
  return respond === undefined ? { status: 404 } : { body: respond(request) }
}

beforeAll(async () => {
  service = await startServiceServer(response)
  const at = (name: LookUpService) => new URL(`${service.url}/${name}/`)
  const names = ['spotify', 'apple', 'youtube', 'deezer', 'tidal', 'musicbrainz', 'listenbrainz'] as const
  // The keys are those in the list, which Object.fromEntries does not declare.
  const servers = Object.fromEntries(names.map((name) => [name, at(name)])) as Record<LookUpService, URL>
  server = await testServer({ settings: { linkLookups: { servers }, servicesPerSecond: 1000 } })
  ada = await server.signUp('ada')
  return () => service.stop()
})

beforeEach(async () => {
  service.requests.length = 0
  service.misbehave = () => undefined
  await server.db.deleteFrom('service_turns').execute()
})

const resolve = (url: string, as: TestMember | undefined = ada) =>
  server.get('/api/resolve-link', { url }, as && { as })

/** Returns the links for the track with this folded title. */
async function listLinks(titleKey: string) {
  const { id } = await server.db
    .selectFrom('tracks')
    .select('id')
    .where('title_key', '=', titleKey)
    .executeTakeFirstOrThrow()
  return listTrackLinks(server.db, id, 0, server.clock.now())
}

/** A link that no earlier test has looked up. */
let count = 3135556
const newLink = () => `https://www.deezer.com/track/${++count}`

test.each([
  ['https://open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm?si=tracker', '', 'Slow Ferry'],
  ['https://spotify.link/hRkBrwub9xb', '', 'Slow Ferry'],
  ['https://music.apple.com/gb/album/harbour/1440935467?i=1440935468', 'Nine Rooms', 'Slow Ferry'],
  ['https://youtu.be/dQw4w9WgXcQ', 'Nine Rooms', 'Slow Ferry'],
  ['https://www.deezer.com/en/track/3135556', 'Nine Rooms', 'Slow Ferry'],
  ['https://link.deezer.com/s/31JejBi1IBtZue2vdoTq3', 'Nine Rooms', 'Slow Ferry'],
  ['https://tidal.com/track/475271369/u', 'Nine Rooms', 'Slow Ferry'],
  [`https://musicbrainz.org/recording/${RECORDING}`, 'Nine Rooms feat. Ida', 'Slow Ferry'],
  [`https://listenbrainz.org/player/?recording_mbids=${RECORDING}`, 'Nine Rooms', 'Slow Ferry'],
])('looks %s up at its service', async (url, artist, title) => {
  expect((await resolve(url)).body).toEqual({ outcome: 'found', artist, title })
  expect(service.requests).toHaveLength(1)
  expect(service.requests[0]?.headers['user-agent']).toMatch(/^Flipside\//)
  // The request contains recognized parts only.
  expect(service.requests[0]?.url.href).not.toContain('tracker')
})

test('the links of a Last.fm track contain its names: nothing is request', async () => {
  const { body } = await resolve('https://www.last.fm/music/Nine+Rooms/_/Slow+Ferry')
  expect(body).toEqual({ outcome: 'found', artist: 'Nine Rooms', title: 'Slow Ferry' })
  expect(service.requests).toHaveLength(0)
})

test.each([
  ['Nine Rooms – Slow Ferry (Official Video)', 'anyone', 'Nine Rooms', 'Slow Ferry'],
  ['Slow Ferry [Official Audio]', 'NineRoomsVEVO', 'NineRooms', 'Slow Ferry'],
  ['Slow - Ferry', 'Nine Rooms - Topic', 'Nine Rooms', 'Slow - Ferry'],
])('reads the names of the video "%s" of the channel "%s"', async (video, author_name, artist, title) => {
  service.misbehave = () => ({ body: { title: video, author_name } })
  const id = `${video.length}${author_name.length}abcdefghijk`.slice(0, 11)
  expect((await resolve(`https://youtu.be/${id}`)).body).toEqual({ outcome: 'found', artist, title })
})

test('a link is looked up once, also by concurrent requests', async () => {
  const url = newLink()
  service.misbehave = () => ({ body: { title: 'Slow Ferry', artist: { name: 'Nine Rooms' } } })
  await Promise.all(Array.from({ length: 5 }, () => resolve(url)))
  await resolve(url)
  expect(service.requests).toHaveLength(1)
})

test('a link that was looked up links the track, if it is known here', async () => {
  await server.db.transaction().execute((tx) => insertTracks(tx, [{ artist: 'Nine Rooms', title: 'Night Ferry' }]))
  const lookUp = async (title: string) => {
    service.misbehave = () => ({ body: { title, artist: { name: 'nine rooms' } } })
    await resolve(newLink())
    return { service: 'deezer', id: String(count) }
  }
  const link = await lookUp('Night Ferry')
  expect(await listLinks('night ferry')).toEqual([link])
  await lookUp('Unknown Ferry')
  const tracks = await server.db.selectFrom('tracks').select('id').where('title_key', '=', 'unknown ferry').execute()
  expect(tracks).toEqual([])
})

test('a member has a share of the look-ups, so that others get theirs', async () => {
  const bo = await server.signUp('bo')
  const held = Promise.withResolvers<void>()
  service.misbehave = () => (response) => void held.promise.then(() => response.destroy())
  const first = [resolve(newLink()), resolve(newLink())]
  await expect.poll(() => service.requests.length).toBe(2)
  const refused = await resolve(newLink())
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '5'])
  // Another member may cause the same requests, and the same link costs nothing.
  const others = [resolve(newLink(), bo), resolve(`https://www.deezer.com/track/${count}`, bo)]
  await expect.poll(() => service.requests.length).toBe(3)
  held.resolve()
  for (const response of await Promise.all([...first, ...others])) expect(response.status).toBe(200)
  expect((await resolve(newLink())).status).toBe(200)
})

test('a visitor cannot make the server request a service', async () => {
  expect((await server.get('/api/resolve-link', { url: newLink() })).status).toBe(401)
  expect(service.requests).toHaveLength(0)
})

test.each([
  'https://example.com/track/1',
  'http://127.0.0.1/track/1',
  'https://www.deezer.com:8080/track/1',
  'https://www.deezer.com@127.0.0.1/track/1',
  'https://www.deezer.com/album/1',
  'file:///etc/passwd',
  'x',
])('rejects %s and requests nothing', async (url) => {
  expect((await resolve(url)).status).toBe(400)
  expect(service.requests).toHaveLength(0)
})

test('a long link is rejected', async () => {
  expect((await resolve(`https://www.deezer.com/track/1?x=${'y'.repeat(3000)}`)).status).toBe(400)
})

/** 100 MB of a title, in 100 kB. The services are requested without compression. */
const BOMB = gzipSync(`{"title":"${'x'.repeat(100_000_000)}"}`)

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"title":"')
  const write = () => {
    while (response.write('x'.repeat(65_536)));
    response.once('drain', write)
  }
  write()
}

function slow(response: ServerResponse): void {
  response.writeHead(200).write('{')
  const timer = setInterval(() => response.write(' '), 100)
  response.once('close', () => clearInterval(timer))
}

describe('a service that misbehaves', () => {
  const failures: readonly (readonly [string, Reply])[] = [
    ['responds with an error', { status: 500 }],
    ['responds with a page', { body: '<html>Are you a robot?</html>' }],
    ['responds with other JSON', { body: { hello: 'world' } }],
    ['responds with a list', { body: [] }],
    ['responds with null', { body: null }],
    ['rejects the server', { status: 403 }],
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['responds with a megabyte', { body: { title: 'x'.repeat(1_000_000), artist: { name: 'y' } } }],
    ['redirects to an address that is no page', { status: 301, headers: { location: 'data:application/json,{}' } }],
    ['responds without an end', endless],
    ['responds a byte at a time', slow],
    ['responds with a gzip bomb', (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB)],
    ['responds in UTF-16', (response) => void response.end(Buffer.from('{"title":"Slow Ferry"}', 'utf16le'))],
    ['closes the connection', (response) => void response.destroy()],
    ['has no quota left', { body: { error: { type: 'Exception', message: 'Quota limit exceeded', code: 4 } } }],
  ]
  test.each(failures)('that %s is unavailable, and is request again after 30 s', async (_, reply) => {
    const url = newLink()
    service.misbehave = () => reply
    expect((await resolve(url)).body).toEqual({ outcome: 'unavailable', artist: '', title: '' })
    service.misbehave = () => ({ body: { title: 'Slow Ferry', artist: { name: 'Nine Rooms' } } })
    expect((await resolve(url)).body).toMatchObject({ outcome: 'unavailable' })
    server.clock.advance({ seconds: 31 })
    expect((await resolve(url)).body).toMatchObject({ outcome: 'found' })
  })

  test.each<readonly [string, Reply]>([
    ['404', { status: 404 }],
    ['"no data"', { body: { error: { type: 'DataException', message: 'no data', code: 800 } } }],
    ['names of spaces', { body: { title: ' \n', artist: { name: '\u0000' } } }],
  ])('that responds %s knows no such track', async (_, reply) => {
    service.misbehave = () => reply
    expect((await resolve(newLink())).body).toEqual({ outcome: 'not_found', artist: '', title: '' })
  })

  test('with endless names has their beginning, on one line', async () => {
    service.misbehave = () => ({ body: { title: `a\n${'b'.repeat(900)}`, artist: { name: `${'c'.repeat(499)}🎵` } } })
    const { body } = await resolve(newLink())
    expect(body.title).toBe(`a ${'b'.repeat(498)}`)
    expect(body.artist).toBe('c'.repeat(499))
  })

  test('with pictures and a page to embed has its names only', async () => {
    const thumbnail_url = 'javascript:alert(1)'
    const html = '<iframe src="data:text/html,x"></iframe>'
    const artist = { name: 'Nine Rooms', picture: 'data:text/html,x' }
    service.misbehave = () => ({ body: { title: 'Slow Ferry', artist, thumbnail_url, html } })
    expect((await resolve(newLink())).body).toEqual({ outcome: 'found', artist: 'Nine Rooms', title: 'Slow Ferry' })
  })

  test('that does not respond holds eight requests, of one member two, and rejects the others at once', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, (_, at) => server.signUp(`eve${at}`)))
    const held: ServerResponse[] = []
    service.misbehave = () => (response) => void held.push(response)
    const statuses: number[] = []
    const looking = Array.from({ length: 50 }, async (_, at) => {
      const { status } = await resolve(newLink(), members[at % members.length])
      statuses.push(status)
    })
    await expect.poll(() => [held.length, statuses.length]).toEqual([8, 42])
    for (const response of held) response.end('{"title":"Slow Ferry","artist":{"name":"Nine Rooms"}}')
    await Promise.all(looking)
    expect(statuses.slice(0, 42).every((status) => status === 429 || status === 503)).toBe(true)
    expect(statuses.slice(42)).toEqual(Array.from({ length: 8 }, () => 200))
  })

  test('with a script has it as text', async () => {
    service.misbehave = () => ({ body: { title: '<script>alert(1)</script>', artist: { name: 'Nine Rooms' } } })
    expect((await resolve(newLink())).body.title).toBe('<script>alert(1)</script>')
  })
})

test('with LINK_LOOKUPS=0 nothing is request', async () => {
  const quiet = await testServer({ settings: { linkLookups: null } })
  const bo = await quiet.signUp('bo')
  const { body } = await quiet.get('/api/resolve-link', { url: newLink() }, { as: bo })
  expect(body).toEqual({ outcome: 'off', artist: '', title: '' })
})

test('a member looks a bounded number of links up', async () => {
  const rateLimits = { ...ampleRateLimits, memberLinks: { burst: 3, perSecond: 0.05 } }
  const strict = await testServer({ settings: { linkLookups: null, rateLimits } })
  const cy = await strict.signUp('cy')
  const statuses: number[] = []
  for (let at = 0; at < 4; at++) {
    statuses.push((await strict.get('/api/resolve-link', { url: newLink() }, { as: cy })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
})

describe('a broadcast by names', () => {
  const post = (query: Record<string, string>) =>
    server.post('/api/create-broadcast-by-names', { user: 'ada', title: 'So good', ...query }, { as: ada })

  test('adds a track without plays', async () => {
    const { body } = await post({ artist: 'Ida Kessler', track: 'Wet Paint' })
    expect(body).toMatchObject({ success: true })
    const { body: feed } = await server.get('/api/get-broadcasts', {}, { as: ada })
    expect(feed.broadcasts[0]).toMatchObject({ track: 'Wet Paint', artist: 'Ida Kessler', title: 'So good' })
  })

  test('uses the track that is known by these names', async () => {
    const first = await post({ artist: 'Ida Kessler', track: 'Blue Hour' })
    await post({ artist: ' ida  kessler', track: 'BLUE HOUR' })
    expect(first.status).toBe(200)
    const rows = await server.db.selectFrom('tracks').select('title').where('title_key', '=', 'blue hour').execute()
    expect(rows).toEqual([{ title: 'Blue Hour' }])
  })

  test('links its track to the shared link, and ignores any other address', async () => {
    const share = (link: string) => post({ artist: 'Ida Kessler', track: 'Low Tide', link })
    await share('https://open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm?si=tracker')
    expect((await share('https://example.com/track/1')).status).toBe(200)
    expect((await share('x'.repeat(2001))).status).toBe(400)
    expect(await listLinks('low tide')).toEqual([{ service: 'spotify', id: '5dkhXb9kA9TRhhC929wbkm' }])
  })

  test('takes effect once for one client_id', async () => {
    const client_id = '6f1d7c1e-3d4f-4d7a-9f6c-2b1a0c9d8e7f'
    const [first, again] = [
      await post({ artist: 'Ida Kessler', track: 'Twice', client_id }),
      await post({ artist: 'Ida Kessler', track: 'Twice', client_id }),
    ]
    expect(again.body).toEqual(first.body)
  })

  test.each([
    ['an artist without visible characters', '\u200b', 'Wet Paint'],
    ['a title that folds into a long one', 'Ida Kessler', '\ufdfa'.repeat(100)],
    ['an empty title', 'Ida Kessler', ' '],
  ])('rejects %s', async (_, artist, track) => {
    expect((await post({ artist, track })).status).toBe(400)
  })
})
