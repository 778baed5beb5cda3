import { expect, test } from 'vitest'
import { signupProblem } from './signup-rules.ts'

const whole = { user: 'ada', email: 'ada@example.org', password: 'a long one', again: 'a long one' }

test('all four fields are asked for', () => {
  for (const field of ['user', 'email', 'password', 'again'] as const) {
    expect(signupProblem({ ...whole, [field]: '' })).toBe('Please fill in all fields.')
  }
  expect(signupProblem({ ...whole, user: '  ' })).toBe('Please fill in all fields.')
})

test('both passwords have to match, to the letter and the space', () => {
  expect(signupProblem({ ...whole, again: 'a long one ' })).toBe('Passwords do not match.')
  expect(signupProblem({ ...whole, password: ' ', again: ' ' })).toBeUndefined()
})

test('a whole form may be sent', () => {
  expect(signupProblem(whole)).toBeUndefined()
})
