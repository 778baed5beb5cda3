import { expect, test } from 'vitest'
import { isNewer } from './stored-response.ts'

test.for([
  ['a later request', { requestedAt: 2 }, { requestedAt: 1 }, true],
  ['the same request', { requestedAt: 2 }, { requestedAt: 2 }, false],
  ['an earlier request', { requestedAt: 1 }, { requestedAt: 2 }, false],
  ['data without a time of request, compared with none', { requestedAt: 1 }, undefined, true],
  ['data of which the time of request is unknown', {}, { requestedAt: 1 }, false],
] as const)('is right about which of two responses is newer: %s', ([, data, other, expected]) => {
  expect(isNewer(data, other)).toBe(expected)
})
