import { expect, test } from 'vitest'
import { PASSWORD_TOO_SHORT } from '#contract/accounts/session.ts'
import { findSignupProblems, PASSWORD_HINT } from './signup-rules.ts'

const whole = { user: 'ada', email: 'ada@example.org', password: 'a long one', again: 'a long one' }

test('a signup without one of the four fields is not sent', () => {
  for (const field of ['user', 'email', 'password', 'again'] as const) {
    expect(findSignupProblems({ ...whole, [field]: '' })).toEqual(['Please fill in all fields.'])
  }
  expect(findSignupProblems({ ...whole, user: '  ' })).toEqual(['Please fill in all fields.'])
})

test('a signup with passwords that differ in case or spaces is not sent', () => {
  expect(findSignupProblems({ ...whole, again: 'a long one ' })).toEqual(['Passwords do not match.'])
})

test('a form that is not sent shows everything that is known to be wrong', () => {
  expect(findSignupProblems({ user: '', email: 'none', password: 'short', again: 'shorter' })).toEqual([
    'Please fill in all fields.',
    'Passwords do not match.',
    'Your email must be an email address.',
    'Your password needs at least 8 characters.',
  ])
})

test('the server checks everything else, to report it together with a taken name', () => {
  expect(findSignupProblems(whole)).toEqual([])
  expect(findSignupProblems({ ...whole, email: 'none', password: 'short', again: 'short' })).toEqual([])
})

test('the hint of the password states the number that the refusal does', () => {
  const number = /\d+/.exec(PASSWORD_TOO_SHORT)?.[0]
  expect(PASSWORD_HINT).toContain(`At least ${number} characters`)
})
