import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands } from '#server/admin/commands.ts'
import { conversationsSection } from '#server/ownership/export/conversations.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer()
const nightBus = await makeTrack(server, 'Night Bus by Lamplight Parade')
let round = 0
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
})

const send = async (as: TestMember, to: TestMember, message: string, more: object = {}) =>
  server.post('/api/send-direct-message', { user: as.name, recipient: to.name, message, ...more }, { as })
const sentId = async (as: TestMember, to: TestMember, message: string, more: object = {}): Promise<number> =>
  (await send(as, to, message, more)).body.id
const edit = (as: TestMember, ref: object, message: string, more: object = {}) =>
  server.post('/api/edit-direct-message', { user: as.name, message, ...ref, ...more }, { as })
const remove = (as: TestMember, ref: object, more: object = {}) =>
  server.post('/api/delete-direct-message', { user: as.name, ...ref, ...more }, { as })
const react = (as: TestMember, message_id: number, emoji?: string, more: object = {}) =>
  server.post('/api/react-to-message', { user: as.name, message_id, ...(emoji && { emoji }), ...more }, { as })
const conversation = async (as: TestMember, other: TestMember, query: object = {}) =>
  (await server.get('/api/user/direct-messages', { user: as.name, conversant: other.name, ...query }, { as })).body
const messages = async (as: TestMember, other: TestMember) => (await conversation(as, other)).directMessages
const unread = async (as: TestMember) => (await server.get('/api/user/status', {}, { as })).body.unread_messages
const activity = async (as: TestMember) =>
  (await server.get('/api/user/activity', { user: as.name }, { as })).body.activity
const block = (blocker: TestMember, blocked: TestMember) =>
  server.post('/api/user/block', { user: blocker.name, other: blocked.name }, { as: blocker })

describe('a card', () => {
  test('a card has the names of its track for both, with a text or without', async () => {
    await play(server, ada, nightBus)
    await send(ada, bo, '', { track_id: nightBus })
    await send(ada, bo, 'for the walk home', { track_id: nightBus })
    const track = { id: nightBus, name: 'Night Bus', artist: 'Lamplight Parade' }
    expect(await messages(bo, ada)).toMatchObject([
      { message: '', track },
      { message: 'for the walk home', track },
    ])
    expect(await messages(ada, bo)).toMatchObject([{ track }, { track }])
  })

  test('a message without a text and a track is rejected', async () => {
    expect((await send(ada, bo, ' ')).body.error).toBe('message must not be empty.')
  })

  test('a card with an unknown track, or one that only a member with hidden listening played, is rejected', async () => {
    const secret = await makeTrack(server, `Secret ${round} by Nobody`)
    await play(server, bo, secret)
    await server.post('/api/user/edit-privacy', { user: bo.name, hides_listening: 'true' }, { as: bo })
    const answers = [
      await send(ada, bo, 'x', { track_id: secret }),
      await send(ada, bo, 'x', { track_id: 999_999_999 }),
    ]
    for (const { status, body } of answers)
      expect([status, body]).toEqual([404, { error: 'This track is not known here.', code: 'not_found' }])
    expect(await messages(bo, ada)).toEqual([])
  })

  test('the recipient of a card can open the page of its track, until a block', async () => {
    const rare = await makeTrack(server, `Rare ${round} by Lamplight Parade`)
    await play(server, ada, rare)
    await server.post('/api/user/edit-privacy', { user: ada.name, hides_listening: 'true' }, { as: ada })
    const seen = async () => (await server.get('/api/track/by-id', { id: rare }, { as: bo })).body.track
    expect(await seen()).toBeNull()
    await send(ada, bo, '', { track_id: rare })
    expect(await seen()).toMatchObject({ id: rare })
    await block(bo, ada)
    expect(await seen()).toBeNull()
  })

  test('the activity shows the track of a card without a text', async () => {
    await play(server, ada, nightBus)
    await send(ada, bo, '', { track_id: nightBus })
    expect((await activity(bo))[0]).toMatchObject({
      kind: 'message',
      subject: 'Night Bus by Lamplight Parade',
    })
  })
})

describe('an edit', () => {
  test('an edit within ten minutes is shown to both as edited', async () => {
    const id = await sentId(ada, bo, 'fisrt')
    server.clock.advance({ minutes: 10 })
    expect((await edit(ada, { message_id: id }, 'first')).status).toBe(200)
    expect(await messages(bo, ada)).toMatchObject([{ id, message: 'first', edited_at: expect.any(String) }])
    expect(await unread(bo)).toBe(1)
  })

  test('an edit after ten minutes of the server is rejected with a code, and changes nothing', async () => {
    const id = await sentId(ada, bo, 'as sent')
    server.clock.advance({ minutes: 10, seconds: 1 })
    const late = await edit(ada, { message_id: id }, 'too late', { timestamp: '2000-01-01T00:00:00Z' })
    expect([late.status, late.body.code]).toEqual([409, 'edit_too_late'])
    const [message] = await messages(bo, ada)
    expect([message.message, message.edited_at]).toEqual(['as sent', undefined])
  })

  test('a message can be edited by the client_id of its request', async () => {
    const clientId = randomUUID()
    await send(ada, bo, 'one', { client_id: clientId })
    expect((await edit(ada, { message_client_id: clientId }, 'two')).status).toBe(200)
    expect(await messages(bo, ada)).toMatchObject([{ message: 'two' }])
    expect((await edit(bo, { message_client_id: clientId }, 'mine now')).status).toBe(404)
  })

  test('the same text again does not count as an edit', async () => {
    const id = await sentId(ada, bo, 'same')
    await edit(ada, { message_id: id }, ' same ')
    expect((await messages(bo, ada))[0].edited_at).toBeUndefined()
  })

  test.each([
    ['by the recipient', () => bo, 403],
    ['by a third member', () => makeMember(server, `cy${round}`), 404],
  ])('an edit and a deletion %s are rejected', async (_, pick, status) => {
    const id = await sentId(ada, bo, 'hers')
    const other = await pick()
    expect((await edit(other, { message_id: id }, 'his')).status).toBe(status)
    expect((await remove(other, { message_id: id })).status).toBe(status)
    expect(await messages(bo, ada)).toMatchObject([{ message: 'hers' }])
  })

  test('an edit without a text, of a text that is too long, or of no or two messages is rejected', async () => {
    const ref = { message_id: await sentId(ada, bo, 'x') }
    expect((await edit(ada, ref, '  ')).status).toBe(400)
    expect((await edit(ada, ref, '漢'.repeat(667))).body.code).toBe('too_long')
    expect((await edit(ada, {}, 'y')).status).toBe(400)
    expect((await edit(ada, { ...ref, message_client_id: randomUUID() }, 'y')).status).toBe(400)
  })

  test('a reported text stays in the report when it is edited and deleted', async () => {
    const id = await sentId(bo, ada, 'fool')
    const about = { user: ada.name, other: bo.name, reason: 'insult', relatedtype: 'Message', relatedid: id }
    expect((await server.post('/api/user/report', about, { as: ada })).status).toBe(200)
    await edit(bo, { message_id: id }, 'friend')
    await remove(bo, { message_id: id })
    const listed = commands['reports']?.run({
      db: server.db,
      config: server.config,
      log: server.services.log,
      argument: '',
      options: {},
    })
    expect(await listed).toContain('words: fool')
    expect((await server.post('/api/user/report', about, { as: ada })).status).toBe(404)
  })
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

  test.each(['ok', '😂😂', '<b>', '5'])('the reaction %s is rejected', async (emoji) => {
    const id = await sentId(ada, bo, 'x')
    const { status, body } = await react(bo, id, emoji)
    expect([status, body.error]).toEqual([400, 'emoji must be one emoji.'])
  })

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

test('the offline copy has cards, edits and reactions', async () => {
  await play(server, ada, nightBus)
  const id = await sentId(ada, bo, 'one', { track_id: nightBus })
  await edit(ada, { message_id: id }, 'two')
  await react(bo, id, '🎧')
  const { conversations } = (await server.get('/api/user/offline-copy', { user: bo.name }, { as: bo })).body
  expect(conversations[0].messages.directMessages).toMatchObject([
    { message: 'two', edited_at: expect.any(String), own_reaction: '🎧', track: { id: nightBus } },
  ])
})

test('the export has cards, times and reactions of messages', async () => {
  await play(server, ada, nightBus)
  const id = await sentId(ada, bo, 'one', { track_id: nightBus })
  await react(bo, id, '🎧')
  const lines: string[] = []
  for await (const text of conversationsSection(bo.id).lines(server.db)) lines.push(text)
  expect(JSON.parse(lines.join(''))).toMatchObject({
    text: 'one',
    track: { title: 'Night Bus', artist_name: 'Lamplight Parade' },
    reaction_of_recipient: '🎧',
    deleted_at: null,
  })
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
