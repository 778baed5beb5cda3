import { expect, test } from 'vitest'
import { describeMessage } from './last-message.ts'

const base = { id: 1, timestamp: '2026-11-25T08:12:00.000Z', client_id: undefined }
const track = { id: 3, name: 'Heavy Loop', artist: 'KLZ-9' }

test.each([
  [{ type: 'Incoming', message: 'Well?' }, 'Well?'],
  [{ type: 'Outgoing', message: 'Well.' }, 'You: Well.'],
  [{ type: 'Incoming', message: '', track }, 'Sent a track: Heavy Loop by KLZ-9'],
  [{ type: 'Outgoing', message: '', track }, 'You: Sent a track: Heavy Loop by KLZ-9'],
  [{ type: 'Incoming', message: 'this one', track }, 'this one'],
  [{ type: 'Outgoing', message: '', deleted_at: base.timestamp }, 'Message deleted'],
])('%j is "%s"', (message, line) => {
  expect(describeMessage({ ...base, ...message })).toBe(line)
})
