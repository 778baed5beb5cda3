import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toLibraryCoverPath } from '#contract/listening/music-library.ts'
import { type Listening, listen } from '#server/http/listen.ts'
import { insertTracks } from '#server/listening/catalogue/catalogue.ts'
import {
  failed,
  isCoverRequest,
  LIBRARY_ACCOUNT,
  LIBRARY_PASSWORD,
  LIBRARY_PROTOCOLS,
  type LibraryServer,
  startLibraryServer,
} from '#tests/support/library-server.ts'
import { makeMember } from '#tests/support/members.ts'
import { SECRET_KEY } from '#tests/support/relays.ts'
import type { Reply } from '#tests/support/service-server.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { readNextLibrary } from './read-library.ts'

/* Covers over the network, from a library that also sends what is none. */

const allowed: string[] = []
const server = await testServer({ settings: { secretKey: SECRET_KEY, libraryPrivateAddresses: allowed } })
const draw = (width = 600, height = 500) => sharp({ create: { width, height, channels: 3, background: '#9a4f2c' } })
const COVER = await draw().jpeg().toBuffer()
let listening: Listening
let library: LibraryServer
let ada: TestMember
let trackId: number

beforeAll(async () => {
  listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  library = await startLibraryServer([{ id: 'one', artist: 'Loam', title: 'Peat' }])
  allowed.push(library.url)
  ada = await makeMember(server, 'ada')
  const [id] = await server.db.transaction().execute((tx) => insertTracks(tx, [{ artist: 'Loam', title: 'Peat' }]))
  trackId = id ?? 0
})
beforeEach(() => {
  library.misbehave = () => undefined
  library.cover = COVER
  library.requests.length = 0
})
afterAll(async () => {
  await listening.close()
  await library.stop()
  expect(server.lines.join('')).not.toMatch(/[?&][tsp]=/)
})

const link = (as = ada) => {
  const query = { user: as.name, address: library.url, account: LIBRARY_ACCOUNT, password: LIBRARY_PASSWORD }
  return server.post('/api/user/link-music-library', query, { as })
}
const request = (as: TestMember | undefined = ada, headers: Record<string, string> = {}, id = trackId) => {
  const cookie = [...(as?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `http://127.0.0.1:${listening.port}${toLibraryCoverPath(id)}`
  return fetch(url, { headers: { cookie, ...headers } })
}
const countCovers = () => library.requests.filter(({ url }) => isCoverRequest(url)).length
const readFailure = async (response: Response) => [response.status, (await response.json()).code]

describe.each(LIBRARY_PROTOCOLS)('from %s', (protocol) => {
  beforeAll(async () => {
    library.protocol = protocol
    await link()
    while (await readNextLibrary(server.services));
  })

  test('the cover of a song arrives as a square in WebP, by the account of its member', async () => {
    const response = await request()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; sandbox")
    const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([format, width, height]).toEqual(['webp', 500, 500])
    const { url, headers } = library.requests.at(-1) ?? {}
    if (protocol === 'jellyfin') {
      expect(url?.searchParams.get('maxWidth')).toBe('500')
      expect(headers?.authorization).toMatch(/^MediaBrowser Token="\w+"$/)
    } else {
      const [id, size, account] = ['id', 'size', 'u'].map((name) => url?.searchParams.get(name))
      expect([id, size, account]).toEqual(['cover of one', '500', LIBRARY_ACCOUNT])
    }
  })

  test('only the member of the library gets its cover, and no other site', async () => {
    const bo = await makeMember(server, `bo-${protocol}`)
    expect(await readFailure(await request(bo))).toEqual([404, 'not_in_library'])
    expect((await request({ ...bo, cookies: new Map() })).status).toBe(401)
    expect((await request(ada, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await request(ada, {}, 999_999)).status).toBe(404)
    expect(library.requests).toHaveLength(0)
  })

  test('a browser checks its cover with each use, which requests the library once a day', async () => {
    const { headers } = await request()
    const etag = headers.get('etag') ?? ''
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const again = await request(ada, { 'if-none-match': etag })
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache'])
    expect(countCovers()).toBe(1)
    const cy = await makeMember(server, `cy-${protocol}`)
    await link(cy)
    while (await readNextLibrary(server.services));
    expect((await request(cy, { 'if-none-match': etag })).status).toBe(200)
    server.clock.advance({ days: 1 })
    expect((await request(ada, { 'if-none-match': etag })).status).toBe(200)
  })

  test('a song without a cover has none, and the library is not requested for one', async () => {
    library.cover = undefined
    const response = await request()
    expect([response.status, response.headers.get('etag')]).toEqual([404, null])
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600')
    expect(countCovers()).toBe(0)
  })

  describe('a library that sends', () => {
    const MEGABYTE = Buffer.alloc(1_000_000)
    const image = { 'content-type': 'image/jpeg' }
    const send =
      (file: Buffer, headers: Record<string, string> = image): Reply =>
      (response) => {
        response.writeHead(200, headers)
        response.end(file)
      }
    const cut: Reply = (response) => {
      response.writeHead(200, { ...image, 'content-length': '5000' })
      response.write(COVER.subarray(0, 700), () => response.destroy())
    }
    const endless: Reply = (response) => {
      response.writeHead(200, image)
      const more = () => {
        while (!response.destroyed && response.write(MEGABYTE));
      }
      response.on('drain', more)
      more()
    }
    const failures: readonly (readonly [string, () => Promise<Reply> | Reply, number])[] = [
      ['404', () => ({ status: 404 }), 404],
      ['an error "not found"', () => (protocol === 'jellyfin' ? { status: 404 } : failed(70)), 404],
      ['text as an image', () => send(Buffer.from('<script>alert(1)</script>')), 404],
      ['SVG', () => send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')), 404],
      ['a page', () => ({ body: '<html>hello</html>' }), 502],
      ['a truncated image', () => send(COVER.subarray(0, 700)), 404],
      ['an image that is cut', () => cut, 502],
      ['an image with too many pixels', async () => send(await draw(5000, 4000).png().toBuffer()), 404],
      ['a file of 50 MB', () => send(Buffer.alloc(50_000_000, 0xff)), 502],
      ['a cover without end', () => endless, 502],
      ['a compressed image', () => send(COVER, { ...image, 'content-encoding': 'gzip' }), 502],
      ['a redirect', () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }), 502],
      ['a rejection of covers for this account', () => failed(50), 502],
      ['an error', () => ({ status: 500 }), 502],
      ['a closed connection', () => (response) => response.destroy(), 502],
    ]
    test.each(failures)('%s shows no cover, and goes on playing', async (_, makeReply, status) => {
      const reply = await makeReply()
      let isOpen = false
      library.misbehave = ({ url }) => {
        if (!isCoverRequest(url)) return undefined
        return typeof reply !== 'function'
          ? reply
          : (response) => {
              isOpen = true
              response.once('close', () => (isOpen = false))
              reply(response)
            }
      }
      const response = await request()
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        status,
        status === 404 ? 'private, max-age=3600' : 'no-store',
      ])
      await expect.poll(() => isOpen).toBe(false)
      const { body } = await server.get('/api/user/music-library', { user: 'ada' }, { as: ada })
      expect(body.library).toMatchObject({ is_stopped: false, failure: null })
    })
  })

  test('a member has three covers at a time', async () => {
    const held: (() => void)[] = []
    library.misbehave = () => (response) => void held.push(() => response.destroy())
    const first = [request(), request(), request()]
    await expect.poll(() => held.length).toBe(3)
    expect((await request()).status).toBe(503)
    for (const release of held) release()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([502, 502, 502])
    library.misbehave = () => undefined
    expect((await request()).status).toBe(200)
  })
})

describe('from OpenSubsonic', () => {
  beforeAll(async () => {
    library.protocol = 'subsonic'
    await link()
    while (await readNextLibrary(server.services));
  })

  test.each([
    ['a number', 7, 200],
    ['a list', ['x'], 404],
    ['an object', { id: 1 }, 404],
    ['too long', 'x'.repeat(400), 404],
    ['a NUL', '\u0000', 404],
  ])('an id of a cover that is %s is sent to it as a text, or not at all', async (_, coverArt, status) => {
    const body = { 'subsonic-response': { status: 'ok', song: { coverArt } } }
    library.misbehave = ({ url }) => (url.pathname.includes('getSong') ? { body } : undefined)
    expect((await request()).status).toBe(status)
    expect(countCovers()).toBe(status === 200 ? 1 : 0)
  })
})
