import { expect, test } from 'vitest'
import { ackedAt, actionIn, pendingActions } from '#tests/support/pending-actions.ts'
import { overlayConversations, overlayMessages } from './overlay.ts'
import { markRead, sendMessage } from './senders.ts'

const to = (recipient: string, message: string) => [sendMessage, { user: 'ada', recipient, message }] as const
const stored = { id: 7, message: 'hello', timestamp: '2026-11-20T08:00:00.000Z', type: 'incoming' }
const words = (messages: readonly { message: string }[]) => messages.map((it) => it.message)

test('pending messages are below the known ones, in the order in which they were written', () => {
  const pending = pendingActions(to('Mirelle', 'next one is worse'), to('bo', 'not here'), to('mirelle', '(better)'))
  expect(words(overlayMessages('mirelle', [stored], pending))).toEqual(['hello', 'next one is worse', '(better)'])
})

test("a message is shown once, by its pending action or by the server's id", () => {
  const sent = { ...stored, id: 8, message: 'mine', client_id: '00000000-0000-4000-8000-000000000001' }
  expect(overlayMessages('bo', [sent], pendingActions(to('bo', 'mine')))).toEqual([sent])
  const acked = pendingActions(ackedAt(2, to('bo', 'mine'), 8))
  expect(overlayMessages('bo', [{ ...sent, client_id: undefined }], acked)).toHaveLength(1)
})

test('a refused message stays and is marked as failed', () => {
  const [shown] = overlayMessages('bo', [], pendingActions(actionIn('parked', to('bo', 'too much'))))
  expect(shown).toMatchObject({ message: 'too much', type: 'Outgoing', failed: { status: 'parked' } })
  expect(shown?.waiting).toBeUndefined()
})

test('a conversation begun offline is in the list, and one read offline has no mark', () => {
  const known = { conversant: 'bo', lastconversation: '2026-11-19T08:00:00.000Z', unread: 3 }
  const pending = pendingActions(to('cy', 'hi'), [markRead, { user: 'ada', sender: 'Bo', upTo: 7 }])
  expect(overlayConversations([known], pending)).toMatchObject([
    {
      conversant: 'cy',
      lastconversation: '2026-11-20T08:12:00.000Z',
      last_message: { message: 'hi', type: 'Outgoing', waiting: { status: 'queued' } },
    },
    { ...known, unread: 0 },
  ])
})

test('a message that the server refused is the last one of its conversation, until another is written', () => {
  const older = { conversant: 'bo', lastconversation: '2026-11-19T08:00:00.000Z' }
  const refused = actionIn('parked', to('bo', 'too much'))
  expect(overlayConversations([older], pendingActions(refused))).toMatchObject([
    { last_message: { message: 'too much', failed: { status: 'parked' } } },
  ])
  const newer = { ...older, lastconversation: '2026-11-21T08:00:00.000Z' }
  expect(overlayConversations([newer], pendingActions(refused))[0]?.last_message).toBeUndefined()
})
