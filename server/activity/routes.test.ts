import { beforeEach, describe, expect, test } from 'vitest'
import { endUnansweredSwaps } from '#server/swaps/index.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer()
const [rain = 0, anthem = 0] = await makeTracks(server, 'Rain by Sol Ferro', 'Anthem by Nine Rooms')
let round = 0
let ada: TestMember
let bo: TestMember

// Each test has its own two members, with listens to both tracks.
beforeEach(async () => {
  round++
  const [one, two] = await makeMembers(server, `ada${round}`, `bo${round}`)
  if (one === undefined || two === undefined) throw new Error('Two members are needed.')
  ;[ada, bo] = [one, two]
  for (const member of [ada, bo]) for (const track of [rain, anthem]) await play(server, member, track)
})

const activity = async (as: TestMember, query: object = {}) =>
  (await server.get('/api/user/activity', { user: as.name, ...query }, { as })).body
const kinds = async (as: TestMember) => (await activity(as)).activity.map((it: { kind: string }) => it.kind)
const unread = async (as: TestMember) => (await server.get('/api/user/status', {}, { as })).body.unread_activity
const post = (as: TestMember, call: string, query: Record<string, string | number>, actor = 'user') =>
  server.post(`/api/${call}`, { [actor]: as.name, ...query }, { as })
const share = async (as: TestMember) =>
  (await post(as, 'create-broadcast', { title: 'Loud', body: 'x', relatedtype: 'Track', relatedid: rain })).body.id
const like = (as: TestMember, id: number, call = 'create-like') =>
  post(as, call, { relatedtype: 'Broadcast', relatedid: id })
const say = (as: TestMember, to: TestMember, message: string) =>
  post(as, 'send-direct-message', { recipient: to.name, message })
const at = '2026-11-21T12:00:00.000Z'

describe('activity of a member', () => {
  test('an author sees a like until the unlike', async () => {
    const id = await share(ada)
    await like(bo, id)
    await like(bo, id)
    expect(await activity(ada)).toEqual({
      activity: [
        {
          id: expect.any(String),
          kind: 'like',
          username: bo.name,
          pfpsm: '',
          relatedid: id,
          subject: 'Rain',
          sleeve: { artist: 'Sol Ferro', title: 'Rain' },
          timestamp: at,
          unread: true,
        },
      ],
      unread: 1,
    })
    expect(await unread(ada)).toBe(1)
    await like(bo, id, 'undo-like')
    expect(await activity(ada)).toEqual({ activity: [], unread: 0 })
  })

  test('an author sees neither an own like nor likes of a deleted broadcast', async () => {
    const id = await share(ada)
    await like(ada, id)
    expect(await kinds(ada)).toEqual([])
    await like(bo, id)
    await post(ada, 'delete-broadcast', { id })
    expect(await activity(ada)).toEqual({ activity: [], unread: 0 })
  })

  test('a member sees a follow until the unfollow', async () => {
    await post(bo, 'user/follow', { followee: ada.name }, 'follower')
    await post(bo, 'user/follow', { followee: ada.name }, 'follower')
    expect((await activity(ada)).activity).toMatchObject([{ kind: 'follow', username: bo.name, relatedid: null }])
    await post(bo, 'user/unfollow', { followee: ada.name }, 'follower')
    expect(await kinds(ada)).toEqual([])
  })

  test('a recipient sees one entry for a conversation until it is read', async () => {
    await say(bo, ada, 'one')
    await post(bo, 'user/follow', { followee: ada.name }, 'follower')
    await say(bo, ada, `two ${'x'.repeat(200)}`)
    expect(await kinds(ada)).toEqual(['message', 'follow'])
    expect((await activity(ada)).activity[0].subject).toBe(`two ${'x'.repeat(95)}…`)
    expect(await kinds(bo)).toEqual([])
    await server.post('/api/mark-messages-read', { sender: bo.name, recipient: ada.name }, { as: ada })
    expect(await kinds(ada)).toEqual(['follow'])
  })

  test('a member sees every turn in a swap, and acting marks it as read', async () => {
    const { song_swap_id: id } = (await post(ada, 'create-song-swap', { matched_user: bo.name })).body
    expect(await kinds(bo)).toEqual([])
    await post(ada, 'add-song-swap-track', { songswapid: id, trackid: rain })
    expect((await activity(bo)).activity).toMatchObject([
      { kind: 'swap_invite', username: ada.name, relatedid: id, subject: 'Rain by Sol Ferro', unread: true },
    ])
    await post(bo, 'add-song-swap-reaction', { songswapid: id, reaction: 4 })
    expect(await kinds(ada)).toEqual([])
    await post(bo, 'add-song-swap-track', { songswapid: id, trackid: anthem })
    expect((await activity(ada)).activity).toMatchObject([
      { kind: 'swap_answer', username: bo.name, relatedid: id, subject: 'Anthem by Nine Rooms', unread: true },
    ])
    expect(await unread(bo)).toBe(0)
    await post(ada, 'add-song-swap-reaction', { songswapid: id, reaction: 5 })
    expect((await activity(bo)).activity).toMatchObject([
      { kind: 'swap_result', username: ada.name, relatedid: id, subject: '5', unread: true },
      { kind: 'swap_invite', unread: false },
    ])
    expect([await unread(ada), await unread(bo)]).toEqual([0, 1])
  })
})

describe('a swap that ends', () => {
  const sent = async () => {
    const { song_swap_id: id } = (await post(ada, 'create-song-swap', { matched_user: bo.name })).body
    await post(ada, 'add-song-swap-track', { songswapid: id, trackid: rain })
    return id
  }
  const ended = { kind: 'swap_ended', unread: true }

  test('a declined swap notifies its initiator', async () => {
    const id = await sent()
    await post(bo, 'decline-song-swap', { songswapid: id })
    expect((await activity(ada)).activity).toMatchObject([{ ...ended, relatedid: id, subject: 'declined' }])
    expect(await unread(bo)).toBe(0)
  })

  test('a withdrawn swap notifies the invited member', async () => {
    await post(ada, 'withdraw-song-swap', { songswapid: await sent() })
    expect((await activity(bo)).activity).toMatchObject([
      { ...ended, subject: 'withdrawn' },
      { kind: 'swap_invite', unread: false },
    ])
    expect(await kinds(ada)).toEqual([])
  })

  test('an expired swap notifies its initiator', async () => {
    await sent()
    await server.db.transaction().execute((tx) => endUnansweredSwaps(tx, new Date('2027-02-01T12:00:00Z')))
    expect((await activity(ada)).activity).toMatchObject([{ ...ended, username: bo.name, subject: 'expired' }])
    expect(await unread(bo)).toBe(0)
  })
})

describe('the list', () => {
  const followedBy = async (count: number) => {
    const names = Array.from({ length: count }, (_, place) => `fan${round}-${place}`)
    for (const fan of await makeMembers(server, ...names)) {
      await post(fan, 'user/follow', { followee: ada.name }, 'follower')
    }
  }
  const ids = async (query: object = {}) => (await activity(ada, query)).activity.map((it: { id: string }) => it.id)

  test('the list has pages, newest first, and is marked as read up to the shown entry', async () => {
    await followedBy(5)
    const all = await ids()
    expect(all).toEqual(all.toSorted().toReversed())
    expect(await ids({ limit: 2 })).toEqual(all.slice(0, 2))
    expect(await ids({ limit: 2, before: all[1] })).toEqual(all.slice(2, 4))
    await post(ada, 'user/mark-activity-read', { up_to: all[2] })
    expect(await unread(ada)).toBe(2)
    expect((await activity(ada)).activity.map((it: { unread: boolean }) => it.unread)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('the list can be read and marked only by its member', async () => {
    expect((await server.get('/api/user/activity', { user: ada.name }, { as: bo })).body.code).toBe('wrong_member')
    const response = await server.post('/api/user/mark-activity-read', { user: ada.name, up_to: 1 }, { as: bo })
    expect(response.body.code).toBe('wrong_member')
  })
})

describe('likes of one broadcast', () => {
  const fans = (count: number, from = 0) =>
    makeMembers(server, ...Array.from({ length: count }, (_, n) => `fan${round}x${from + n}`))
  const rows = async (query: object = {}) =>
    (await activity(ada, query)).activity.map(
      ({ kind, username, count, unread: isUnread }: Record<string, unknown>) => [kind, username, count, isUnread],
    )

  test('unread likes are one entry with their number, at the place of the latest', async () => {
    const [first, second] = [await share(ada), await share(ada)]
    const [cy, dee] = await fans(2)
    if (cy === undefined || dee === undefined) throw new Error('Two members are needed.')
    await like(bo, first)
    await like(bo, second)
    await like(cy, first)
    await like(dee, first)
    expect(await rows()).toEqual([
      ['like', dee.name, 3, true],
      ['like', bo.name, undefined, true],
    ])
    expect([(await activity(ada)).unread, await unread(ada)]).toEqual([2, 2])
    await like(dee, first, 'undo-like')
    expect(await rows()).toEqual([
      ['like', cy.name, 2, true],
      ['like', bo.name, undefined, true],
    ])
  })

  test('a blocked or muted member is not counted', async () => {
    const id = await share(ada)
    const [cy] = await fans(1)
    await like(cy ?? bo, id)
    await like(bo, id)
    await post(ada, 'user/mute', { other: bo.name })
    expect(await rows()).toEqual([['like', cy?.name, undefined, true]])
    expect(await unread(ada)).toBe(1)
    await post(ada, 'user/unmute', { other: bo.name })
    expect(await rows()).toEqual([['like', bo.name, 2, true]])
  })

  test('read likes of one day stay one entry, apart from the unread ones', async () => {
    const id = await share(ada)
    const members = await fans(5)
    for (const fan of members.slice(0, 3)) await like(fan, id)
    const [newest] = (await activity(ada)).activity
    await post(ada, 'user/mark-activity-read', { up_to: newest.id })
    expect(await rows()).toEqual([['like', members[2]?.name, 3, false]])
    expect(await unread(ada)).toBe(0)
    for (const fan of members.slice(3)) await like(fan, id)
    expect(await rows()).toEqual([
      ['like', members[4]?.name, 2, true],
      ['like', members[2]?.name, 3, false],
    ])
  })

  test('pages contain each entry once', async () => {
    const ids = [await share(ada), await share(ada), await share(ada)]
    for (const fan of await fans(4)) for (const id of ids) await like(fan, id)
    await post(bo, 'user/follow', { followee: ada.name }, 'follower')
    const seen: string[] = []
    for (let before: string | undefined; ; ) {
      const { activity: page } = await activity(ada, { limit: 1, ...(before === undefined ? {} : { before }) })
      if (page.length === 0) break
      before = page[0].id
      seen.push(page[0].id)
    }
    expect(seen).toEqual((await activity(ada)).activity.map((row: { id: string }) => row.id))
    expect(seen).toHaveLength(4)
  })
})

describe('a post of System', () => {
  const posts = async (as?: TestMember) =>
    (await server.get('/api/get-broadcasts', { limit: 2 }, as ? { as } : {})).body.broadcasts

  test("System's post names its members, and its swap only to them", async () => {
    const { song_swap_id: id } = (await post(ada, 'create-song-swap', { matched_user: bo.name })).body
    await post(ada, 'add-song-swap-track', { songswapid: id, trackid: rain })
    const about = { user: 'System', about_user: ada.name, about_other: bo.name }
    for (const member of [ada, bo]) expect((await posts(member))[0]).toMatchObject({ ...about, about_swap: id })
    const [seen] = await posts()
    expect(seen).toMatchObject(about)
    expect(seen).not.toHaveProperty('about_swap')
  })

  test("System's post about a new member links only to them", async () => {
    await server.signUp(`newcomer${round}`)
    const [seen] = await posts()
    expect(seen).toMatchObject({ title: `newcomer${round} joined Flipside.`, about_user: `newcomer${round}` })
    expect(seen).not.toHaveProperty('about_other')
  })
})
