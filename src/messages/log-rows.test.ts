import { expect, test } from 'vitest'
import { actionIn, pendingActions } from '#tests/support/pending-actions.ts'
import { dayLabel } from './day-label.ts'
import { logRows } from './log-rows.ts'
import { overlayMessages } from './overlay.ts'
import { sendMessage } from './senders.ts'

/** Returns a local time: a day is the device's own. */
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
const NOW = new Date(2026, 10, 20, 9).getTime()
const said = (id: number, timestamp: string, type = 'incoming') => ({ id, message: `${id}`, timestamp, type })

test('a day is named above its first message, by the row before it', () => {
  const rows = logRows([said(1, at(16, 23)), said(2, at(19, 0)), said(3, at(19, 9)), said(4, at(20, 8))], NOW)
  expect(rows.map((it) => it.dayBelow)).toEqual(['Yesterday', undefined, 'Today', undefined])
})

test('days are named Today, Yesterday, by weekday or by year', () => {
  expect(dayLabel(at(16, 8), NOW)).toBe('Monday 16 November')
  expect(dayLabel(new Date(2025, 11, 24).toISOString(), NOW)).toBe('24 December 2025')
  expect(dayLabel('', NOW)).toBe('')
})

test('older messages do not change the existing rows', () => {
  const later = [said(3, at(20, 8)), said(4, at(20, 8))]
  const rows = logRows([said(1, at(16, 8)), said(2, at(20, 7)), ...later], NOW)
  expect(rows.slice(2)).toEqual(logRows(later, NOW))
})

test('a pending message has the same row once the server has it', () => {
  const to = [sendMessage, { user: 'ada', recipient: 'bo', message: 'hi' }] as const
  const [waiting] = logRows(overlayMessages('bo', [], pendingActions(to)), NOW)
  const [sent] = logRows([{ ...said(9, at(20, 8), 'Outgoing'), client_id: waiting?.message.client_id }], NOW)
  expect(sent?.key).toBe(waiting?.key)
})

test('the last pending message shows the notice for all', () => {
  const to = (message: string) => [sendMessage, { user: 'ada', recipient: 'bo', message }] as const
  const pending = pendingActions(to('one'), to('two'), actionIn('parked', to('three')))
  const rows = logRows(overlayMessages('bo', [], pending), NOW)
  expect(rows.map((it) => it.isLastWaiting)).toEqual([false, true, false])
})
