import { beforeEach, expect, test } from 'vitest'
import { countFeedback } from '#server/listening/loved/store.ts'
import { makeMember } from '#tests/support/members.ts'
import { aListen, callAudioscrobbler, countsOf, makeToken, md5, submitListens } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

/*
 * A suspended member's players cannot tell: they get the usual responses. Scrobbles are stored;
 * what others see at once, and loves, which are not lost if they are sent again, have no effect.
 */

let server: TestServer
let admin: TestMember
let bo: TestMember
let fan: TestMember
let token: string
beforeEach(async () => {
  server = await testServer()
  admin = await makeMember(server, 'root')
  await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', admin.id).execute()
  bo = await makeMember(server, 'bo')
  fan = await makeMember(server, 'fan')
  await server.post('/api/user/follow', { follower: 'fan', followee: 'bo' }, { as: fan })
  token = await makeToken(server, bo)
})

const suspend = (until?: string) =>
  server.post('/api/admin/suspend', { member: 'bo', reason: 'insults', ...(until && { until }) }, { as: admin })
const playing = { listen_type: 'playing_now', payload: [{ track_metadata: { track_name: 'Buy', artist_name: 'Now' } }] }
const seenByFan = async () =>
  (await server.get('/api/user/following-now-playing', { user: 'fan' }, { as: fan })).body.playing.map(
    ({ track }: { track: string }) => track,
  )

async function logInToLegacy(): Promise<string> {
  const at = String(Math.floor(server.clock.now().getTime() / 1000))
  const login = { hs: 'true', p: '1.2', u: 'bo', t: at, a: md5(`${md5(token)}${at}`), c: 'tst' }
  return (await server.get('/apis/audioscrobbler_legacy', login)).body.split('\n')[1]
}

/** Sends what plays now by each protocol. */
const PLAYERS: Readonly<Record<string, () => Promise<{ status: number; body: unknown }>>> = {
  ListenBrainz: () => submitListens(server, token, playing),
  'Audioscrobbler 2.0': () =>
    callAudioscrobbler(server, { method: 'track.updateNowPlaying', sk: token, artist: 'Now', track: 'Buy' }),
  'Audioscrobbler 1.2': async () =>
    server.post(
      '/apis/audioscrobbler_legacy/np',
      {},
      {
        body: new URLSearchParams({ s: await logInToLegacy(), a: 'Now', t: 'Buy' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ),
}

test.each(Object.keys(PLAYERS))(
  'what plays now by %s is not shown while suspended, and the response is the usual one',
  async (name) => {
    const send = async () => (await PLAYERS[name]?.()) ?? { status: 0, body: '' }
    const usual = await send()
    expect([usual.status, await seenByFan()]).toEqual([200, ['Buy']])
    await suspend()
    expect(await seenByFan()).toEqual([])
    expect(await send()).toMatchObject({ status: usual.status, body: usual.body })
    expect(await seenByFan()).toEqual([])
    await server.post('/api/admin/reinstate', { member: 'bo' }, { as: admin })
    await send()
    expect(await seenByFan()).toEqual(['Buy'])
  },
)

test('a suspension that has ended hides nothing', async () => {
  await suspend(new Date(server.clock.now().getTime() + 60_000).toISOString())
  server.clock.advance({ minutes: 2 })
  await submitListens(server, token, playing)
  expect(await seenByFan()).toEqual(['Buy'])
})

test('loves by players have no effect while suspended, and scrobbles are stored', async () => {
  await suspend()
  const names = { artist: 'Nine Rooms', track: 'Slow Ferry' }
  const now = Math.floor(server.clock.now().getTime() / 1000)
  const headers = { Authorization: `Token ${token}` }
  const feedback = { recording_mbid: '0ee1ba95-3b4f-4d3b-8f3c-2b3f1b7bd0a1', score: 1 }
  const responses = [
    await callAudioscrobbler(server, { method: 'track.love', sk: token, ...names }),
    await callAudioscrobbler(server, { method: 'track.unlove', sk: token, ...names }),
    await server.post('/1/feedback/recording-feedback', {}, { headers, body: JSON.stringify(feedback) }),
    await submitListens(server, token, { listen_type: 'single', payload: [aListen(now - 600)] }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await countFeedback(server.db, bo.id)).toBe(0)
  expect((await countsOf(server, bo.id)).listens).toBe(1)
  const invalid = await callAudioscrobbler(server, { method: 'track.love', sk: token, artist: '', track: '' })
  expect(invalid.body.error).toBe(6)
})
