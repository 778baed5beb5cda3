import { expect, test } from 'vitest'
import { selectStatus } from './select-status.ts'

const status = {
  viewer: 'Ada',
  newest_broadcast: 7,
  unread_messages: 5,
  swaps_waiting: 2,
  unread_activity: 3,
  now_playing: 9,
  is_suspended: false,
}
const none = { unread_messages: 0, swaps_waiting: 0, unread_activity: 0, now_playing: 0 }

test('a member sees their own status, in any case of the name', () => {
  expect(selectStatus('ada', status)).toBe(status)
})

test('the notices of the admins are shown to their member only', () => {
  const noticed = { ...status, notices: 2, is_suspended: true, open_reports: 3 }
  expect(selectStatus('ada', noticed)).toBe(noticed)
  expect(selectStatus('bo', noticed)).toEqual({ ...status, ...none })
})

test('the status of another session has no counts, for visitors and for another member', () => {
  expect(selectStatus(null, status)).toEqual({ ...status, ...none })
  expect(selectStatus('bo', status)).toEqual({ ...status, ...none })
})

test('a status of an ended session still shows its end', () => {
  expect(selectStatus('ada', { ...status, viewer: null })).toEqual({ ...status, ...none, viewer: null })
})
