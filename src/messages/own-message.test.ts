import { expect, test } from 'vitest'
import { isEditOffered, nameOwnMessage } from './own-message.ts'

const NOW = Date.parse('2026-11-20T08:20:00.000Z')
const own = { id: 7, message: 'hello', timestamp: '2026-11-20T08:10:01.000Z', type: 'Outgoing', client_id: 'c7' }

test('an edit is offered for own messages of the last ten minutes', () => {
  expect(isEditOffered(own, NOW)).toBe(true)
  expect(isEditOffered(own, NOW + 1000)).toBe(false)
  expect(isEditOffered({ ...own, type: 'Incoming' }, NOW)).toBe(false)
  expect(isEditOffered({ ...own, deleted_at: own.timestamp }, NOW)).toBe(false)
})

test('a message is named by its id, or by its client_id before it has one', () => {
  expect(nameOwnMessage(own)).toEqual({ messageId: 7 })
  expect(nameOwnMessage({ ...own, id: -1 })).toEqual({ messageClientId: 'c7' })
})
