import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer({
  settings: { rateLimits: { ...ampleRateLimits, memberStrangers: { burst: 3, perSecond: 1 / 7200 } } },
})
const rain = await makeTrack(server, 'Rain by Sol Ferro')
let round = 0
let ada: TestMember
let strangers: readonly TestMember[]
beforeEach(async () => {
  await setPerDay(null)
  round++
  ada = await makeMember(server, `ada${round}`)
  await play(server, ada, rain)
  strangers = await makeMembers(server, ...Array.from({ length: 12 }, (_, place) => `new${round}-${place}`))
})

const setPerDay = (strangers_per_day: number | null) =>
  server.db.updateTable('instance').set({ strangers_per_day }).execute()
const get = (place: number): TestMember => strangers[place] ?? ada
const say = (to: TestMember, from = ada, client_id?: string) =>
  server.post(
    '/api/send-direct-message',
    { user: from.name, recipient: to.name, message: 'hello', client_id },
    { as: from },
  )
const invite = (to: TestMember, from = ada) =>
  server.post('/api/create-song-swap', { user: from.name, matched_user: to.name }, { as: from })
const sendTrack = async (songswapid: number, from = ada) =>
  server.post('/api/add-song-swap-track', { user: from.name, songswapid, trackid: rain, text: 'Hear!' }, { as: from })
const share = async (as: TestMember): Promise<number> => {
  const query = { user: as.name, title: 'Listen', body: '', relatedtype: 'Track', relatedid: rain }
  return (await server.post('/api/create-broadcast', query, { as })).body.id
}
const mention = (broadcast: number, names: readonly TestMember[], from = ada) => {
  const text = names.map(({ name }) => `@${name}`).join(' ')
  return server.post('/api/create-reply', { user: from.name, broadcast, text }, { as: from })
}
const kindsOf = async (as: TestMember): Promise<string[]> =>
  (await server.get('/api/user/activity', { user: as.name }, { as })).body.activity.map(
    ({ kind }: { kind: string }) => kind,
  )
const countMentioned = async () =>
  (await Promise.all(strangers.map(kindsOf))).flat().filter((kind) => kind === 'mention').length

const LIMIT = 'Too many messages, swaps and mentions for members who do not follow you. Try again in 2 h.'

describe('the daily number of strangers', () => {
  test('messages, swaps and mentions count together', async () => {
    expect((await say(get(0))).status).toBe(200)
    expect((await invite(get(1))).status).toBe(200)
    expect((await mention(await share(ada), [get(2), get(3), get(4)])).status).toBe(200)
    expect(await countMentioned()).toBe(1)
    for (const refused of [await say(get(5)), await invite(get(6))]) {
      expect([refused.status, refused.body]).toEqual([429, { error: LIMIT, code: 'daily_limit' }])
      expect(refused.headers.get('retry-after')).toBe('7200')
    }
    // A member that reaches a daily limit is worth a look.
    expect(server.lines.filter((line) => line.includes('security event=limit_reached'))).toHaveLength(2)
    server.clock.advance({ hours: 2 })
    expect((await invite(get(6))).status).toBe(200)
    expect((await say(get(5))).status).toBe(429)
  })

  test('ten mentions in each of many replies notify no more strangers than the limit', async () => {
    const id = await share(ada)
    for (let n = 0; n < 6; n++) {
      const { status } = await mention(id, strangers.slice(n, n + 7))
      expect(status).toBe(200)
    }
    expect(await countMentioned()).toBe(3)
    const { replies } = (await server.get('/api/broadcast/replies', { id }, { as: ada })).body
    // The mentions are links nevertheless.
    expect(replies.map(({ mentions }: { mentions: unknown[] }) => mentions.length)).toEqual([7, 7, 7, 7, 7, 7])
  })

  test('mentions that an edit adds count, those that it keeps do not', async () => {
    const id = await share(ada)
    const { id: reply } = (await mention(id, [get(0), get(1)])).body
    const edit = (names: readonly TestMember[]) => {
      const text = names.map(({ name }) => `@${name}`).join(' ')
      return server.post('/api/edit-reply', { user: ada.name, id: reply, text }, { as: ada })
    }
    await edit([get(0), get(1), get(2)])
    await edit([get(0), get(1), get(2), get(3), get(4)])
    expect(await countMentioned()).toBe(3)
    expect((await say(get(5))).status).toBe(429)
  })

  test('what is sent at once counts as often as one after the other', async () => {
    const sent = await Promise.all([
      ...strangers.slice(0, 4).map((stranger) => say(stranger)),
      ...strangers.slice(4, 8).map((stranger) => invite(stranger)),
    ])
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  test('only what reaches a stranger counts, and a repeat does not', async () => {
    await server.post('/api/send-direct-message', { user: ada.name, recipient: get(0).name, message: '' }, { as: ada })
    await server.post('/api/user/block', { user: get(1).name, other: ada.name }, { as: get(1) })
    await say(get(1))
    await mention(await share(ada), [get(1)])
    const client_id = randomUUID()
    for (let n = 0; n < 5; n++) expect((await say(get(2), ada, client_id)).status).toBe(200)
    expect([(await say(get(3))).status, (await say(get(4))).status, (await say(get(5))).status]).toEqual([
      200, 200, 429,
    ])
  })

  test('a member that follows, wrote, replied or swapped is no stranger', async () => {
    const [fan, writer, replier, inviter, answerer] = strangers.slice(0, 5)
    if (!fan || !writer || !replier || !inviter || !answerer) throw new TypeError('Five members are needed.')
    for (const member of [inviter, answerer]) await play(server, member, rain)
    const own = await share(ada)
    await server.post('/api/user/follow', { follower: fan.name, followee: ada.name }, { as: fan })
    await say(ada, writer)
    await server.post('/api/create-reply', { user: replier.name, broadcast: own, text: 'Oh.' }, { as: replier })
    await sendTrack((await invite(ada, inviter)).body.song_swap_id, inviter)
    // The only one that counts: the first invite to a stranger.
    const { song_swap_id } = (await invite(answerer)).body
    await sendTrack(song_swap_id)
    await sendTrack(song_swap_id, answerer)
    for (const known of [fan, writer, replier, inviter, answerer]) {
      expect([known.name, (await say(known)).status]).toEqual([known.name, 200])
      expect([known.name, (await invite(known)).status]).toEqual([known.name, 200])
    }
    await mention(own, [fan, writer, replier, inviter, answerer])
    expect(await countMentioned()).toBe(5)
    expect([(await say(get(8))).status, (await say(get(9))).status, (await say(get(10))).status]).toEqual([
      200, 200, 429,
    ])
  })
})

describe('a server where members cannot write to strangers', () => {
  beforeEach(() => setPerDay(0))

  test('neither messages nor swaps nor mentions reach one', async () => {
    const [message, swap] = [await say(get(0)), await invite(get(1))]
    expect([message.status, message.body.error]).toEqual([
      403,
      'On this server you can write to members who follow you.',
    ])
    expect([swap.status, swap.body.error]).toEqual([
      403,
      'On this server you can swap tracks with members who follow you.',
    ])
    expect((await mention(await share(ada), strangers.slice(0, 10))).status).toBe(200)
    expect((await Promise.all(strangers.map(kindsOf))).flat()).toEqual([])
  })

  test('a random match is a member that follows', async () => {
    const match = () => server.get('/api/find-song-swap-match', { user: ada.name }, { as: ada })
    expect((await match()).body.code).toBe('no_match')
    await server.post('/api/user/follow', { follower: get(3).name, followee: ada.name }, { as: get(3) })
    expect((await match()).body.matched_user_profile).toBe(get(3).name)
    expect((await invite(get(3))).status).toBe(200)
  })
})

describe('open swaps with one member', () => {
  test('a fourth is rejected until one is answered, withdrawn or expired', async () => {
    const [fan] = strangers
    if (!fan) throw new TypeError('A member is needed.')
    await play(server, fan, rain)
    await server.post('/api/user/follow', { follower: fan.name, followee: ada.name }, { as: fan })
    const ids: number[] = []
    const begin = async () => {
      const { status, body } = await invite(fan)
      if (status === 200) ids.push(body.song_swap_id)
      return [status, body.code]
    }
    const all = await Promise.all(Array.from({ length: 6 }, begin))
    expect(all.filter(([status]) => status === 200)).toHaveLength(3)
    expect(await begin()).toEqual([409, 'too_many_swaps'])
    expect((await invite(fan)).body.error).toBe(
      'You have three open swaps with this member. Wait for an answer, or withdraw one.',
    )
    const [first = 0, second = 0] = ids
    await server.post('/api/withdraw-song-swap', { user: ada.name, songswapid: first }, { as: ada })
    expect((await begin())[0]).toBe(200)
    await sendTrack(second)
    await sendTrack(second, fan)
    expect((await begin())[0]).toBe(409)
    await server.post('/api/add-song-swap-reaction', { user: fan.name, songswapid: second, reaction: 4 }, { as: fan })
    expect((await begin())[0]).toBe(200)
    // The other member's own invites are counted apart.
    expect((await invite(ada, fan)).status).toBe(200)
    server.clock.advance({ days: 31 })
    expect((await begin())[0]).toBe(200)
  })
})
