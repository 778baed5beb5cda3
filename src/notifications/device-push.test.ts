import { expect, test } from 'vitest'
import { findRepair } from './device-push.ts'

test.each([
  ['is unchanged', 'a', 'a', 'a', 'none'],
  ['was replaced by the browser', 'a', 'b', 'a', 'renew'],
  ['was ended by the browser, or has an outdated key', 'a', null, 'a', 'renew'],
  ['was ended from another device', 'a', 'a', '', 'end'],
  ['is not the one that the server has', 'a', 'a', 'b', 'renew'],
  ['was ended by both', 'a', null, '', 'renew'],
] as const)('a subscription that %s is repaired', (_, remembered, endpoint, known, repair) => {
  expect(findRepair(remembered, endpoint, known)).toBe(repair)
})
