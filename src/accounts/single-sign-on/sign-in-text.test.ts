import { expect, test } from 'vitest'
import { signInOutcomes } from '#contract/accounts/single-sign-on.ts'
import { signInText } from './sign-in-text.ts'

test('every failed outcome has a text of its own, and an unknown code is never shown', () => {
  const failed = signInOutcomes.filter((outcome) => !['signed_in', 'sign_up', 'linked'].includes(outcome))
  expect(new Set(failed.map(signInText)).size).toBe(failed.length)
  for (const code of ['<b>you won</b>', 'constructor', '', 'linked'])
    expect(signInText(code)).toBe('The sign-in failed. Try again in a minute.')
})
