import { beforeEach, describe, expect, test } from 'vitest'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { makeToken, submitListens } from '#tests/support/players.ts'
import type { TestSubscription } from '#tests/support/push-service.ts'
import { deliver, pushWorld, subscribe } from '#tests/support/push-world.ts'
import type { TestMember } from '#tests/support/test-server.ts'
import { joinTracks } from '../identities/join.ts'

const { server, service } = await pushWorld()
let round = 0
let ada: TestMember
let bo: TestMember
let browser: TestSubscription

beforeEach(async () => {
  round++
  server.clock.advance({ minutes: 30 })
  const [one, two] = await makeMembers(server, `ada${round}`, `bo${round}`)
  if (one === undefined || two === undefined) throw new Error('Two members are needed.')
  ;[ada, bo] = [one, two]
  for (const [follower, followee] of [
    [ada, bo],
    [bo, ada],
  ] as const)
    await server.post('/api/user/follow', { follower: follower.name, followee: followee.name }, { as: follower })
  await read(bo)
  browser = await subscribe(server, service, bo)
})

const plays = async (member: TestMember, track: string) => {
  const track_metadata = { track_name: track, artist_name: 'Sol Ferro' }
  const body = { listen_type: 'playing_now', payload: [{ track_metadata }] }
  expect((await submitListens(server, await makeToken(server, member), body)).status).toBe(200)
}
const followed = async (as = ada) =>
  (await server.get('/api/user/following-now-playing', { user: as.name }, { as })).body.playing
const listens = async (as: TestMember, user: TestMember) =>
  (await server.get('/api/user/listens', { user: user.name }, { as })).body.listens
const react = (as: TestMember, to: TestMember, more: object = {}) =>
  server.post(
    '/api/user/react-to-play',
    {
      user: as.name,
      member: to.name,
      artist: 'Sol Ferro',
      track: 'Rain',
      played_at: server.clock.now().toISOString(),
      is_reacted: 'true',
      ...more,
    },
    { as },
  )
const activity = async (as: TestMember) =>
  (await server.get('/api/user/activity', { user: as.name }, { as })).body.activity
const reactions = async (as: TestMember) =>
  (await activity(as)).filter(({ kind }: { kind: string }) => kind === 'play_reaction')
const read = async (as: TestMember) => {
  const [newest] = await activity(as)
  if (newest) await server.post('/api/user/mark-activity-read', { user: as.name, up_to: newest.id }, { as })
}
const pushed = async () => {
  await deliver(server)
  return browser.received.map(({ message }) => [message.notification.title, message.notification.body])
}

describe('a reaction to what a member plays', () => {
  test('is shown to the one that reacts, and in the activity and by a push to the listener', async () => {
    await plays(bo, 'Rain')
    const [playing] = await followed()
    expect(playing.is_reacted).toBe(false)
    expect((await react(ada, bo, { played_at: playing.started_at })).body).toEqual({ success: true })
    expect((await followed())[0].is_reacted).toBe(true)
    const [entry] = await reactions(bo)
    expect(entry).toMatchObject({
      kind: 'play_reaction',
      username: ada.name,
      relatedid: null,
      subject: 'Rain by Sol Ferro',
      sleeve: { artist: 'Sol Ferro', title: 'Rain' },
      unread: true,
    })
    expect(await pushed()).toEqual([[`${ada.name} reacted to what you play`, 'Rain by Sol Ferro']])
  })

  test('counts once, also with another spelling, and is taken back with its entry', async () => {
    await plays(bo, 'Rain')
    await react(ada, bo)
    server.clock.advance({ seconds: 50 })
    await react(ada, bo, { track: ' RAIN' })
    expect(await reactions(bo)).toHaveLength(1)
    expect((await react(ada, bo, { is_reacted: 'false' })).status).toBe(200)
    expect((await followed())[0].is_reacted).toBe(false)
    expect(await reactions(bo)).toEqual([])
    expect((await react(ada, bo, { is_reacted: 'false' })).status).toBe(200)
    expect(await pushed()).toEqual([])
  })

  test('counts once if it arrives several times at once with other times', async () => {
    await plays(bo, 'Rain')
    const at = server.clock.now().getTime()
    const times = Array.from({ length: 8 }, (_, place) => new Date(at + place * 1000).toISOString())
    const responses = await Promise.all(times.map((played_at) => react(ada, bo, { played_at })))
    expect(responses.map(({ status }) => status)).toEqual(times.map(() => 200))
    expect(await reactions(bo)).toHaveLength(1)
  })

  test('is that of the listen which the player sends later, also after its track was joined', async () => {
    const fog = await makeTrack(server, 'Fog by Sol Ferro')
    const other = await makeTrack(server, 'Fog! by Sol Ferro')
    await plays(bo, 'Fog')
    await react(ada, bo, { track: 'Fog' })
    server.clock.advance({ seconds: 20 })
    await play(server, bo, fog)
    expect((await listens(ada, bo))[0]).toMatchObject({ track: 'Fog', is_reacted: true })
    expect((await listens(bo, bo))[0].is_reacted).toBeUndefined()
    expect((await listens((await makeMembers(server, `cy${round}`))[0] ?? ada, bo))[0].is_reacted).toBe(false)
    await joinTracks(server.db, fog, other)
    expect((await listens(ada, bo))[0]).toMatchObject({ track_id: other, is_reacted: true })
    await react(ada, bo, { track: 'Fog', is_reacted: 'false' })
    expect((await listens(ada, bo))[0].is_reacted).toBe(false)
  })

  test('to a listen needs that listen', async () => {
    const fog = await makeTrack(server, 'Fog by Sol Ferro')
    await play(server, bo, fog)
    const [{ listened_at: at }] = await listens(ada, bo)
    const late = new Date(Date.parse(at) + 130_000).toISOString()
    expect((await react(ada, bo, { track: 'Fog', played_at: late })).status).toBe(404)
    expect((await react(ada, bo, { track: 'Sold cheaply', played_at: at })).status).toBe(404)
    expect((await react(ada, bo, { track: 'Fog', played_at: at })).status).toBe(200)
    expect((await listens(ada, bo))[0].is_reacted).toBe(true)
  })

  test('is refused to oneself, for hidden listening and between blocked members', async () => {
    await plays(bo, 'Rain')
    await plays(ada, 'Rain')
    expect((await react(ada, ada)).status).toBe(400)
    await react(ada, bo)
    await server.post('/api/user/edit-privacy', { user: bo.name, hides_listening: 'true' }, { as: bo })
    const cy = await makeMember(server, `cy${round}`)
    expect((await react(cy, bo)).status).toBe(404)
    await server.post('/api/user/block', { user: bo.name, other: ada.name }, { as: bo })
    expect((await react(ada, bo)).status).toBe(404)
    expect(await reactions(bo)).toEqual([])
    expect(await pushed()).toEqual([])
  })

  test('of a stranger is stored, and notifies only as often as strangers may', async () => {
    await server.db.updateTable('instance').set({ strangers_per_day: 0 }).execute()
    const cy = await makeMember(server, `cy${round}`)
    await plays(bo, 'Rain')
    expect((await react(cy, bo)).status).toBe(200)
    expect(await reactions(bo)).toEqual([])
    expect((await react(ada, bo)).status).toBe(200)
    expect(await reactions(bo)).toHaveLength(1)
    await server.db.updateTable('instance').set({ strangers_per_day: null }).execute()
  })

  test('is not pushed with its kind switched off', async () => {
    const settings = await server.post(
      '/api/user/edit-notification-settings',
      { user: bo.name, play_reaction: 'false' },
      { as: bo },
    )
    expect(settings.status).toBe(200)
    await plays(bo, 'Rain')
    await react(ada, bo)
    expect(await reactions(bo)).toHaveLength(1)
    expect(await pushed()).toEqual([])
  })
})
