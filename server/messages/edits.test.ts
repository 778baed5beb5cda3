import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { messageServer } from '#tests/support/message-server.ts'
import type { TestMember } from '#tests/support/test-server.ts'

const { server, send, sentId, edit, remove, messages, unread } = await messageServer()
let round = 0
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
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

  test('an edit without a visible text, of a text that is too long, or of no or two messages is rejected', async () => {
    const ref = { message_id: await sentId(ada, bo, 'x') }
    expect((await edit(ada, ref, '  ')).status).toBe(400)
    expect((await edit(ada, ref, '\u200B')).status).toBe(400)
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
    expect(await server.db.selectFrom('reports').select('quote').execute()).toEqual([{ quote: 'fool' }])
    expect((await server.post('/api/user/report', about, { as: ada })).status).toBe(404)
  })
})
