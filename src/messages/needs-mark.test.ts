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

test('the latest of the other is marked, not what oneself wrote', () => {
  expect(needsMark([said(3), said(4), said(5, 'Outgoing')], withBo(2, 5))).toBe(4)
})

test('what was read already is not marked again', () => {
  expect(needsMark([said(4)], withBo(0, 4))).toBeUndefined()
})

test('a list that is older than the message says nothing of it', () => {
  expect(needsMark([said(3), said(4)], withBo(0, 3))).toBe(4)
})

test('a host that counts nothing unread is told', () => {
  expect(needsMark([said(4)], withBo(undefined, 4))).toBe(4)
  expect(needsMark([said(4)], undefined)).toBe(4)
})

test('nothing is marked where the other has said nothing', () => {
  expect(needsMark([said(1, 'Outgoing'), { ...said(-2), type: 'Outgoing' }], undefined)).toBeUndefined()
})
