import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COPY_MESSAGES } from '#contract/downloads/offline-copy.ts'
import { profileQuery } from '#src/accounts/queries.ts'
import { ServerError } from '#src/api/errors.ts'
import { topBroadcastedQuery } from '#src/broadcasts/top/queries.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { topArtistsQuery } from '#src/listening/queries.ts'
import { conversationQuery, LATEST_LIMIT } from '#src/messages/queries.ts'
import { downloadCopy } from './copy.ts'

const ME = 'ada'
const profile = (name: string) => ({ id: 7, profile: name, swag: 3, bootstrapped: 1, admin: 0 })
const charts = { top_artists: { topArtists: [] }, top_broadcasted: { topTracks: [] } }
const copyOf = (...names: string[]) => ({
  members: names.map((name) => ({ profile: profile(name), charts: name === 'far' ? null : charts })),
  talks: [],
  conversations: names.slice(0, 1).map((conversant) => ({
    conversant,
    messages: { directMessages: [{ id: 1, message: 'hello', timestamp: '2026-11-24T12:00:00Z', type: 'Incoming' }] },
  })),
})

const client = createQueryClient()
let now = 1000
let spent = 0
let sent: (string | null)[] = []
let respond: () => Response

beforeEach(() => {
  client.clear()
  now = 1000
  spent = 0
  sent = []
  respond = () => Response.json(copyOf('bo', 'far'), { headers: { etag: '"1"' } })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('if-none-match'))
    return respond()
  })
})
afterEach(() => vi.unstubAllGlobals())

const aborting = new AbortController()
const download = (signal = new AbortController().signal) =>
  downloadCopy(client, ME, { signal, now: () => now, freshMs: 600, onRequest: async () => void spent++ })
const stored = (query: { queryKey: readonly unknown[] }) => client.getQueryData<{ response: object }>(query.queryKey)

test('each part of a copy is stored as the response of its own query, and stale', async () => {
  expect(await download()).toBe(true)
  expect(stored(profileQuery('bo'))).toMatchObject({
    response: { userProfile: [{ profile: 'bo', swag: 3 }] },
    requestedAt: 1000,
  })
  expect(stored(topArtistsQuery('bo'))).toMatchObject({ response: { topArtists: [] } })
  expect(stored(topBroadcastedQuery('bo', ME))).toMatchObject({ response: { topTracks: [] } })
  expect(stored(topArtistsQuery('far'))).toBeUndefined()
  expect(stored(conversationQuery(ME, 'bo'))).toMatchObject({ response: { directMessages: [{ message: 'hello' }] } })
  expect(client.getQueryState(profileQuery('bo').queryKey)?.isInvalidated).toBe(true)
})

test('a copy of a server without replies is stored', async () => {
  const { talks: _talks, ...older } = copyOf('bo')
  respond = () => Response.json(older)
  expect(await download()).toBe(true)
  expect(stored(profileQuery('bo'))).toBeDefined()
})

test('a copy has as many messages of a conversation as its screen requests', () => {
  expect(COPY_MESSAGES).toBe(LATEST_LIMIT)
})

test('a copy does not replace data that a screen has fetched since', async () => {
  client.setQueryData(profileQuery('bo').queryKey, {
    response: { userProfile: [] },
    requestedAt: 1001,
    requestedAtRev: 0,
  })
  await download()
  expect(stored(profileQuery('bo'))?.response).toEqual({ userProfile: [] })
})

const messages = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => ({
    id: first + place,
    message: `text ${first + place}`,
    timestamp: '2026-11-24T12:00:00.000Z',
    type: 'Incoming',
  }))
const textsOf = (query: { queryKey: readonly unknown[] }) =>
  client
    .getQueryData<{ response: { directMessages: { message: string }[] } }>(query.queryKey)
    ?.response.directMessages.map(({ message }) => message)
const conversationOf = (response: object) => () =>
  Response.json(
    { ...copyOf(), conversations: [{ conversant: 'bo', messages: response }] },
    { headers: { etag: '"1"' } },
  )
const changed = { ...messages(10, 10)[0], message: 'edited' }

test('a message that was changed above the newest page is replaced on the device', async () => {
  const query = conversationQuery(ME, 'bo')
  client.setQueryData(query.queryKey, {
    response: { directMessages: messages(1, 120) },
    requestedAt: 1,
    requestedAtRev: 0,
  })
  respond = conversationOf({ directMessages: messages(71, 120), changed: [changed] })
  await download()
  expect(textsOf(query)).toEqual(messages(1, 120).map(({ id, message }) => (id === 10 ? 'edited' : message)))
  // A later copy no longer lists the change: older pages on the device still need it.
  now += 86_400_000
  respond = conversationOf({ directMessages: messages(71, 120) })
  await download()
  expect(stored(query)).toMatchObject({ response: { changed: [changed] }, requestedAt: now })
})

test('messages above the newest page are dropped once their changes may be missing', async () => {
  const query = conversationQuery(ME, 'bo')
  client.setQueryData(query.queryKey, {
    response: { directMessages: messages(1, 120) },
    requestedAt: 1,
    requestedAtRev: 0,
  })
  now += 2 * 86_400_000
  respond = conversationOf({ directMessages: messages(71, 120) })
  await download()
  expect(textsOf(query)).toEqual(messages(71, 120).map(({ message }) => message))
})

test('a copy of two days ago is requested without its ETag: a change may have been listed meanwhile', async () => {
  await download()
  now += 2 * 86_400_000
  await download()
  expect(sent).toEqual([null, null])
})

test('a member that a newer copy omits is removed', async () => {
  await download()
  now += 600
  respond = () => Response.json(copyOf('bo'), { headers: { etag: '"2"' } })
  await download()
  expect(stored(profileQuery('bo'))).toBeDefined()
  expect(stored(profileQuery('far'))).toBeUndefined()
})

test('a recent copy is not requested again; later its ETag is sent, and a 304 counts as the same data', async () => {
  await download()
  await download()
  expect(sent).toEqual([null])
  now += 86_400_000
  respond = () => new Response(null, { status: 304 })
  expect(await download()).toBe(true)
  expect(sent).toEqual([null, '"1"'])
  expect(stored(profileQuery('bo'))).toMatchObject({ requestedAt: now })
})

test('a copy with an evicted part is requested without its ETag', async () => {
  await download()
  client.removeQueries({ queryKey: profileQuery('bo').queryKey })
  await download()
  expect(sent).toEqual([null, null])
  expect(stored(profileQuery('bo'))).toBeDefined()
})

test('a host without the endpoint receives one request a day', async () => {
  respond = () => Response.json({ error: 'Not found.' }, { status: 404 })
  expect([await download(), await download()]).toEqual([false, false])
  expect([sent.length, spent]).toEqual([1, 1])
  now += 86_400_000
  await download()
  expect(sent).toHaveLength(2)
})

test('a 404 by a proxy leaves the last copy, and the host counts as one with the endpoint', async () => {
  await download()
  now += 700
  respond = () => new Response('404 page not found', { status: 404 })
  await expect(download()).rejects.toThrow(ServerError)
  expect(stored(profileQuery('bo'))).toBeDefined()
  respond = () => new Response(null, { status: 304 })
  expect(await download()).toBe(true)
})

test('a copy stores nothing after the member has signed out', async () => {
  respond = () => {
    aborting.abort()
    return Response.json(copyOf('bo'))
  }
  await download(aborting.signal).catch(() => undefined)
  expect(stored(profileQuery('bo'))).toBeUndefined()
})
