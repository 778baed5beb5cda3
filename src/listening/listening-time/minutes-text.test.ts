import { expect, test } from 'vitest'
import { minutesText } from './minutes-text.ts'

test('says how many plays have no length', () => {
  expect(minutesText({ minutes: 1234, unmeasured: 0 })).toBe('1,234 minutes')
  expect(minutesText({ minutes: 1, unmeasured: 1 })).toBe('1 minute, without 1 play of unknown length')
  expect(minutesText({ minutes: 0, unmeasured: 1200 })).toBe('0 minutes, without 1,200 plays of unknown length')
})
