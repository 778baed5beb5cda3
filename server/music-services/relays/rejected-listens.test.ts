import { expect, test } from 'vitest'
import { runScheduled } from '#tests/support/jobs.ts'
import { aListen } from '#tests/support/players.ts'
import {
  changeRelay,
  linkedWorld,
  linkLastfm,
  linkListenbrainz,
  nowS,
  relaysOf,
  relayWorld,
  scrobble,
  sendAll,
  waitOut,
} from '#tests/support/relays.ts'
import { sendNextBatch } from './send-batches.ts'

test('scrobbles that Last.fm ignores are counted by reason, and the others accepted', async () => {
  const { server, ada, player, lastfm } = await relayWorld()
  await linkLastfm(server, ada)
  const at = nowS(server) - 3000
  const artists = ['ignored 1', 'Kept', 'ignored 2', 'ignored 3', 'ignored 4', 'ignored 7', 'Kept too']
  await scrobble(server, player, ...artists.map((artist, place) => aListen(at + place, 'Track', artist)))
  await sendAll(server)
  expect(lastfm.store.scrobbles.map(({ artist }) => artist)).toEqual(['Kept', 'Kept too'])
  const [relay] = await relaysOf(server, ada)
  expect(relay).toMatchObject({ pending: 0, sent: 2, failure: null })
  expect(relay.ignored.map((each: { reason: string; listens: number }) => [each.reason, each.listens])).toEqual([
    ['artist', 1],
    ['track', 1],
    ['too_old', 1],
    ['too_new', 1],
    ['rejected', 1],
  ])
})

test("after Last.fm's daily limit the rest stays pending, until it is too old", async () => {
  const { server, ada, player, lastfm } = await relayWorld()
  await linkLastfm(server, ada)
  const at = nowS(server) - 3000
  await scrobble(server, player, aListen(at), aListen(at + 10, 'Track', 'ignored 5'))
  await sendAll(server)
  expect(await relaysOf(server, ada)).toMatchObject([
    { pending: 1, sent: 1, is_stopped: false, failure: { code: 'daily_limit' } },
  ])
  waitOut(server)
  await sendAll(server)
  expect(lastfm.store.scrobbles).toHaveLength(1)
  server.clock.advance({ days: 15 })
  await runScheduled(server.db, 'delete-old-relayed-listens', server.clock.now())
  await sendAll(server)
  expect(await relaysOf(server, ada)).toMatchObject([{ pending: 0, ignored: [{ reason: 'too_old', listens: 1 }] }])
})

test('listens without an entry in the response are sent again', async () => {
  const { server, ada, times, lastfm } = await linkedWorld(5)
  lastfm.misbehave = ({ body }) => {
    const count = [...new URLSearchParams(body).keys()].filter((name) => name.startsWith('timestamp')).length
    const entry = { ignoredMessage: { code: '0', '#text': '' } }
    return { body: { scrobbles: { scrobble: Array.from({ length: Math.floor(count / 2) }, () => entry) } } }
  }
  await sendNextBatch(server.services)
  await sendNextBatch(server.services)
  lastfm.misbehave = () => undefined
  await sendAll(server)
  expect(await relaysOf(server, ada)).toMatchObject([{ pending: 0, sent: 5 }, {}])
  // The first ones were confirmed by a response, without being stored.
  expect(lastfm.store.scrobbles.map(({ at }) => at)).toEqual(times.slice(5 - lastfm.store.scrobbles.length))
})

test('one listen that ListenBrainz rejects keeps no other from being accepted', async () => {
  const { server, ada, player, listenbrainz } = await relayWorld()
  await linkListenbrainz(server, ada)
  const at = nowS(server) - 9000
  const titles = Array.from({ length: 150 }, (_, place) => (place === 37 ? 'invalid' : `Track ${place}`))
  await scrobble(server, player, ...titles.map((title, place) => aListen(at + place * 10, title)))
  await sendAll(server)
  expect(listenbrainz.store.scrobbles.map(({ title }) => title)).toEqual(titles.filter((title) => title !== 'invalid'))
  expect([listenbrainz.store.received, listenbrainz.requests.length < 30]).toEqual([149, true])
  expect(await relaysOf(server, ada)).toMatchObject([
    { pending: 0, sent: 149, failure: null, ignored: [{ reason: 'rejected', listens: 1 }] },
  ])
})

test.each(['Last.fm', 'ListenBrainz'])(
  '%s rejects each listen: the relay stops, and the queue stays',
  async (title) => {
    const { server, ada, times, lastfm, listenbrainz } = await linkedWorld(30)
    const [service, name] =
      title === 'Last.fm' ? ([lastfm, 'lastfm'] as const) : ([listenbrainz, 'listenbrainz'] as const)
    const find = async () => (await relaysOf(server, ada)).find((relay: { service: string }) => relay.service === name)
    service.misbehave = () => ({ status: 400, body: { code: 400, error: name === 'lastfm' ? 6 : 'Invalid' } })
    await sendAll(server)
    const stopped = { is_stopped: true, failure: { code: 'all_rejected' } }
    expect(await find()).toMatchObject({ ...stopped, pending: 21, ignored: [{ reason: 'rejected', listens: 9 }] })
    // One further listen is dropped by each try, so that one that is invalid does not stop it for good.
    await changeRelay(server, ada, 'retry', { service: name })
    await sendAll(server)
    expect(await find()).toMatchObject({ ...stopped, pending: 20 })
    service.misbehave = () => undefined
    await changeRelay(server, ada, 'retry', { service: name })
    await sendAll(server)
    expect(service.store.scrobbles.map(({ at }) => at)).toEqual(times.slice(10))
    expect(await find()).toMatchObject({ is_stopped: false, pending: 0, sent: 20, failure: null })
  },
)
