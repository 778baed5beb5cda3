import { expect, test } from 'vitest'
import { sendPlaylist } from '#contract/listening/playlists.ts'
import { storeTrackLinks } from '#server/listening/links/track-links.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { aListen } from '#tests/support/players.ts'
import { changeRelay, linkListenbrainz, nowS, relayWorld, scrobble } from '#tests/support/relays.ts'
import type { TestMember, TestServer } from '#tests/support/test-server.ts'

const toMbid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Starts the world with tracks that ada has played; the first `withMbid` have an MBID. */
async function worldWithTracks(count: number, withMbid = count) {
  const world = await relayWorld()
  const { server, player } = world
  const names = Array.from({ length: count }, (_, at) => `Track ${at}`)
  await scrobble(server, player, ...names.map((name, at) => aListen(nowS(server) - 1000 - at * 300, name, 'Loam')))
  const tracks: number[] = []
  for (const name of names) tracks.push(await makeTrack(server, `${name} by Loam`))
  const links = tracks
    .slice(0, withMbid)
    .map((trackId, at) => ({ trackId, service: 'musicbrainz', id: toMbid(at) }) as const)
  await server.db.transaction().execute((tx) => storeTrackLinks(tx, links, 'scrobble'))
  return { ...world, tracks }
}

const send = (server: TestServer, as: TestMember, tracks: readonly number[], more: object = {}) =>
  server.request(
    'POST',
    sendPlaylist.path,
    { user: as.name, title: 'Received', track_ids: tracks.join(','), ...more },
    { as },
  )

test('a playlist is created privately, and later parts are added to it', async () => {
  const { server, ada, listenbrainz, tracks } = await worldWithTracks(4, 3)
  await linkListenbrainz(server, ada)
  const first = await send(server, ada, tracks.slice(0, 2))
  expect(first).toMatchObject({ status: 200, body: { added: 2 } })
  const { playlist, url } = first.body
  expect(url).toBe(`https://listenbrainz.org/playlist/${playlist}/`)
  const second = await send(server, ada, tracks.slice(2), { playlist })
  expect(second.body).toMatchObject({ playlist, added: 1 })
  expect(listenbrainz.playlists).toEqual([
    { mbid: playlist, account: 'ada_lb', title: 'Received', isPublic: false, recordings: [0, 1, 2].map(toMbid) },
  ])
})

test('tracks without an MBID create no playlist', async () => {
  const { server, ada, listenbrainz, tracks } = await worldWithTracks(2, 0)
  await linkListenbrainz(server, ada)
  expect((await send(server, ada, tracks)).body).toEqual({ playlist: '', url: '', added: 0 })
  expect(listenbrainz.playlists).toEqual([])
})

test('a track that the member may not know is left out', async () => {
  const { server, ada, listenbrainz, tracks } = await worldWithTracks(1)
  await linkListenbrainz(server, ada)
  const hidden = await makeTrack(server, 'Secret by Loam')
  await server.db
    .transaction()
    .execute((tx) => storeTrackLinks(tx, [{ trackId: hidden, service: 'musicbrainz', id: toMbid(77) }], 'scrobble'))
  expect((await send(server, ada, [hidden, ...tracks, 999_999])).body.added).toBe(1)
  expect(listenbrainz.playlists[0]?.recordings).toEqual([toMbid(0)])
})

test('only members who relay to ListenBrainz send a playlist', async () => {
  const { server, ada, tracks } = await worldWithTracks(1)
  const error = 'You relay no listens to ListenBrainz.'
  expect(await send(server, ada, tracks)).toMatchObject({ status: 400, body: { error } })
  await linkListenbrainz(server, ada)
  await changeRelay(server, ada, 'switch', { service: 'listenbrainz', state: 'off' })
  expect(await send(server, ada, tracks)).toMatchObject({ status: 400, body: { error } })
  const bo = await makeMember(server, 'bo')
  expect(
    (await server.request('POST', sendPlaylist.path, { user: 'ada', title: 'x', track_ids: 1 }, { as: bo })).status,
  ).toBe(403)
})

test.each([
  ['rejects the token', { status: 401, body: { code: 401, error: 'no' } }, 400, /doesn't accept this token/],
  ['has a failure', { status: 503, body: '<html>' }, 503, /doesn't respond/],
  ['rejects the playlist', { status: 400, body: { code: 400, error: 'no' } }, 400, /did not accept the playlist/],
  ['sends nonsense', { body: { status: 'ok', playlist_mbid: '../x' } }, 400, /can't read/],
  ['limits requests', { status: 429, body: { code: 429, error: 'slow' } }, 503, /./],
])('a service that %s is named in the refusal', async (_, reply, status, error) => {
  const { server, ada, listenbrainz, tracks } = await worldWithTracks(1)
  await linkListenbrainz(server, ada)
  listenbrainz.misbehave = () => reply
  const sent = await send(server, ada, tracks)
  expect(sent.status).toBe(status)
  expect(sent.body.error).toMatch(error)
})

test.each([
  ['no track', { track_ids: '' }],
  ['more than a hundred', { track_ids: Array.from({ length: 101 }, (_, at) => at + 1).join(',') }],
  ['a track that is no id', { track_ids: '1,x' }],
  ['no title', { title: ' ' }],
  ['a path as the playlist', { playlist: '../../submit-listens' }],
])('a request with %s is refused', async (_, more) => {
  const { server, ada } = await relayWorld()
  await linkListenbrainz(server, ada)
  expect((await send(server, ada, [1], more)).status).toBe(400)
})
