import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Listening, listen } from '#server/http/listen.ts'
import { insertTracks } from '#server/listening/catalogue/catalogue.ts'
import {
  isFileRequest,
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
import { readSong } from './read-song.ts'
import { createStreams } from './song-routes.ts'

/* Songs over the network, from a library that fails while it sends, and to clients that leave. */

const allowed: string[] = []
const server = await testServer({ settings: { secretKey: SECRET_KEY, libraryPrivateAddresses: allowed } })
let listening: Listening
let library: LibraryServer
let ada: TestMember
let path: string

beforeAll(async () => {
  listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  library = await startLibraryServer([{ id: 'one', artist: 'Loam', title: 'Peat' }])
  allowed.push(library.url)
  ada = await makeMember(server, 'ada')
  const [trackId] = await server.db.transaction().execute((tx) => insertTracks(tx, [{ artist: 'Loam', title: 'Peat' }]))
  path = `/library/songs/${trackId}`
})
beforeEach(() => {
  library.misbehave = () => undefined
})
afterAll(async () => {
  await listening.close()
  await library.stop()
})

/** `expect.poll` options for a loaded machine. */
const PATIENT = { timeout: 10_000 }
const MEGABYTE = Buffer.alloc(1_000_000)

/** Requests the song. Resolves to the response with its body unread. */
function open(method = 'GET', headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return new Promise((resolve, reject) => {
    const options = { port: listening.port, path, method, headers: { cookie, ...headers }, agent: false }
    const request = get(options, resolve).once('error', reject)
    onTestFinished(() => void request.destroy())
  })
}

/** Returns how many bytes arrive, and whether the response was complete. */
async function readBytes(response: IncomingMessage): Promise<{ bytes: number; isComplete: boolean }> {
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length
  } catch {
    // The connection was closed.
  }
  return { bytes, isComplete: response.complete }
}

const audio = { 'content-type': 'audio/mpeg' }
/** Makes the library begin a 10 MB song, and then call `next`. Returns the number of open songs. */
function misbehaveAfter(headers: Record<string, string>, next: Extract<Reply, (response: never) => void>) {
  let open = 0
  library.misbehave = ({ url }) => {
    if (!isFileRequest(url)) return undefined
    return (response) => {
      open++
      response.once('close', () => open--)
      response.writeHead(200, { ...audio, ...headers })
      response.write(MEGABYTE)
      next(response)
    }
  }
  return () => open
}

describe.each(LIBRARY_PROTOCOLS)('from %s', (protocol) => {
  beforeAll(async () => {
    library.protocol = protocol
    server.clock.advance({ minutes: 1 })
    const query = { user: 'ada', address: library.url, account: LIBRARY_ACCOUNT, password: LIBRARY_PASSWORD }
    expect((await server.post('/api/user/link-music-library', query, { as: ada })).status).toBe(200)
    await readNextLibrary(server.services)
  })

  test('a whole song arrives', async () => {
    expect(await readBytes(await open())).toEqual({ bytes: 10_000, isComplete: true })
  })

  test.each([
    ['is cut in the middle', { 'content-length': '10000000' }, 1_000_000],
    ['is cut without a stated length', {}, 1_000_000],
  ])(
    'a song that %s ends with an error, so that no part is taken for the whole',
    async (_, headers: Record<string, string>, most) => {
      misbehaveAfter(headers, (response) => setTimeout(() => response.destroy(), 100))
      const { bytes, isComplete } = await readBytes(await open())
      expect(bytes).toBeLessThanOrEqual(most)
      expect(isComplete).toBe(false)
    },
  )

  test('an endless song is read no faster than it is played, and ends when the player leaves', async () => {
    let sent = 0
    const countOpen = misbehaveAfter({}, (response) => {
      const send = () => {
        do sent++
        while (!response.destroyed && response.write(MEGABYTE))
      }
      response.on('drain', send)
      send()
    })
    const response = await open()
    response.once('data', () => response.pause())
    await expect.poll(() => sent, PATIENT).toBeGreaterThan(0)
    let before = -1
    await expect
      .poll(async () => {
        const isSteady = sent === before
        before = sent
        await wait(200)
        return isSteady
      }, PATIENT)
      .toBe(true)
    // What the sockets hold: never the song.
    expect(sent).toBeLessThan(30)
    expect(countOpen()).toBe(1)
    response.destroy()
    await expect.poll(countOpen, PATIENT).toBe(0)
  })

  test('a client that leaves before the library responds ends the request', async () => {
    let open = 0
    library.misbehave = () => (response) => {
      open++
      response.once('close', () => open--)
    }
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = get({ port: listening.port, path, headers: { cookie }, agent: false }).on('error', () => {})
    await expect.poll(() => open, PATIENT).toBe(1)
    request.destroy()
    await expect.poll(() => open, PATIENT).toBe(0)
  })

  test('HEAD reads no song', async () => {
    const countOpen = misbehaveAfter({ 'content-length': '10000000' }, () => {})
    const response = await open('HEAD')
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'audio/mpeg'])
    await expect.poll(countOpen, PATIENT).toBe(0)
  })

  test('a member has six songs at a time, and leaves a place by leaving one', async () => {
    const countOpen = misbehaveAfter({ 'content-length': '10000000' }, () => {})
    const responses = await Promise.all(Array.from({ length: 6 }, () => open()))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    const seventh = await open()
    expect([seventh.statusCode, seventh.headers['retry-after']]).toEqual([503, '5'])
    for (const response of responses) response.destroy()
    await expect.poll(countOpen, PATIENT).toBe(0)
    await expect.poll(async () => (await open('HEAD')).statusCode, PATIENT).toBe(200)
  })
})

test('a song that does not continue fails, but one that is read slowly does not', async () => {
  misbehaveAfter({ 'content-length': '2000000' }, (response) => setTimeout(() => response.end(MEGABYTE), 50))
  const url = `${library.url}/rest/stream.view`
  const openSong = () => new Promise<IncomingMessage>((resolve, reject) => get(url, resolve).once('error', reject))
  let bytes = 0
  for await (const chunk of readSong(await openSong(), 2_000_000, 500) as AsyncIterable<Buffer>) {
    if (bytes === 0) await wait(700)
    bytes += chunk.length
  }
  expect(bytes).toBe(2_000_000)
  misbehaveAfter({ 'content-length': '2000000' }, () => {})
  const stalled = readSong(await openSong(), 2_000_000, 100)
  await expect(stalled.resume().toArray()).rejects.toThrow('service_away')
})

test.each([
  ['longer', 999_999],
  ['shorter', 1_000_001],
])('a song that is %s than stated fails', async (_, bytes) => {
  misbehaveAfter({}, (response) => response.end())
  const response = await new Promise<IncomingMessage>((resolve) => void get(`${library.url}/rest/stream.view`, resolve))
  await expect(readSong(response, bytes).toArray()).rejects.toThrow('unreadable_answer')
})

test('the songs of a process are limited, and a place is left once', () => {
  const takePlace = createStreams(3, 2)
  const leave = takePlace(1)
  takePlace(1)
  expect(() => takePlace(1)).toThrow('busy')
  takePlace(2)
  expect(() => takePlace(3)).toThrow('busy')
  leave()
  leave()
  takePlace(3)
  expect(() => takePlace(3)).toThrow('busy')
})
