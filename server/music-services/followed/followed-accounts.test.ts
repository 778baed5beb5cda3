import { expect, test } from 'vitest'
import { listSections } from '#server/ownership/export/sections.ts'
import { makeMember } from '#tests/support/members.ts'
import { choose, topArtists, worldWithServices } from '#tests/support/music-services.ts'
import { aggregateAccepted, aListen, makeToken } from '#tests/support/players.ts'
import { linkListenbrainz, SECRET_KEY, scrobble, sendAll, USER_TOKEN } from '#tests/support/relays.ts'
import type { TestMember, TestServer } from '#tests/support/test-server.ts'
import { refreshNext } from '../accounts/refresh.ts'
import { readNextAccount } from './read-accounts.ts'

const FIRST = Date.parse('2024-01-01T00:00:00Z') / 1000

type Listen = { at: number; artist: string; title: string }

/** `count` listens, a minute apart, newest first. */
const listensFrom = (first: number, count: number): Listen[] =>
  Array.from({ length: count }, (_, turn) => ({
    at: first + (count - 1 - turn) * 60,
    artist: `Artist ${turn % 3}`,
    title: `Song ${turn % 50}`,
  }))

/** Starts a server with the member `ada`, and the account `ada_lb` with some listens. */
async function followWorld(listens: Listen[]) {
  const world = await worldWithServices({
    listenbrainz: [{ name: 'ada_lb', token: USER_TOKEN, listens, statistics: [['Charted', 'One', 9]] }],
    settings: { secretKey: SECRET_KEY },
  })
  const ada = await makeMember(world.server, 'ada')
  return { ...world, ada, listens }
}

const follow = (server: TestServer, as: TestMember, name = 'ada_lb') =>
  server.post('/api/user/follow-account', { user: as.name, name }, { as })
const stateOf = async (server: TestServer, as: TestMember) =>
  (await server.get('/api/user/followed-account', { user: as.name }, { as })).body.account

/** Reads all pages that are due. Returns their number. */
async function readAll(server: TestServer): Promise<number> {
  for (let pages = 0; ; pages++) if (!(await readNextAccount(server.services))) return pages
}

/** The times of the stored listens, in ascending order. */
const timesOf = async (server: TestServer) =>
  (await server.db.selectFrom('listens').select('listened_at').orderBy('listened_at').execute()).map(
    (row) => row.listened_at.getTime() / 1000,
  )
const timesIn = (listens: readonly Listen[]) => listens.map(({ at }) => at).toSorted((a, b) => a - b)

test('a followed account is read from its first listen, page by page, and then polled', async () => {
  const { server, ada, listens, listenbrainz } = await followWorld(listensFrom(FIRST, 2500))
  expect((await follow(server, ada)).body).toEqual({ success: true })
  expect(await stateOf(server, ada)).toMatchObject({ name: 'ada_lb', added: 0, is_caught_up: false, read_to: '' })
  await readNextAccount(server.services)
  expect(await stateOf(server, ada)).toMatchObject({ added: 1000, is_caught_up: false })
  await readAll(server)
  expect(await timesOf(server)).toEqual(timesIn(listens))
  expect(await stateOf(server, ada)).toMatchObject({ added: 2500, is_caught_up: true, failure: null })
  // A new listen appears within 5 minutes.
  listens.unshift({ at: server.clock.now().getTime() / 1000, artist: 'New', title: 'New' })
  listenbrainz.requests.splice(0)
  expect(await readAll(server)).toBe(0)
  server.clock.advance({ minutes: 4 })
  await readAll(server)
  expect(await timesOf(server)).toEqual(timesIn(listens))
  expect(listenbrainz.requests.length).toBeLessThanOrEqual(2)
})

test('the profile links to a followed account until it is no longer followed, and to one with charts longer', async () => {
  const { server, ada } = await followWorld([])
  const readLink = async () =>
    (await server.get('/api/user/profile', { user: 'ada' }, { as: ada })).body.userProfile[0].profileurl
  const stop = () => server.post('/api/user/unfollow-account', { user: ada.name }, { as: ada })
  const link = 'https://listenbrainz.org/user/ada_lb/'
  await follow(server, ada)
  expect(await readLink()).toBe(link)
  await stop()
  expect(await readLink()).toBe('')
  await follow(server, ada)
  await choose(server, ada, { source: 'listenbrainz', name: 'ada_lb' })
  await stop()
  expect(await readLink()).toBe(link)
})

test('listens of a downtime, and those that arrive days late, are added', async () => {
  const { server, ada, listens } = await followWorld(listensFrom(FIRST, 20))
  await follow(server, ada)
  await readAll(server)
  const now = server.clock.now().getTime() / 1000
  listens.unshift(...listensFrom(now, 1500))
  server.clock.advance({ days: 3 })
  await readAll(server)
  expect(await timesOf(server)).toEqual(timesIn(listens))
  // Four days before the newest listen.
  listens.splice(1500, 0, { at: now - 4 * 86_400, artist: 'Late', title: 'Late' })
  server.clock.advance({ days: 1.1 })
  await readAll(server)
  server.clock.advance({ minutes: 6 })
  await readAll(server)
  expect(await timesOf(server)).toEqual(timesIn(listens))
})

test('a listen that was relayed there is not added again, and none is relayed back', async () => {
  const { server, ada, listens, listenbrainz } = await followWorld(listensFrom(FIRST, 3))
  const player = await makeToken(server, ada)
  await linkListenbrainz(server, ada)
  await follow(server, ada)
  await readAll(server)
  const at = server.clock.now().getTime() / 1000 - 60
  await scrobble(server, player, aListen(at))
  await sendAll(server)
  expect(listenbrainz.store.received).toBe(1)
  const [relayed] = listenbrainz.store.scrobbles
  listens.unshift({ at, artist: relayed?.artist ?? '', title: relayed?.title ?? '' })
  server.clock.advance({ minutes: 4 })
  await readAll(server)
  await aggregateAccepted(server)
  await sendAll(server)
  expect([await timesOf(server), listenbrainz.store.received]).toEqual([timesIn(listens), 1])
  // A player that sends to both, half a minute apart: the listen is here, and at ListenBrainz,
  // already.
  listens.unshift({ at: at + 100, artist: 'Both', title: 'Both' })
  server.clock.advance({ minutes: 4 })
  await readAll(server)
  await scrobble(server, player, aListen(at + 130, 'Both', 'Both'))
  await sendAll(server)
  expect([await timesOf(server), listenbrainz.store.received]).toEqual([timesIn(listens), 1])
})

test('charts come from the listens stored here once an account is followed', async () => {
  const { server, ada } = await followWorld(listensFrom(FIRST, 30))
  await server.post(
    '/api/user/choose-music-account',
    { user: 'ada', source: 'listenbrainz', name: 'ada_lb' },
    { as: ada },
  )
  await refreshNext(server.services)
  expect(await topArtists(server, ada)).toEqual([['Charted', 9]])
  await follow(server, ada)
  await readAll(server)
  expect((await topArtists(server, ada)).map(([, plays]: [string, number]) => plays)).toEqual([10, 10, 10])
})

test('a failure is shown, the position stays, and the next success ends it', async () => {
  const { server, ada, listens, listenbrainz } = await followWorld(listensFrom(FIRST, 1500))
  await follow(server, ada)
  await readNextAccount(server.services)
  for (const reply of [
    { status: 503, body: '<html>' },
    { status: 200, body: '<html>' },
    { status: 200, body: { payload: { user_id: 'ada_lb', listens: [{ odd: 1 }] } } },
    { status: 200, body: { payload: { user_id: 'eve', listens: [] } } },
  ]) {
    listenbrainz.misbehave = () => reply
    await readAll(server)
    expect(await stateOf(server, ada)).toMatchObject({ added: 1000, failure: { code: expect.any(String) } })
    server.clock.advance({ hours: 2 })
  }
  listenbrainz.misbehave = () => undefined
  await readAll(server)
  expect(await stateOf(server, ada)).toMatchObject({ added: 1500, failure: null, is_caught_up: true })
  expect(await timesOf(server)).toEqual(timesIn(listens))
})

test('a time in the future does not hide later listens', async () => {
  const { server, ada, listens } = await followWorld(listensFrom(FIRST, 3))
  await follow(server, ada)
  await readAll(server)
  const now = server.clock.now().getTime() / 1000
  listens.unshift({ at: now + 400 * 86_400, artist: 'Future', title: 'Future' })
  server.clock.advance({ minutes: 4 })
  await readAll(server)
  listens.splice(1, 0, { at: now + 600, artist: 'Next', title: 'Next' })
  server.clock.advance({ minutes: 15 })
  await readAll(server)
  expect(await timesOf(server)).toEqual(timesIn(listens.slice(1)))
})

test('unknown names are rejected; following ends and what was added stays', async () => {
  const { server, ada, listens } = await followWorld(listensFrom(FIRST, 3))
  expect((await follow(server, ada, 'nobody')).status).toBe(400)
  expect(await stateOf(server, ada)).toBeNull()
  await follow(server, ada)
  await readAll(server)
  const lines: string[] = []
  for (const section of listSections(ada.id)) for await (const page of section.lines(server.db)) lines.push(page)
  expect(lines.join('')).toContain('ada_lb')
  await server.post('/api/user/unfollow-account', { user: 'ada' }, { as: ada })
  server.clock.advance({ hours: 1 })
  expect([await readAll(server), await stateOf(server, ada), await timesOf(server)]).toEqual([
    0,
    null,
    timesIn(listens),
  ])
})
