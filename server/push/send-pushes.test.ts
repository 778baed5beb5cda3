import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { PUSH_MESSAGE_MAX_BYTES } from '#contract/notifications/push-message.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import type { TestSubscription } from '#tests/support/push-service.ts'
import { deliver, PUBLIC_URL, pushWorld, subscribe } from '#tests/support/push-world.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import type { TestMember } from '#tests/support/test-server.ts'

const { server, service } = await pushWorld()
const [rain = 0] = await makeTracks(server, 'Rain by Sol Ferro')
let round = 0
let ada: TestMember
let bo: TestMember
let browser: TestSubscription

beforeEach(async () => {
  round++
  server.clock.advance({ minutes: 10 })
  const [one, two] = await makeMembers(server, `ada${round}`, `bo${round}`)
  if (one === undefined || two === undefined) throw new Error('Two members are needed.')
  ;[ada, bo] = [one, two]
  for (const member of [ada, bo]) await play(server, member, rain)
  browser = await subscribe(server, service, ada)
})

const post = (as: TestMember, call: string, query: Record<string, string | number>, actor = 'user') =>
  server.post(`/api/${call}`, { [actor]: as.name, ...query }, { as })
const say = (message: string, as = bo) => post(as, 'send-direct-message', { recipient: ada.name, message })
const share = async () =>
  (await post(ada, 'create-broadcast', { title: 'Loud', body: 'x', relatedtype: 'Track', relatedid: rain })).body.id
const like = (as: TestMember, id: number, call = 'create-like') =>
  post(as, call, { relatedtype: 'Broadcast', relatedid: id })
const edit = (query: Record<string, string | number>) => post(ada, 'user/edit-notification-settings', query)
const block = (blocker: TestMember, blocked: TestMember) => post(blocker, 'user/block', { other: blocked.name })
const suspend = (member: TestMember) =>
  server.db.insertInto('suspensions').values({ member_id: member.id, reason: 'spam' }).execute()
const status = async (as: TestMember) => (await server.get('/api/user/status', {}, { as })).body
const received = async () => {
  await deliver(server)
  return browser.received.map(({ message }) => message)
}
const titles = async () => (await received()).map(({ notification }) => notification.title)
const waiting = async () =>
  (
    await sql`select from pushes join push_subscriptions on id = subscription_id
    where member_id = ${ada.id} and due_at is not null`.execute(server.db)
  ).rows.length

describe('a push', () => {
  test('the wish to share the results of a swap arrives once, and not after it was withdrawn', async () => {
    const id = await insertCompletedSwap(server, ada, bo, rain)
    const set = (call: string, as = bo) => post(as, `${call}-song-swap`, { songswapid: id })
    await set('share')
    const [wish] = await received()
    expect([wish?.flipside.kind, wish?.flipside.path, wish?.notification.title]).toEqual([
      'swap_result',
      `/track-swap-detail?id=${id}`,
      `${bo.name} wants to share the results of your Track Swap`,
    ])
    expect(wish?.flipside.swap).toMatchObject({ id, shares: { initiated: false, matched: true } })
    for (const call of ['unshare', 'share', 'unshare', 'share']) await set(call)
    expect(await received()).toHaveLength(1)

    const other = await insertCompletedSwap(server, ada, bo, rain)
    await post(bo, 'share-song-swap', { songswapid: other })
    await post(bo, 'unshare-song-swap', { songswapid: other })
    expect(await received()).toHaveLength(1)

    const last = await insertCompletedSwap(server, ada, bo, rain)
    for (const member of [ada, bo]) await post(member, 'share-song-swap', { songswapid: last })
    expect((await titles()).slice(1)).toEqual([`${bo.name} and you share the results of your Track Swap`])
  })

  test('a message arrives with sender, excerpt, the message itself and the number on the icon', async () => {
    await say('that swap was unfair')
    expect(await received()).toEqual([
      {
        web_push: 8030,
        notification: {
          title: bo.name,
          body: 'that swap was unfair',
          navigate: `${PUBLIC_URL}/dm/${bo.name}`,
          tag: `message-${bo.id}`,
          lang: 'en',
          dir: 'auto',
          timestamp: server.clock.now().getTime(),
          icon: `${PUBLIC_URL}/icons/icon-192.png`,
        },
        app_badge: 1,
        mutable: true,
        flipside: {
          kind: 'message',
          member: ada.name,
          path: `/dm/${bo.name}`,
          activity: expect.objectContaining({ kind: 'message', username: bo.name, unread: true }),
          message: {
            id: expect.any(Number),
            message: 'that swap was unfair',
            timestamp: server.clock.now().toISOString(),
            type: 'Incoming',
          },
        },
      },
    ])
    const [push] = browser.received
    expect(push?.subject).toBe(PUBLIC_URL)
    expect(push?.headers).toMatchObject({ ttl: '259200', urgency: 'high' })
    expect(service.problems).toEqual([])
  })

  test('messages of one conversation that wait are one push, with the latest', async () => {
    for (const text of ['one', 'two', 'three']) await say(text)
    expect((await received()).map(({ notification }) => notification.body)).toEqual(['three'])
    await say('four')
    expect((await received()).map(({ notification }) => notification.tag)).toEqual([
      `message-${bo.id}`,
      `message-${bo.id}`,
    ])
  })

  test('every subscribed device of the member receives it, and no other member', async () => {
    const other = await subscribe(server, service, bo)
    await say('hello')
    await deliver(server)
    expect([browser.received.length, other.received.length]).toEqual([1, 0])
  })

  test('the number on the icon is that of the status', async () => {
    const id = await share()
    await like(bo, id)
    await post(bo, 'user/follow', { followee: ada.name }, 'follower')
    await say('hello')
    const pushed = await received()
    const { unread_messages, swaps_waiting, unread_activity } = await status(ada)
    expect(pushed.map(({ app_badge }) => app_badge)).toEqual(
      pushed.map(() => unread_messages + swaps_waiting + unread_activity),
    )
    expect(pushed[0]?.app_badge).toBe(3)
  })

  test('a turn of a swap arrives with the swap, and its answer and result after it', async () => {
    const opponent = await subscribe(server, service, bo)
    const { song_swap_id: id } = (await post(bo, 'create-song-swap', { matched_user: ada.name })).body
    await post(bo, 'add-song-swap-track', { songswapid: id, trackid: rain })
    const [turn] = await received()
    expect(turn?.notification).toMatchObject({
      title: `${bo.name} sent you a Track Swap`,
      body: 'Rain by Sol Ferro',
      navigate: `${PUBLIC_URL}/track-swap-detail?id=${id}`,
      tag: `swap-${id}`,
    })
    expect(turn?.flipside.swap).toMatchObject({ id, initiated_user: bo.name })
    await post(ada, 'add-song-swap-track', { songswapid: id, trackid: rain })
    await post(ada, 'add-song-swap-reaction', { songswapid: id, reaction: 4 })
    await deliver(server)
    expect(opponent.received.map(({ message }) => message.notification.title)).toEqual([
      `${ada.name} responded to your Track Swap`,
    ])
    await post(bo, 'add-song-swap-reaction', { songswapid: id, reaction: 5 })
    expect((await received()).at(-1)?.flipside.kind).toBe('swap_result')
    expect((await titles()).at(-1)).toBe(`${bo.name} gave your track a 5`)
  })

  test('the longest message fits into one record of 4,096 bytes', async () => {
    for (const text of ['漢'.repeat(660), '"\\'.repeat(490), '😀'.repeat(490)]) {
      expect((await say(text)).status).toBe(200)
      await deliver(server)
    }
    expect(browser.received.map(({ bytes }) => bytes <= 4096)).toEqual([true, true, true])
    expect(browser.received[0]?.message.flipside.message?.message).toBe('漢'.repeat(660))
    for (const { message } of browser.received) {
      expect(Array.from(message.notification.body).length).toBeLessThanOrEqual(200)
      expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThanOrEqual(PUSH_MESSAGE_MAX_BYTES)
    }
    expect(service.problems).toEqual([])
  })

  test('a text of several lines is one line, without characters that change its direction', async () => {
    await say('a\n\n\u202eb\tc 👩‍👩‍👧')
    expect((await received())[0]?.notification.body).toBe('a b c 👩‍👩‍👧')
  })
})

describe('likes', () => {
  test('likes of one broadcast are grouped: the first is pushed at once, the rest after five minutes', async () => {
    const others = await makeMembers(server, ...Array.from({ length: 11 }, (_, n) => `fan${round}x${n}`))
    const id = await share()
    await like(bo, id)
    expect(await titles()).toEqual([`${bo.name} liked your broadcast`])
    for (const fan of others) await like(fan, id)
    await deliver(server)
    expect(browser.received).toHaveLength(1)
    server.clock.advance({ minutes: 5 })
    const pushed = await received()
    expect(pushed.map(({ notification: { title, body, tag, silent } }) => [title, body, tag, silent])).toEqual([
      [`${bo.name} liked your broadcast`, 'Rain', `like-${id}`, undefined],
      [`fan${round}x10 and 11 others liked your broadcast`, 'Rain', `like-${id}`, true],
    ])
    expect(pushed[1]?.flipside.activity?.count).toBe(12)
    expect(pushed[1]?.app_badge).toBe(1)
  })

  test('a like after the five minutes is pushed at once, with a sound', async () => {
    const [cy] = await makeMembers(server, `cy${round}`)
    const id = await share()
    await like(bo, id)
    await deliver(server)
    server.clock.advance({ minutes: 40 })
    if (cy) await like(cy, id)
    expect((await received()).map(({ notification: { title, silent } }) => [title, silent])).toEqual([
      [`${bo.name} liked your broadcast`, undefined],
      [`cy${round} and 1 other liked your broadcast`, undefined],
    ])
  })

  test('an unlike before the push leaves the others', async () => {
    const [cy, dee] = await makeMembers(server, `cy${round}`, `dee${round}`)
    const id = await share()
    for (const fan of [bo, cy, dee]) if (fan) await like(fan, id)
    if (dee) await like(dee, id, 'undo-like')
    expect(await titles()).toEqual([`cy${round} and 1 other liked your broadcast`])
  })

  test('a blocked member is not counted', async () => {
    const [cy] = await makeMembers(server, `cy${round}`)
    const id = await share()
    if (cy) await like(cy, id)
    await like(bo, id)
    await block(ada, bo)
    expect(await titles()).toEqual([`cy${round} liked your broadcast`])
  })
})

describe('what is read again before a push is sent', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a block by the recipient', () => block(ada, bo)],
    ['a block by the sender', () => block(bo, ada)],
    ['a mute', () => post(ada, 'user/mute', { other: bo.name })],
    [
      'reading the conversation',
      () => post(ada, 'mark-messages-read', { sender: bo.name, recipient: ada.name }, 'recipient'),
    ],
    ['marking the activity as read', () => post(ada, 'user/mark-activity-read', { up_to: 1_000_000_000 })],
    ['the switch of the kind', () => edit({ message: 'false' })],
    ['quiet hours', () => edit({ quiet_hours: 'true', quiet_from: 0, quiet_to: 1439, time_zone: 'UTC' })],
    [
      'quiet hours past midnight',
      () => edit({ quiet_hours: 'true', quiet_from: 721, quiet_to: 720, time_zone: 'UTC' }),
    ],
    ['a suspension of the sender', () => suspend(bo)],
    ['a suspension of the recipient', () => suspend(ada)],
    ['the sign-out of the device', () => server.post('/api/user/logout', {}, { as: ada })],
    ['deletion of the account of the sender', () => sql`delete from members where id = ${bo.id}`.execute(server.db)],
    ['deletion of the account', () => sql`delete from members where id = ${ada.id}`.execute(server.db)],
    [
      'expiry of the session',
      () => sql`update sessions set expires_at = ${server.clock.now()} where member_id = ${ada.id}`.execute(server.db),
    ],
    ['turning notifications off', () => post(ada, 'user/unsubscribe-push', {})],
  ])('%s prevents the push', async (_, act) => {
    await say('hello')
    expect(await waiting()).toBe(1)
    await act()
    expect(await received()).toEqual([])
    expect(await waiting()).toBe(0)
  })

  test('an unfollow prevents the push of the follow', async () => {
    await post(bo, 'user/follow', { followee: ada.name }, 'follower')
    await post(bo, 'user/unfollow', { followee: ada.name }, 'follower')
    expect(await received()).toEqual([])
  })

  test('a like of a deleted broadcast is not pushed', async () => {
    const id = await share()
    await like(bo, id)
    await post(ada, 'delete-broadcast', { id })
    expect(await received()).toEqual([])
  })

  test('a push in quiet hours is not made up for, and the entry stays unread', async () => {
    await edit({ quiet_hours: 'true', quiet_from: 0, quiet_to: 1439, time_zone: 'Pacific/Auckland' })
    await say('hello')
    await deliver(server)
    await edit({ quiet_hours: 'false' })
    expect(await received()).toEqual([])
    expect((await status(ada)).unread_messages).toBe(1)
  })

  test('a push that is older than its kind allows is dropped', async () => {
    await say('hello')
    server.clock.advance({ days: 3, minutes: 1 })
    expect(await received()).toEqual([])
    expect(await waiting()).toBe(0)
  })
})

test('a transaction that is rolled back causes no push', async () => {
  await server.db
    .transaction()
    .execute(async (tx) => {
      await sql`insert into activity (member_id, actor_id, kind, created_at)
        values (${ada.id}, ${bo.id}, 'follow', ${server.clock.now()})`.execute(tx)
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await waiting()).toBe(0)
})

test('an event during a delivery is delivered after it', async () => {
  await say('one')
  let isSaid = false
  service.state.fault = () => (response) => {
    service.state.fault = undefined
    void say('two').then(() => {
      isSaid = true
      response.writeHead(201).end()
    })
  }
  expect((await received()).map(({ notification }) => notification.body)).toEqual(['two'])
  expect([isSaid, await waiting()]).toEqual([true, 0])
})

test('members without a subscription cost no row', async () => {
  const cy = await makeMember(server, `cy${round}`)
  await post(bo, 'send-direct-message', { recipient: cy.name, message: 'hello' })
  const { rows } = await sql`select from pushes where due_at is not null`.execute(server.db)
  expect(rows).toEqual([])
})
