import { expect, test } from 'vitest'
import { isNewer } from './stored-response.ts'

test.for([
  ['a later request', { askedAt: 2 }, { askedAt: 1 }, true],
  ['the same request', { askedAt: 2 }, { askedAt: 2 }, false],
  ['an earlier request', { askedAt: 1 }, { askedAt: 2 }, false],
  ['data without a time of request, compared with none', { askedAt: 1 }, undefined, true],
  ['data of which the time of request is unknown', {}, { askedAt: 1 }, false],
] as const)('is right about which of two responses is newer: %s', ([, data, other, expected]) => {
  expect(isNewer(data, other)).toBe(expected)
})
