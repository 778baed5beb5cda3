import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { countChanges } from '#server/listening/index.ts'
import { aggregateBeforeRead } from '#server/music-services/scrobbling/aggregate-inbox.ts'
import { deleteMember } from '#server/ownership/delete-account.ts'
import { shareTrack } from '#tests/support/broadcasts.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { aPng } from '#tests/support/pictures/png.ts'
import { type TestMember, type TestResponse, testServer } from '#tests/support/test-server.ts'

/* Requests that arrive while the deletion of an account is under way. */

const server = await testServer()
const { db } = server
const rain = await makeTrack(server, 'Rain by Sol Ferro')
const bo = await server.signUp('bo')
await play(server, bo, rain, { plays: 3 })
const broadcast: number = (await shareTrack(server, bo, rain)).body.id
let round = 0
/** The server's connections, without that of the deletion and that of this test. */
const AT_ONCE = 6

type Query = Record<string, string | number>
type Request = () => Promise<TestResponse>
const post = (as: TestMember, path: string, query: Query, body?: FormData | string) =>
  server.post(path, query, { as, ...(body === undefined ? {} : { body }) })

async function signUp() {
  const ada = await server.signUp(`ada${++round}`)
  await play(server, ada, rain, { plays: 3 })
  return ada
}

/** Begins a swap with a track. */
async function invite(from: TestMember, to: TestMember): Promise<number> {
  const { body } = await post(from, '/api/create-song-swap', { user: from.name, matched_user: to.name })
  const songswapid: number = body.song_swap_id
  await post(from, '/api/add-song-swap-track', { user: from.name, songswapid, trackid: rain })
  return songswapid
}

/**
 * Deletes a member in a transaction that ends once each request has a response or waits for it. Of
 * those that the process batches, `waiting` do.
 */
async function deleteDuring(
  member: TestMember,
  requests: readonly Request[],
  waiting = requests.length,
): Promise<TestResponse[]> {
  expect(requests.length).toBeLessThanOrEqual(AT_ONCE)
  let open = requests.length
  const end = Promise.withResolvers<void>()
  const deleted = Promise.withResolvers<void>()
  const deletion = db.transaction().execute(async (tx) => {
    await deleteMember(tx, member, server.clock.now())
    deleted.resolve()
    await end.promise
  })
  await deleted.promise
  const responses = requests.map((send) => send().finally(() => open--))
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows.length).toBeGreaterThanOrEqual(Math.min(open, waiting))
  }, 20_000)
  end.resolve()
  await deletion
  return Promise.all(responses)
}

/** Returns the columns in which a member is named. */
async function findRows(id: number): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'members'::regclass
    union select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name = 'member_id'`.execute(db)
  expect(columns.length).toBeGreaterThan(30)
  await db.transaction().execute(countChanges)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

const png = (side: number) => new Blob([new Uint8Array(aPng(side))])
function pictureForm(): FormData {
  const form = new FormData()
  for (const [name, side] of Object.entries({ sm: 64, med: 128, lg: 256, xl: 512 })) form.set(name, png(side))
  return form
}

/** Own writes: path, further parameters, body. */
const writes: readonly (readonly [string, Query, (FormData | string)?])[] = [
  ['send-direct-message', { recipient: 'bo', message: 'hi' }],
  ['create-broadcast', { title: 'x', body: '', relatedtype: 'Track', relatedid: rain }],
  ['create-broadcast-by-names', { title: 'x', artist: 'New', track: 'Unknown' }],
  ['create-reply', { broadcast, text: '@bo hi' }],
  ['create-like', { relatedtype: 'Broadcast', relatedid: broadcast }],
  ['create-song-swap', { matched_user: 'bo' }],
  ['user/report', { other: 'bo', reason: 'loud' }],
  ['user/block', { other: 'bo' }],
  ['user/add-listen', { artist: 'New', track: 'Unknown', listened_at: '2026-11-01T00:00:00Z' }],
  ['user/love-track', { artist: 'Sol Ferro', track: 'Rain', is_loved: 'true' }],
  ['user/create-scrobble-token', { name: 'player' }],
  ['user/edit-privacy', { hides_listening: 'true' }],
  ['user/picture', {}, pictureForm()],
  ['user/import-listens', { file_name: 'a.csv' }, 'artist,album,title,date\nA,B,C,01 Nov 2026 10:00\n'],
]

test.each([
  ['without a client_id', () => ({})],
  ['with a client_id', () => ({ client_id: randomUUID() })],
])('writes by a member that is being deleted, %s, have no effect and no 500', async (_, more) => {
  const found: unknown[] = []
  for (let at = 0; at < writes.length; at += AT_ONCE) {
    const ada = await signUp()
    const batch = writes.slice(at, at + AT_ONCE)
    const responses = await deleteDuring(
      ada,
      batch.map(
        ([path, query, body]) =>
          () =>
            post(ada, `/api/${path}`, { user: ada.name, ...query, ...more() }, body),
      ),
    )
    // An update without a row to update is a success.
    const isExpected = ({ status }: TestResponse, path = '') =>
      status === 401 || status === 404 || (path === 'user/edit-privacy' && status === 200)
    const others = responses.map((response, place) =>
      isExpected(response, batch[place]?.[0]) ? [] : [batch[place]?.[0], response.status, response.body],
    )
    found.push(...others.flat(), ...(await findRows(ada.id)))
  }
  expect(found).toEqual([])
  expect(server.lines.filter((line) => line.includes('error'))).toEqual([])
})

test('a copy of the deletion, sent while it runs, has the first response', async () => {
  const ada = await signUp()
  const query = { user: ada.name, password: ada.password, client_id: randomUUID() }
  const [copy] = await deleteDuring(ada, [() => post(ada, '/api/user/delete-account', query)])
  expect([copy?.status, copy?.body]).toEqual([200, { success: true, client_id: query.client_id }])
})

test('writes to a member that is being deleted are refused as to a deleted one', async () => {
  const ada = await signUp()
  const to = (path: string, query: Query) => () => post(bo, path, { user: 'bo', ...query, client_id: randomUUID() })
  const swap = await invite(ada, bo)
  const own: number = (await shareTrack(server, ada, rain)).body.id
  const refused = async (requests: readonly Request[], member: TestMember) =>
    (await deleteDuring(member, requests)).map(({ body, status }) => [status, body.code])
  expect(
    await refused(
      [
        to('/api/add-song-swap-reaction', { songswapid: swap, reaction: 4 }),
        to('/api/decline-song-swap', { songswapid: swap }),
        to('/api/create-like', { relatedtype: 'Broadcast', relatedid: own }),
        to('/api/create-reply', { broadcast: own, text: 'hi' }),
      ],
      ada,
    ),
  ).toEqual(Array.from({ length: 4 }, () => [404, 'not_found']))
  const eve = await signUp()
  expect(
    await refused(
      [
        to('/api/send-direct-message', { recipient: eve.name, message: 'hi' }),
        to('/api/user/follow', { follower: 'bo', followee: eve.name }),
        to('/api/create-song-swap', { matched_user: eve.name }),
        to('/api/user/report', { other: eve.name, reason: 'loud' }),
        to('/api/user/block', { other: eve.name }),
        to('/api/user/mute', { other: eve.name }),
      ],
      eve,
    ),
  ).toEqual(Array.from({ length: 6 }, () => [404, 'member_deleted']))
  expect([...(await findRows(ada.id)), ...(await findRows(eve.id))]).toEqual([])
})

test('players that submit while the account is being deleted leave nothing', async () => {
  const ada = await signUp()
  const { body: created } = await post(ada, '/api/user/create-scrobble-token', { user: ada.name, name: 'player' })
  const track = { track_metadata: { artist_name: 'Sol Ferro', track_name: 'Rain' } }
  const listenBrainz = (document: object, path = 'submit-listens') =>
    server.request(
      'POST',
      `/1/${path}`,
      {},
      {
        body: JSON.stringify(document),
        headers: { authorization: `Token ${created.token}`, 'content-type': 'application/json' },
      },
    )
  const lastFm = (method: string, more: Record<string, string> = {}) => {
    const names = { artist: 'Sol Ferro', track: 'Rain' }
    const form = { method, sk: created.token, api_key: 'x'.repeat(32), format: 'json', ...names, ...more }
    return server.request(
      'POST',
      '/2.0/',
      {},
      {
        body: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    )
  }
  const listen = (listened_at: number) => listenBrainz({ listen_type: 'single', payload: [{ listened_at, ...track }] })
  // The use of the token is stored once a minute: further requests do not wait for its row.
  expect((await listen(1_790_000_000)).status).toBe(200)
  const responses = await deleteDuring(
    ada,
    [
      () => listen(1_790_000_900),
      () => listenBrainz({ listen_type: 'playing_now', payload: [track] }),
      () => listenBrainz({ recording_mbid: randomUUID(), score: 1 }, 'feedback/recording-feedback'),
      () => lastFm('track.scrobble', { timestamp: '1790001000' }),
      () => lastFm('track.updateNowPlaying'),
      () => lastFm('track.love'),
    ],
    1,
  )
  for (const { status } of responses) expect([200, 401, 403, 503]).toContain(status)
  await aggregateBeforeRead(server.services, ada.id)
  expect(await findRows(ada.id)).toEqual([])
  expect((await listen(1_790_002_000)).status).toBe(401)
})
