import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshNext } from '#server/music-services/accounts/refresh.ts'
import { readNextAccount } from '#server/music-services/followed/read-accounts.ts'
import { brainzListen } from '#tests/support/listen-files.ts'
import { startListenbrainzServer } from '#tests/support/listenbrainz-server.ts'
import { makeMember } from '#tests/support/members.ts'
import { aggregateAccepted, aListen, makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'

/*
 * The database rejects some rows, for reasons that no check foresees: each is set aside alone, and
 * counted where its member looks.
 */

const listenbrainz = await startListenbrainzServer()
afterAll(() => listenbrainz.stop())
const server = await testServer({
  settings: {
    dataDir: mkdtempSync(join(tmpdir(), 'flipside-data-')),
    servicesPerSecond: 1000,
    listenbrainzUrl: new URL(listenbrainz.url),
  },
})
const nowS = Math.floor(server.clock.now().getTime() / 1000)

beforeAll(async () => {
  await sql`create function reject_tracks() returns trigger language plpgsql as $$ begin
    raise exception 'rejected' using errcode = '22000'; end $$`.execute(server.db)
  await sql`create trigger rejects_tracks before insert on tracks for each row
    when (new.title like 'Rejected%') execute function reject_tracks()`.execute(server.db)
})

/** The titles for 300 listens. Three are rejected: at the ends, and in the middle. */
const TITLES = Array.from({ length: 300 }, (_, place) => `Song ${place}`)
for (const place of [0, 150, 299]) TITLES[place] = `Rejected ${place}`
const at = (place: number) => nowS - 86_400 - place * 120

const countListens = async ({ id }: TestMember) =>
  (await server.db.selectFrom('listens').select('listened_at').where('member_id', '=', id).execute()).length

async function importFile(owner: TestMember, file: string) {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await server.app.hono.request(
    `http://localhost:3000/api/user/import-listens?user=${owner.name}`,
    { method: 'POST', body: file, headers: { cookie } },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  return (await response.json()).import
}

test('an import stores the other listens, and counts the rejected ones', async () => {
  const owner = await makeMember(server, 'ada')
  const file = JSON.stringify(TITLES.map((title, place) => brainzListen('Nine Rooms', title, at(place))))
  for (const counts of [
    { taken: 297, known: 0 },
    { taken: 0, known: 297 },
  ])
    expect(await importFile(owner, file)).toMatchObject({
      ...counts,
      status: 'done',
      note: '',
      skipped: [{ reason: 'unstorable', records: 3 }],
    })
  expect(await countListens(owner)).toBe(297)
})

test('an import of loved tracks stores the others, and states the number of the rejected ones', async () => {
  const owner = await makeMember(server, 'bo')
  const feedback = TITLES.map((track_name, place) =>
    JSON.stringify({
      score: 1,
      recording_msid: null,
      created: at(place),
      track_metadata: { artist_name: 'Nine Rooms', track_name },
    }),
  )
  const { note } = await importFile(owner, feedback.join('\n'))
  expect(note).toBe('Loved and hated tracks: 297 added, 0 already here, 3 unreadable.')
})

test('a followed account is read to its end, and counts each rejected listen once', async () => {
  const owner = await makeMember(server, 'cy')
  const listens = TITLES.map((title, place) => ({ artist: 'Nine Rooms', title, at: at(place) }))
  listenbrainz.accounts.push({ name: owner.name, listens })
  await server.post('/api/user/follow-account', { user: owner.name, name: owner.name }, { as: owner })
  const read = async () => {
    while (await readNextAccount(server.services));
    return (await server.get('/api/user/followed-account', { user: owner.name }, { as: owner })).body.account
  }
  const state = { added: 297, skipped: [{ reason: 'unstorable', records: 3 }], is_caught_up: true, failure: null }
  expect(await read()).toMatchObject(state)
  // Polls read the last hour again, and once a day the last week.
  for (const step of [{ minutes: 4 }, { minutes: 4 }, { days: 1.1 }, { minutes: 4 }]) {
    server.clock.advance(step)
    expect(await read()).toMatchObject(state)
  }
  listens.unshift({ artist: 'Nine Rooms', title: 'Rejected again', at: nowS - 60 })
  server.clock.advance({ minutes: 4 })
  expect(await read()).toMatchObject({ added: 297, skipped: [{ reason: 'unstorable', records: 4 }] })
})

test('an error of this server is shown to the member of a followed account, and read again later', async () => {
  const owner = await makeMember(server, 'dee')
  listenbrainz.accounts.push({ name: owner.name, listens: [{ artist: 'Nine Rooms', title: 'Other', at: at(0) }] })
  await server.post('/api/user/follow-account', { user: owner.name, name: owner.name }, { as: owner })
  await sql`alter table tracks rename to hidden_tracks`.execute(server.db)
  await readNextAccount(server.services)
  await sql`alter table hidden_tracks rename to tracks`.execute(server.db)
  const stateOf = async () =>
    (await server.get('/api/user/followed-account', { user: owner.name }, { as: owner })).body.account
  expect(await stateOf()).toMatchObject({ added: 0, failure: { code: 'server_error' } })
  expect(server.lines.join('')).toContain('A followed account could not be read.')
  server.clock.advance({ minutes: 2 })
  while (await readNextAccount(server.services));
  expect(await stateOf()).toMatchObject({ added: 1, failure: null })
})

test('charts of a service are stored without the rejected tracks', async () => {
  const owner = await makeMember(server, 'eve')
  const statistics = TITLES.slice(0, 90).map((title) => ['Nine Rooms', title, 3] as const)
  listenbrainz.accounts.push({ name: owner.name, listens: [], statistics })
  const query = { user: owner.name, source: 'listenbrainz', name: owner.name }
  await server.post('/api/user/choose-music-account', query, { as: owner })
  await refreshNext(server.services)
  const { body } = await server.get('/api/user/music-account', { user: owner.name }, { as: owner })
  expect(body.account.failure).toBeNull()
  const { body: chart } = await server.get(
    '/api/user/top-tracks',
    { user: owner.name, period: 'overall' },
    { as: owner },
  )
  expect(chart.topTracks).toHaveLength(89)
})

test('scrobbles that are rejected are set aside, and shown with their number', async () => {
  const owner = await makeMember(server, 'flo')
  const token = await makeToken(server, owner)
  const payload = TITLES.map((title, place) => aListen(at(place), title, 'Nine Rooms'))
  await submitListens(server, token, { listen_type: 'import', payload })
  await aggregateAccepted(server)
  expect(await countListens(owner)).toBe(297)
  const { body } = await server.get('/api/user/scrobble-tokens', { user: owner.name }, { as: owner })
  expect(body.set_aside).toEqual([{ reason: 'unstorable', records: 3 }])
})
