import { beforeEach, expect, test } from 'vitest'
import { MAPPED } from '#tests/support/listenbrainz-server.ts'
import { aListen, callAudioscrobbler, submitListens } from '#tests/support/players.ts'
import {
  changeRelay,
  linkLastfm,
  linkListenbrainz,
  nowS,
  relaysOf,
  relayWorld,
  scrobble,
  sendAll,
} from '#tests/support/relays.ts'
import type { TestMember, TestServer } from '#tests/support/test-server.ts'

let world: Awaited<ReturnType<typeof relayWorld>>
let server: TestServer
let ada: TestMember

beforeEach(async () => {
  world = await relayWorld()
  ;({ server, ada } = world)
  await linkListenbrainz(server, ada)
  await linkLastfm(server, ada)
})

const love = (artist: string, track: string, is_loved = 'true') =>
  server.post('/api/user/love-track', { user: ada.name, artist, track, is_loved }, { as: ada })

const pending = async () =>
  (await server.db.selectFrom('relayed_loves').select(['service', 'title', 'score']).orderBy('id').execute()).map(
    (row) => `${row.service} ${row.title} ${row.score}`,
  )

test('loves are forwarded in order, each track once', async () => {
  await love('Loam', 'Peat')
  await love('Loam', 'Clay')
  await callAudioscrobbler(server, { method: 'track.unlove', sk: world.player, artist: 'Loam', track: 'Peat' })
  await callAudioscrobbler(server, { method: 'track.love', sk: world.player, artist: 'Loam', track: 'Unknown' })
  // Repeats change nothing.
  await love('Loam', 'Clay')
  await sendAll(server)
  expect(world.lastfm.store.loves).toEqual([
    ['Loam - Clay', 1],
    ['Loam - Peat', 0],
    ['Loam - Unknown', 1],
  ])
  // ListenBrainz has no recording for the third.
  expect(world.listenbrainz.store.loves).toEqual([
    [MAPPED, 1],
    [MAPPED, 0],
  ])
  expect(await pending()).toEqual([])
  expect(await relaysOf(server, ada)).toMatchObject([
    { pending: 0, failure: null },
    { pending: 0, failure: null },
  ])
})

test('a love with an MBID is forwarded by it, and a hate ends a love at Last.fm', async () => {
  const recording_mbid = '0b9c5b1e-1111-4000-8000-000000000001'
  const listen = aListen(nowS(server) - 60, 'Rain')
  Object.assign(listen.track_metadata, { additional_info: { recording_mbid } })
  await scrobble(server, world.player, listen)
  const send = (score: number) =>
    submitListens(server, world.player, { recording_mbid, score }, '/1/feedback/recording-feedback')
  expect((await send(1)).status).toBe(200)
  await sendAll(server)
  await send(-1)
  await sendAll(server)
  expect(world.listenbrainz.store.loves).toEqual([
    [recording_mbid, 1],
    [recording_mbid, -1],
  ])
  expect(world.lastfm.store.loves.map(([, score]) => score)).toEqual([1, 0])
})

test('loves wait for a service that does not respond, and not for one that has none', async () => {
  world.lastfm.misbehave = () => ({ status: 503 })
  world.listenbrainz.misbehave = ({ url }) => (url.pathname.includes('submit') ? undefined : { status: 404 })
  await love('Loam', 'Peat')
  await sendAll(server)
  expect(await pending()).toEqual(['lastfm Peat 1'])
  world.lastfm.misbehave = () => undefined
  server.clock.advance({ hours: 8 })
  await sendAll(server)
  expect(world.lastfm.store.loves).toEqual([['Loam - Peat', 1]])
  await changeRelay(server, ada, 'switch', { service: 'lastfm', state: 'off' })
  await love('Loam', 'Clay')
  expect(await pending()).toEqual(['listenbrainz Clay 1'])
})

test('a love follows the correction of its track, here and at the services', async () => {
  await scrobble(server, world.player, aListen(nowS(server) - 60, 'Hyper'))
  await love('Sol Ferro', 'Hyper')
  await sendAll(server)
  const { body } = await server.get('/api/user/listens', { user: ada.name }, { as: ada })
  const query = { user: ada.name, id: body.listens[0].id, artist: 'Sol Ferro', track: 'Hyperballad', scope: 'track' }
  await server.post('/api/user/correct-listen', query, { as: ada })
  const loved = await server.get('/api/user/loved-tracks', { user: ada.name }, { as: ada })
  expect(loved.body.lovedTracks).toMatchObject([{ track: 'Hyperballad' }])
  await sendAll(server)
  expect(world.lastfm.store.loves).toEqual([
    ['Sol Ferro - Hyper', 1],
    ['Sol Ferro - Hyper', 0],
    ['Sol Ferro - Hyperballad', 1],
  ])
})
