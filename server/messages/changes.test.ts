import { beforeEach, describe, expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { messageServer } from '#tests/support/message-server.ts'
import { play } from '#tests/support/music.ts'
import type { TestMember } from '#tests/support/test-server.ts'

const { server, nightBus, send, sentId, edit, remove, react, conversation, messages, unread, activity } =
  await messageServer()
let round = 0
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
})

describe('a deletion', () => {
  test('a deletion leaves a placeholder without text, card and reactions, and is no unread message', async () => {
    await play(server, ada, nightBus)
    await send(ada, bo, 'stays')
    const id = await sentId(ada, bo, 'goes', { track_id: nightBus })
    await react(bo, id, '🎧')
    expect(await unread(bo)).toBe(2)
    expect((await remove(ada, { message_id: id })).status).toBe(200)
    expect((await remove(ada, { message_id: id })).status).toBe(200)
    const gone = (await messages(bo, ada))[1]
    expect(gone).toMatchObject({ id, message: '', deleted_at: expect.any(String) })
    expect([gone.track, gone.other_reaction, gone.own_reaction]).toEqual([undefined, undefined, undefined])
    expect(await unread(bo)).toBe(1)
    const row = await server.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('goes')
  })

  test('the activity shows the last message that is not deleted, and none without one', async () => {
    const first = await sentId(ada, bo, 'first')
    const second = await sentId(ada, bo, 'second')
    await remove(ada, { message_id: second })
    expect(JSON.stringify(await activity(bo))).toContain('first')
    expect(JSON.stringify(await activity(bo))).not.toContain('second')
    await remove(ada, { message_id: first })
    expect(JSON.stringify(await activity(bo))).not.toContain('first')
    expect(await unread(bo)).toBe(0)
  })

  test('deletions beside readings leave the unread count correct', async () => {
    const ids: number[] = []
    for (let n = 0; n < 12; n++) ids.push(await sentId(ada, bo, `${n}`))
    await Promise.all(
      ids.flatMap((id, n) => [
        n % 2 === 0 ? remove(ada, { message_id: id }) : edit(ada, { message_id: id }, `edited ${n}`),
        server.post('/api/mark-messages-read', { sender: ada.name, recipient: bo.name, up_to: id }, { as: bo }),
      ]),
    )
    const { count } = await server.db
      .selectFrom('messages')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('recipient_id', '=', bo.id)
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect([await unread(bo), count]).toEqual([0, 0])
  })

  test('a deletion that follows an edit leaves nothing of both texts', async () => {
    const id = await sentId(ada, bo, 'first words')
    await edit(ada, { message_id: id }, 'second words')
    await remove(ada, { message_id: id })
    expect(await messages(bo, ada)).toMatchObject([{ message: '', deleted_at: expect.any(String) }])
    const row = await server.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('words')
  })

  test('a deleted message can neither be edited nor reacted to', async () => {
    const id = await sentId(ada, bo, 'x')
    await remove(ada, { message_id: id })
    expect((await edit(ada, { message_id: id }, 'y')).status).toBe(404)
    expect((await react(bo, id, '🎧')).status).toBe(404)
  })
})

describe('a reaction', () => {
  test('each member has one reaction to a message, which a new one replaces', async () => {
    const id = await sentId(ada, bo, 'x')
    await react(bo, id, '🎧')
    await react(bo, id, '😂')
    await react(ada, id, '❤️')
    expect(await messages(ada, bo)).toMatchObject([{ own_reaction: '❤️', other_reaction: '😂' }])
    await react(bo, id)
    const [message] = await messages(bo, ada)
    expect([message.own_reaction, message.other_reaction]).toEqual([undefined, '❤️'])
  })

  test('a reaction is no unread message and leaves the order of conversations', async () => {
    const id = await sentId(ada, bo, 'x')
    server.clock.advance({ minutes: 5 })
    await react(bo, id, '🎧')
    expect(await unread(ada)).toBe(0)
    const { conversations } = (await server.get('/api/user/conversations', { user: ada.name }, { as: ada })).body
    const { created_at } = await server.db
      .selectFrom('messages')
      .select('created_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(conversations[0].lastconversation).toBe(created_at.toISOString())
  })

  test.each(['ok', '😂😂', '<b>', '5', ' ', '😂 ', '👍🏽👍🏽', '🏽', '\u200d'])(
    'the reaction %j is rejected',
    async (emoji) => {
      const id = await sentId(ada, bo, 'x')
      const { status, body } = await react(bo, id, emoji)
      expect([status, body.error]).toEqual([400, 'emoji must be one emoji.'])
    },
  )

  test('a reaction to a message of two other members is rejected', async () => {
    const id = await sentId(ada, bo, 'x')
    const cy = await makeMember(server, `cy${round}`)
    expect((await react(cy, id, '🎧')).status).toBe(404)
  })

  test('a change is seen by the poll of both members', async () => {
    const id = await sentId(ada, bo, 'x')
    const tagOf = async (as: TestMember, other: TestMember) => {
      const query = { user: as.name, conversant: other.name }
      return (await server.get('/api/user/direct-messages', query, { as })).headers.get('etag')
    }
    for (const change of [
      () => react(bo, id, '🎧'),
      () => edit(ada, { message_id: id }, 'y'),
      () => remove(ada, { message_id: id }),
    ]) {
      const before = [await tagOf(ada, bo), await tagOf(bo, ada)]
      await change()
      const after = [await tagOf(ada, bo), await tagOf(bo, ada)]
      expect(after.filter((tag, side) => tag === before[side])).toEqual([])
    }
  })
})

test('a request for the latest page also returns changed messages above it, for two days', async () => {
  const first = await sentId(ada, bo, 'old')
  for (const text of ['2', '3', '4']) await send(ada, bo, text)
  await react(bo, first, '🎧')
  const page = await conversation(ada, bo, { limit: 2 })
  expect(page.changed).toMatchObject([{ id: first, other_reaction: '🎧' }])
  expect((await conversation(ada, bo, { limit: 2, before: page.directMessages[0].id })).changed).toBeUndefined()
  expect((await conversation(ada, bo)).changed).toBeUndefined()
  server.clock.advance({ days: 2, seconds: 1 })
  expect((await conversation(ada, bo, { limit: 2 })).changed).toBeUndefined()
})

test('a suspended member can delete messages, but neither edit nor react', async () => {
  const id = await sentId(ada, bo, 'x')
  await server.db
    .insertInto('suspensions')
    .values({ member_id: ada.id, reason: 'x', since: server.clock.now(), until: null, admin_id: null })
    .execute()
  expect((await edit(ada, { message_id: id }, 'y')).body.code).toBe('suspended')
  expect((await react(ada, id, '🎧')).body.code).toBe('suspended')
  expect((await remove(ada, { message_id: id })).status).toBe(200)
})

test('messages and reactions of a deleted account stay, and its author can no longer change them', async () => {
  const id = await sentId(ada, bo, 'kept')
  await react(ada, id, '❤️')
  const own = await sentId(bo, ada, 'mine')
  await server.post('/api/user/delete-account', { user: ada.name, password: ada.password }, { as: ada })
  const { conversations } = (await server.get('/api/user/conversations', { user: bo.name }, { as: bo })).body
  const nameless = { ...ada, name: conversations[0]?.conversant ?? ada.name }
  expect(await messages(bo, nameless)).toMatchObject([{ message: 'kept', other_reaction: '❤️' }, { message: 'mine' }])
  expect((await react(bo, id, '🎧')).status).toBe(200)
  expect((await remove(bo, { message_id: own })).status).toBe(200)
})
