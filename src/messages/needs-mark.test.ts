import { expect, test } from 'vitest'
import { needsMark } from './needs-mark.ts'

const said = (id: number, type = 'incoming') => ({
  id,
  message: 'hi',
  timestamp: `2026-11-20T08:00:0${Math.abs(id)}.000Z`,
  type,
})
const withBo = (unread: number | undefined, second: number) => ({
  conversant: 'bo',
  lastconversation: `2026-11-20T08:00:0${second}.000Z`,
  unread,
})

test("the read mark is the other member's latest message, not the user's own", () => {
  expect(needsMark([said(3), said(4), said(5, 'Outgoing')], withBo(2, 5))).toBe(4)
})

test('a conversation that is already read is not marked again', () => {
  expect(needsMark([said(4)], withBo(0, 4))).toBeUndefined()
})

test('a list without the latest message does not prevent the mark', () => {
  expect(needsMark([said(3), said(4)], withBo(0, 3))).toBe(4)
})

test('a conversation is marked on a host without unread counts', () => {
  expect(needsMark([said(4)], withBo(undefined, 4))).toBe(4)
  expect(needsMark([said(4)], undefined)).toBe(4)
})

test('a conversation without messages of the other member is not marked', () => {
  expect(needsMark([said(1, 'Outgoing'), { ...said(-2), type: 'Outgoing' }], undefined)).toBeUndefined()
})
