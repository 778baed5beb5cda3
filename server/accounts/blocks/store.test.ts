import { beforeEach, describe, expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer()
let round = 0
let ada: TestMember
let bo: TestMember

// Each test has its own two members.
beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
})

type Act = 'block' | 'unblock' | 'mute' | 'unmute'
const keep = (act: Act, as: TestMember, other: TestMember | string) =>
  server.post(`/api/user/${act}`, { user: as.name, other: typeof other === 'string' ? other : other.name }, { as })
const follow = (as: TestMember, other: TestMember) =>
  server.post('/api/user/follow', { follower: as.name, followee: other.name }, { as })
const blocks = async (as: TestMember) => (await server.get('/api/user/blocks', { user: as.name }, { as })).body.blocks
const followers = async (of: TestMember) => (await server.get('/api/user/followers', { user: of.name })).body.total
const message = (as: TestMember, to: TestMember, text: string) =>
  server.post('/api/send-direct-message', { user: as.name, recipient: to.name, message: text }, { as })
const status = async (as: TestMember) => (await server.get('/api/user/status', {}, { as })).body
const profile = (as: TestMember, of: TestMember) => server.get('/api/user/profile', { user: of.name }, { as })

describe('blocking', () => {
  test('blocking hides both members from each other and ends their follows', async () => {
    await follow(ada, bo)
    await follow(bo, ada)
    expect((await keep('block', ada, `@${bo.name.toUpperCase()}`)).body).toEqual({ success: true })
    for (const [viewer, other] of [
      [ada, bo],
      [bo, ada],
    ] as const) {
      expect((await profile(viewer, other)).body).toEqual({ error: 'User not found', code: 'profile_not_found' })
      expect((await message(viewer, other, 'hello')).body).toEqual({ error: 'User not found', code: 'not_found' })
      expect((await follow(viewer, other)).body.code).toBe('not_found')
    }
    expect([await followers(ada), await followers(bo)]).toEqual([0, 0])
    expect(await blocks(ada)).toEqual([{ username: bo.name, blocked: true, muted: false, pfpsm: '' }])
    expect(await blocks(bo)).toEqual([])
  })

  test('blocking twice equals blocking once, and unblocking restores messages but not follows', async () => {
    await message(bo, ada, 'before')
    await follow(bo, ada)
    await keep('block', ada, bo)
    await keep('block', ada, bo)
    expect(await status(ada)).toMatchObject({ unread_messages: 0, unread_activity: 0 })
    expect((await keep('unblock', ada, bo)).body).toEqual({ success: true })
    expect((await keep('unblock', ada, bo)).body).toEqual({ success: true })
    expect(await blocks(ada)).toEqual([])
    expect(await status(ada)).toMatchObject({ unread_messages: 1, unread_activity: 0 })
    expect((await message(bo, ada, 'after')).status).toBe(200)
    expect(await followers(ada)).toBe(0)
  })

  test('blocking back works, and unblocking removes only the own block', async () => {
    await keep('block', ada, bo)
    expect((await keep('block', bo, ada)).body).toEqual({ success: true })
    await keep('unblock', ada, bo)
    expect((await profile(ada, bo)).status).toBe(400)
    await keep('unblock', bo, ada)
    expect((await profile(ada, bo)).status).toBe(200)
  })

  test('blocking beside a concurrent follow leaves no follow', async () => {
    await Promise.all([follow(bo, ada), keep('block', ada, bo), follow(bo, ada), follow(ada, bo)])
    await keep('unblock', ada, bo)
    expect([await followers(ada), await followers(bo)]).toEqual([0, 0])
  })

  test.each([
    ['oneself', () => ada.name, 400],
    ['System', () => 'System', 400],
    ['an unknown member', () => 'nobody-of-that-name', 404],
  ])('blocking and muting %s is rejected', async (_, name, code) => {
    for (const act of ['block', 'unblock', 'mute', 'unmute'] as const)
      expect([act, (await keep(act, ada, name())).status]).toEqual([act, code])
  })
})

describe('muting', () => {
  const newest = async (as: TestMember) => (await status(as)).newest_broadcast
  const feed = async (as: TestMember) => (await server.get('/api/get-broadcasts', {}, { as })).body.broadcasts
  const share = async (author: TestMember) => {
    const { id } = await server.db
      .insertInto('broadcasts')
      .values({
        author_id: author.id,
        type: 'Activity',
        title: `by ${author.name}`,
        track_id: null,
        about_member_id: null,
        about_other_id: null,
        client_id: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  test('muting hides a member from feed, badges and activity without the member noticing', async () => {
    const seen = await share(ada)
    await keep('mute', ada, bo)
    const theirs = await share(bo)
    await message(bo, ada, 'hello')
    await follow(bo, ada)
    expect(await status(ada)).toMatchObject({ newest_broadcast: seen, unread_messages: 0, unread_activity: 0 })
    expect((await feed(ada)).map((it: { id: number }) => it.id)).not.toContain(theirs)
    expect((await server.get('/api/user/activity', { user: ada.name }, { as: ada })).body).toEqual({
      activity: [],
      unread: 0,
    })
    expect(
      (await server.get('/api/user/conversations', { user: ada.name }, { as: ada })).body.conversations,
    ).toMatchObject([{ conversant: bo.name, lastconversation: '2026-11-21T12:00:00.000Z', unread: 0, pfpsm: '' }])
    // Everything else is unchanged for both members.
    expect((await profile(ada, bo)).status).toBe(200)
    expect((await profile(bo, ada)).status).toBe(200)
    expect((await feed(bo)).map((it: { id: number }) => it.id)).toContain(seen)
    expect(await newest(bo)).toBe(theirs)
    expect(await blocks(ada)).toEqual([{ username: bo.name, blocked: false, muted: true, pfpsm: '' }])
    await keep('unmute', ada, bo)
    expect(await status(ada)).toMatchObject({ newest_broadcast: theirs, unread_messages: 1, unread_activity: 1 })
  })

  test('muting and blocking of a member share a row of the list, latest first', async () => {
    const cy = await makeMember(server, `cy${round}`)
    await keep('mute', ada, bo)
    server.clock.advance({ seconds: 1 })
    await keep('mute', ada, cy)
    server.clock.advance({ seconds: 1 })
    await keep('block', ada, bo)
    expect(await blocks(ada)).toEqual([
      { username: bo.name, blocked: true, muted: true, pfpsm: '' },
      { username: cy.name, blocked: false, muted: true, pfpsm: '' },
    ])
  })
})

test("no response reveals another member's blocks and mutes", async () => {
  const response = await server.get('/api/user/blocks', { user: ada.name }, { as: bo })
  expect(response.body.code).toBe('wrong_member')
})
