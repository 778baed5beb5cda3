import { expect, test } from 'vitest'
import { findRepair } from './device-push.ts'

const at = (endpoint: string) => ({ endpoint, is_turned_off: false })
const turnedOff = { endpoint: '', is_turned_off: true }

test.each([
  ['is unchanged', 'a', 'a', at('a'), 'none'],
  ['was replaced by the browser', 'a', 'b', at('a'), 'renew'],
  ['was ended by the browser, or has an outdated key', 'a', null, at('a'), 'renew'],
  ['was dropped by the server', 'a', 'a', at(''), 'replace'],
  ['was dropped by the server and ended by the browser', 'a', null, at(''), 'renew'],
  ['is not the one that the server has', 'a', 'a', at('b'), 'renew'],
  ['was turned off from another device', 'a', 'a', turnedOff, 'end'],
  ['was turned off from another device, and replaced by the browser', 'a', 'b', turnedOff, 'end'],
] as const)('a subscription that %s is repaired', (_, remembered, endpoint, known, repair) => {
  expect(findRepair(remembered, endpoint, known)).toBe(repair)
})
