import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer()
let round = 0
let ada: TestMember
let bo: TestMember

// Each test has its own two members, so that none sees another's messages.
beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
})

const send = (as: TestMember, to: TestMember | string, message: string, more: object = {}) => {
  const recipient = typeof to === 'string' ? to : to.name
  return server.post('/api/send-direct-message', { user: as.name, recipient, message, ...more }, { as })
}
const conversation = (as: TestMember, other: TestMember, query: object = {}, headers: Record<string, string> = {}) =>
  server.get('/api/user/direct-messages', { user: as.name, conversant: other.name, ...query }, { as, headers })
const texts = async (as: TestMember, other: TestMember, query: object = {}) =>
  (await conversation(as, other, query)).body.directMessages.map((it: { message: string }) => it.message)
const conversations = async (as: TestMember) =>
  (await server.get('/api/user/conversations', { user: as.name }, { as })).body.conversations
const markRead = (as: TestMember, sender: TestMember, more: object = {}) =>
  server.post('/api/mark-messages-read', { sender: sender.name, recipient: as.name, ...more }, { as })
const unread = async (as: TestMember) => (await server.get('/api/user/status', {}, { as })).body.unread_messages

describe('a message', () => {
  test('a message is outgoing for its sender and incoming for its recipient', async () => {
    const clientId = randomUUID()
    const sent = await send(ada, `@${bo.name.toUpperCase()}`, '  that swap was unfair  ', { client_id: clientId })
    expect(sent.body).toEqual({ success: true, id: expect.any(Number), client_id: clientId })
    const message = { id: sent.body.id, message: 'that swap was unfair', timestamp: '2026-11-21T12:00:00.000Z' }
    expect((await conversation(ada, bo)).body).toEqual({
      directMessages: [{ ...message, type: 'Outgoing', client_id: clientId }],
    })
    expect((await conversation(bo, ada)).body).toEqual({ directMessages: [{ ...message, type: 'Incoming' }] })
  })

  test('five concurrent messages with one client_id arrive once', async () => {
    const clientId = randomUUID()
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => send(ada, bo, 'once', { client_id: clientId })))
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1)
    expect(await texts(bo, ada)).toEqual(['once'])
    expect(await unread(bo)).toBe(1)
  })

  test('a message with a client_id of another text is rejected', async () => {
    const clientId = randomUUID()
    await send(ada, bo, 'one', { client_id: clientId })
    expect((await send(ada, bo, 'two', { client_id: clientId })).status).toBe(422)
    expect(await texts(bo, ada)).toEqual(['one'])
  })

  test.each([
    ['without a text', '   ', 400, 'bad_input'],
    ['of 1,001 characters', 'a'.repeat(1001), 400, 'bad_input'],
    ['of more than 6,000 encoded bytes', '漢'.repeat(667), 413, 'too_long'],
  ])('a message %s is rejected', async (_, text, status, code) => {
    const response = await send(ada, bo, text)
    expect([response.status, response.body.code]).toEqual([status, code])
    expect(await texts(bo, ada)).toEqual([])
  })

  test('a message of exactly 6,000 encoded bytes arrives', async () => {
    const text = '😀'.repeat(500)
    expect((await send(ada, bo, text)).status).toBe(200)
    expect(await texts(bo, ada)).toEqual([text])
  })

  test('a message to oneself, System or an unknown member is rejected', async () => {
    expect((await send(ada, ada, 'hello me')).body.error).toBe('You cannot send a message to yourself.')
    expect((await send(ada, 'System', 'hello')).status).toBe(400)
    expect((await send(ada, 'nobody', 'hello')).body).toEqual({ error: 'User not found', code: 'not_found' })
  })

  test('a message for another member, or without a session, is rejected', async () => {
    const query = { user: ada.name, recipient: bo.name, message: 'hello' }
    expect((await server.post('/api/send-direct-message', query, { as: bo })).status).toBe(403)
    expect((await server.post('/api/send-direct-message', query)).status).toBe(401)
  })

  test('a message is 404 if either member has blocked the other', async () => {
    await send(ada, bo, 'before')
    const block = { blocker_id: bo.id, blocked_id: ada.id, created_at: server.clock.now() }
    await server.db.insertInto('blocks').values(block).execute()
    expect((await send(ada, bo, 'after')).status).toBe(404)
    expect((await send(bo, ada, 'after')).status).toBe(404)
    expect((await conversation(ada, bo)).status).toBe(404)
    expect(await conversations(ada)).toEqual([])
    expect(await unread(bo)).toBe(0)
  })
})

describe('a conversation', () => {
  test('a conversation is oldest first, and each page precedes the newer one', async () => {
    for (const text of ['1', '2', '3', '4', '5']) await send(text === '3' ? bo : ada, text === '3' ? ada : bo, text)
    const { directMessages } = (await conversation(bo, ada, { limit: 2 })).body
    expect(directMessages.map((it: { message: string }) => it.message)).toEqual(['4', '5'])
    expect(await texts(bo, ada, { limit: 2, before: directMessages[0].id })).toEqual(['2', '3'])
    expect(await texts(bo, ada)).toEqual(['1', '2', '3', '4', '5'])
  })

  test('a conversation has the latest 200 messages by default', async () => {
    const rows = Array.from({ length: 205 }, (_, place) => ({
      sender_id: ada.id,
      recipient_id: bo.id,
      body: String(place),
      client_id: null,
      read_at: null,
    }))
    await server.db.insertInto('messages').values(rows).execute()
    const all = await texts(bo, ada)
    expect(all).toHaveLength(200)
    expect(all.at(-1)).toBe('204')
  })

  test('a conversation is 304 until either member writes or reads', async () => {
    await send(ada, bo, 'one')
    const tagOf = async (as: TestMember, other: TestMember) => (await conversation(as, other)).headers.get('etag') ?? ''
    const tag = await tagOf(bo, ada)
    const again = async () => (await conversation(bo, ada, {}, { 'If-None-Match': tag })).status
    expect(await again()).toBe(304)
    await send(bo, ada, 'two')
    expect(await again()).toBe(200)
    expect(await tagOf(ada, bo)).not.toBe(await tagOf(bo, ada))
  })

  test('a conversation of other members cannot be read', async () => {
    const response = await server.get('/api/user/direct-messages', { user: ada.name, conversant: bo.name }, { as: bo })
    expect(response.body.code).toBe('wrong_member')
  })

  test('a conversation with concurrent messages of both members loses none', async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? send(ada, bo, `${n}`) : send(bo, ada, `${n}`))),
    )
    expect(sent.filter(({ status }) => status !== 200)).toEqual([])
    expect(await texts(ada, bo)).toHaveLength(20)
    expect(await texts(ada, bo)).toEqual(await texts(bo, ada))
    expect([await unread(ada), await unread(bo)]).toEqual([10, 10])
  })
})

describe('reading', () => {
  test("reading marks the sender's messages up to the last one shown", async () => {
    const first = (await send(ada, bo, 'one')).body.id
    await send(ada, bo, 'two')
    expect(await conversations(bo)).toMatchObject([
      { conversant: ada.name, lastconversation: '2026-11-21T12:00:00.000Z', unread: 2, pfpsm: '' },
    ])
    expect((await markRead(bo, ada, { up_to: first })).body).toEqual({ success: true })
    expect(await unread(bo)).toBe(1)
    await markRead(bo, ada, { up_to: first })
    expect(await unread(bo)).toBe(1)
    await markRead(bo, ada)
    expect(await unread(bo)).toBe(0)
    expect((await conversations(bo))[0].unread).toBe(0)
  })

  test("reading does not mark the reader's own messages", async () => {
    await send(ada, bo, 'one')
    await markRead(ada, bo)
    expect(await unread(bo)).toBe(1)
  })

  test('reading for another member is rejected', async () => {
    await send(ada, bo, 'one')
    const query = { sender: ada.name, recipient: bo.name }
    expect((await server.post('/api/mark-messages-read', query, { as: ada })).status).toBe(403)
    expect(await unread(bo)).toBe(1)
  })

  test('reading beside arriving messages leaves the unread count correct', async () => {
    const work = Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? markRead(bo, ada) : send(ada, bo, `${n}`)))
    await Promise.all(work)
    const { count } = await server.db
      .selectFrom('messages')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('recipient_id', '=', bo.id)
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(await unread(bo)).toBe(count)
  })
})

test('a member has a list of their latest 1,000 conversations', async () => {
  const names = sql`select 'talk ' || ${round}::int || ' ' || number from generate_series(1, 1001) as number`
  await sql`insert into members (name, name_key, email, first_name, last_name, joined_at, last_login_at, active_at)
    select name, name, '', name, '', now(), now(), now() from (${names}) as names (name)`.execute(server.db)
  await sql`insert into conversations (member_id, other_id, last_message_at, unread)
    select ${ada.id}, id, timestamptz '2026-11-01' + id * interval '1 second', 0 from members
    where name in (${names})`.execute(server.db)
  await send(ada, bo, 'the latest one')
  const listed: readonly { conversant: string }[] = await conversations(ada)
  expect(listed).toHaveLength(1000)
  expect(listed[0]).toMatchObject({ conversant: bo.name, last_message: { message: 'the latest one' } })
  expect(listed.at(-1)?.conversant).toBe(`talk ${round} 3`)
})

test('a conversation has its last message as each member sees it, cut to 200 characters', async () => {
  await send(ada, bo, 'one')
  const { id } = (await send(ada, bo, '🎧'.repeat(300))).body
  const last = async (as: TestMember) => (await conversations(as))[0].last_message
  expect(await last(ada)).toMatchObject({ id, type: 'Outgoing', message: '🎧'.repeat(200) })
  expect(await last(bo)).toMatchObject({ id, type: 'Incoming', message: '🎧'.repeat(200) })
  await server.post('/api/delete-direct-message', { user: ada.name, message_id: id }, { as: ada })
  expect(await last(bo)).toMatchObject({ id, message: '', deleted_at: expect.any(String) })
})

test('conversations are listed latest first', async () => {
  const cy = await makeMember(server, `cy${round}`)
  await send(ada, bo, 'first')
  server.clock.advance({ seconds: 1 })
  await send(cy, ada, 'second')
  server.clock.advance({ seconds: 1 })
  await send(bo, ada, 'third')
  expect((await conversations(ada)).map((it: { conversant: string }) => it.conversant)).toEqual([bo.name, cy.name])
})

test('messages to members who neither follow nor wrote back have a daily limit, others do not', async () => {
  const rateLimits = { ...ampleRateLimits, memberStrangers: { burst: 3, perSecond: 1 / 7200 } }
  const limited = await testServer({ settings: { rateLimits } })
  const [al, be, ce] = [
    await makeMember(limited, 'al'),
    await makeMember(limited, 'be'),
    await makeMember(limited, 'ce'),
  ]
  const write = (from: TestMember, to: TestMember, client_id = randomUUID()) =>
    limited.post(
      '/api/send-direct-message',
      { user: from.name, recipient: to.name, message: 'hi', client_id },
      { as: from },
    )
  const repeated = randomUUID()
  for (const id of [repeated, repeated, repeated, randomUUID(), randomUUID()]) {
    expect((await write(al, be, id)).status).toBe(200)
  }
  const refused = await write(al, be)
  expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([
    429,
    {
      error: 'Too many messages, swaps and mentions for members who do not follow you. Try again in 2 h.',
      code: 'daily_limit',
    },
    '7200',
  ])
  await limited.post('/api/user/follow', { follower: 'ce', followee: 'al' }, { as: ce })
  expect((await write(al, ce)).status).toBe(200)
  await write(be, al)
  for (let n = 0; n < 5; n++) expect((await write(al, be)).status).toBe(200)
})
