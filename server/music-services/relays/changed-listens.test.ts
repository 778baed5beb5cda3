import { beforeEach, expect, test } from 'vitest'
import { aListen } from '#tests/support/players.ts'
import { linkLastfm, linkListenbrainz, nowS, relayWorld, scrobble, sendAll } from '#tests/support/relays.ts'
import type { TestMember, TestServer } from '#tests/support/test-server.ts'

let world: Awaited<ReturnType<typeof relayWorld>>
let server: TestServer
let ada: TestMember
let at: number

beforeEach(async () => {
  world = await relayWorld()
  ;({ server, ada } = world)
  await linkListenbrainz(server, ada)
  await linkLastfm(server, ada)
  at = nowS(server) - 3000
  await scrobble(server, world.player, ...[0, 1, 2, 3].map((place) => aListen(at + place * 300, `Track ${place}`)))
})

const post = async (path: string, query: Record<string, string>) =>
  expect((await server.post(`/api/user/${path}`, { user: ada.name, ...query }, { as: ada })).body).toEqual({
    success: true,
  })

/** The ids of the member's listens, the latest first. */
const idsOf = async () => {
  const { body } = await server.get('/api/user/listens', { user: ada.name }, { as: ada })
  return body.listens.map((listen: { id: string }) => listen.id)
}

const sentTitles = () =>
  [world.listenbrainz, world.lastfm].map(({ store }) => store.scrobbles.map(({ title }) => title).toSorted())

test('a listen that is deleted while it waits is not sent', async () => {
  const [latest] = await idsOf()
  await post('delete-listen', { id: latest })
  await sendAll(server)
  const left = ['Track 0', 'Track 1', 'Track 2']
  expect(sentTitles()).toEqual([left, left])
})

test('listens of a range that is deleted while they wait are not sent', async () => {
  const [from, until] = [at + 300, at + 900].map((time) => new Date(time * 1000).toISOString())
  await post('delete-listens', { from: from ?? '', until: until ?? '' })
  await sendAll(server)
  const left = ['Track 0', 'Track 3']
  expect(sentTitles()).toEqual([left, left])
})

test('a listen that is corrected while it waits is sent corrected, and deleted later not at all', async () => {
  const [third, second] = await idsOf()
  await post('correct-listen', { id: second, artist: 'Søl Ferro', track: 'Snow', scope: 'one' })
  await post('correct-listen', { id: third, artist: 'Sol Ferro', track: 'Hail', scope: 'track' })
  await post('delete-listen', { id: (await idsOf())[0] })
  await sendAll(server)
  const left = ['Snow', 'Track 0', 'Track 1']
  expect(sentTitles()).toEqual([left, left])
  expect(world.lastfm.store.scrobbles).toContainEqual(
    expect.objectContaining({ at: at + 600, artist: 'Søl Ferro', title: 'Snow' }),
  )
})

test('a correction of the spelling alone reaches a listen that waits', async () => {
  const [latest] = await idsOf()
  await post('correct-listen', { id: latest, artist: 'Sol Ferro', track: 'TRACK 3', scope: 'one' })
  await sendAll(server)
  const sent = ['TRACK 3', 'Track 0', 'Track 1', 'Track 2']
  expect(sentTitles()).toEqual([sent, sent])
})
