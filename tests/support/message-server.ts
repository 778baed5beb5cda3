import { expect } from 'vitest'
import { makeTrack } from './music.ts'
import { type TestMember, type TestServer, testServer } from './test-server.ts'

/** Starts a server with a track and functions that send, change and read messages. */
export async function messageServer() {
  const server: TestServer = await testServer()
  const nightBus = await makeTrack(server, 'Night Bus by Lamplight Parade')
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
  /**
   * Resolves to the number of unread messages, which must equal the sum over the conversations that
   * it names.
   */
  const unread = async (as: TestMember): Promise<number> => {
    const { unread_messages, unread_from } = (await server.get('/api/user/status', {}, { as })).body
    const named = unread_from.reduce((sum: number, row: { unread: number }) => sum + row.unread, 0)
    expect([as.name, named]).toEqual([as.name, unread_messages])
    return unread_messages
  }
  const activity = async (as: TestMember) =>
    (await server.get('/api/user/activity', { user: as.name }, { as })).body.activity
  const block = (blocker: TestMember, blocked: TestMember) =>
    server.post('/api/user/block', { user: blocker.name, other: blocked.name }, { as: blocker })
  return { server, nightBus, send, sentId, edit, remove, react, conversation, messages, unread, activity, block }
}
