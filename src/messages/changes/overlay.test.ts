import { expect, test } from 'vitest'
import { ackedAt, actionIn, pendingActions } from '#tests/support/pending-actions.ts'
import { overlayMessages, type ShownMessage } from '../overlay.ts'
import { deleteMessage, editMessage, react, sendMessage } from '../senders.ts'
import { overlayChanges } from './overlay.ts'

const OWN = { user: 'ada', recipient: 'bo' }
const stored: ShownMessage = {
  id: 7,
  message: 'hello',
  timestamp: '2026-11-20T08:00:00.000Z',
  type: 'Outgoing',
  client_id: 'c7',
  other_reaction: '😂',
}
const edit = (message: string, ref: object = { messageId: 7 }) => [editMessage, { ...OWN, ...ref, message }] as const
const reaction = (emoji: string, messageId = 7) => [react, { user: 'ada', conversant: 'bo', messageId, emoji }] as const
const deletion = (ref: object = { messageId: 7 }) => [deleteMessage, { ...OWN, ...ref }] as const

test('the latest edit and reaction are shown, as pending', () => {
  const pending = pendingActions(edit('one'), edit('two'), reaction('❤️'))
  const [message] = overlayChanges([stored], pending)
  expect(message).toMatchObject({
    message: 'two',
    edited_at: '2026-11-20T08:12:00.000Z',
    own_reaction: '❤️',
    other_reaction: '😂',
  })
  expect(message).toHaveProperty('changing.status', 'queued')
})

test('an acknowledged change is shown without a mark until the response has it', () => {
  const [message] = overlayChanges([stored], pendingActions(ackedAt(2, edit('two'))))
  expect(message).toMatchObject({ message: 'two' })
  expect(message).not.toHaveProperty('changing')
})

test('changes may be applied twice', () => {
  const pending = pendingActions(edit('two'), reaction('❤️'))
  const once = overlayChanges([stored], pending)
  expect(overlayChanges(once, pending)).toEqual(once)
  const deleted = pendingActions(deletion())
  expect(overlayChanges(overlayChanges([stored], deleted), deleted)).toEqual(overlayChanges([stored], deleted))
})

test('a removed reaction is not shown', () => {
  const [message] = overlayChanges([{ ...stored, own_reaction: '❤️' }], pendingActions(reaction('')))
  expect(message?.own_reaction).toBeUndefined()
})

test('a deleted message has neither text nor reactions, whatever else is pending', () => {
  const [message] = overlayChanges([stored], pendingActions(edit('two'), deletion(), reaction('❤️')))
  expect(message).toMatchObject({ message: '', deleted_at: '2026-11-20T08:12:00.000Z' })
  expect([message?.own_reaction, message?.other_reaction, message?.edited_at]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a refused edit leaves the message as it is, with the text beside it', () => {
  const [message] = overlayChanges([stored], pendingActions(actionIn('parked', edit('too late'))))
  expect(message).toMatchObject({ message: 'hello', refusedEdit: { text: 'too late', entry: { status: 'parked' } } })
  expect(message).not.toHaveProperty('edited_at')
})

test('a message names its edits that are not on the server, for the deletion that removes them', () => {
  const [message] = overlayChanges(
    [stored],
    pendingActions(ackedAt(2, edit('on it')), actionIn('parked', edit('late')), edit('new')),
  )
  expect(message?.edits?.map(({ status }) => status).toSorted()).toEqual(['parked', 'queued'])
})

test('changes of a message by its client_id are shown before and after the server has it', () => {
  const send = [sendMessage, { ...OWN, message: 'first' }] as const
  const client_id = '00000000-0000-4000-8000-000000000001'
  const pending = pendingActions(send, edit('second', { messageClientId: client_id }))
  expect(overlayMessages('bo', [], pending).map((it) => it.message)).toEqual(['second'])
  const sent = { ...stored, id: 8, message: 'first', client_id }
  expect(overlayMessages('bo', [sent], pending).map((it) => it.message)).toEqual(['second'])
})

test('changes of other messages, and of messages without a client_id, are not applied', () => {
  const incoming = { ...stored, client_id: undefined, type: 'Incoming' }
  const pending = pendingActions(edit('x', { messageId: 8 }), deletion({ messageClientId: 'c9' }), reaction('❤️', 9))
  expect(overlayChanges([incoming], pending)).toEqual([incoming])
})

test('a pending card is shown with its track', () => {
  const track = { id: 3, name: 'Night Bus', artist: 'Lamplight Parade' }
  const send = [sendMessage, { ...OWN, message: '', track }] as const
  expect(overlayMessages('bo', [], pendingActions(send))).toMatchObject([{ message: '', track }])
})

test('a change is sent after the message and before the next one', () => {
  const lane = sendMessage.lane({ ...OWN, message: 'x' }, 'c')
  expect(editMessage.lane({ ...OWN, recipient: 'Bo', messageClientId: 'c7', message: 'y' }, 'd')).toBe(lane)
  expect(deleteMessage.lane({ ...OWN, messageId: 7 }, 'e')).toBe(lane)
})
