import { expect, test } from 'vitest'
import { signupProblem } from './signup-rules.ts'

const whole = { user: 'ada', email: 'ada@example.org', password: 'a long one', again: 'a long one' }

test('a signup without one of the four fields is rejected', () => {
  for (const field of ['user', 'email', 'password', 'again'] as const) {
    expect(signupProblem({ ...whole, [field]: '' })).toBe('Please fill in all fields.')
  }
  expect(signupProblem({ ...whole, user: '  ' })).toBe('Please fill in all fields.')
})

test('a signup with passwords that differ in case or spaces is rejected', () => {
  expect(signupProblem({ ...whole, again: 'a long one ' })).toBe('Passwords do not match.')
  expect(signupProblem({ ...whole, password: ' ', again: ' ' })).toBeUndefined()
})

test('a complete signup form is valid', () => {
  expect(signupProblem(whole)).toBeUndefined()
})
