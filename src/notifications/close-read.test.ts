import { expect, test } from 'vitest'
import { isRead } from './close-read.ts'

const row = (id: string, unread: boolean) => ({
  id,
  kind: 'like',
  username: 'bo',
  pfpsm: '',
  relatedid: 4,
  subject: '',
  timestamp: '2026-11-20T08:00:00.000Z',
  unread,
})
const withBo = (unread: number) => [{ conversant: 'Bo', lastconversation: '2026-11-20T08:00:00.000Z', unread }]

test('the notification of a seen entry is read, that of a new or unknown one is not', () => {
  expect(isRead({ path: '/', activityId: '7' }, [row('7', false)], [])).toBe(true)
  expect(isRead({ path: '/', activityId: '7' }, [row('7', true)], [])).toBe(false)
  expect(isRead({ path: '/', activityId: '7' }, [], [])).toBe(false)
})

test('the notification of a conversation is read with its messages, not with its entry', () => {
  const data = { path: '/dm/bo', activityId: '7', conversant: 'bo' }
  expect(isRead(data, [row('7', false)], withBo(1))).toBe(false)
  expect(isRead(data, [row('7', true)], withBo(0))).toBe(true)
})

test('a notification without readable data stays', () => {
  expect(isRead(null, [row('7', false)], withBo(0))).toBe(false)
  expect(isRead({ path: '/week' }, [row('7', false)], withBo(0))).toBe(false)
})

test('the notification of a former version, whose entry has a number, is read with its messages', () => {
  expect(isRead({ path: '/dm/bo', activityId: 7, conversant: 'bo' }, [], withBo(0))).toBe(true)
})
