import { expect, test } from 'vitest'
import { NoConnection, Refused, ServerError } from './errors.ts'
import { failureText } from './failure-text.ts'

test.for([
  ["a refusal's sentence", new Refused(400, '', { sentence: 'No such name.' }), 'No such name.'],
  ["a server's own sentence", new ServerError(429, '', { sentence: 'Slowly.', retryAfterMs: 5000 }), 'Slowly.'],
  [
    'a 429 without a sentence',
    new ServerError(429, '', { retryAfterMs: 4200 }),
    'Too many requests. Try again in 5 s.',
  ],
  [
    'a long wait',
    new ServerError(503, '', { retryAfterMs: 600_000 }),
    'Login failed. The server has a problem. Try again in 10 min.',
  ],
  [
    'a wait of less than two minutes',
    new ServerError(503, '', { retryAfterMs: 119_000 }),
    'Login failed. The server has a problem. Try again in 119 s.',
  ],
  [
    'a wait of two minutes',
    new ServerError(503, '', { retryAfterMs: 120_000 }),
    'Login failed. The server has a problem. Try again in 2 min.',
  ],
  [
    'a page that is not ours',
    new ServerError(200, '<html>'),
    'Login failed. The server has a problem. Try again later.',
  ],
  ['no response', new NoConnection('network'), 'Login failed. The server cannot be reached.'],
] as const)('the alert text is right for %s', ([, error, text]) => {
  expect(failureText(error, 'Login failed')).toBe(text)
})

test('an alert is never shown for a bug', () => {
  expect(() => failureText(new TypeError('x'), 'Login failed')).toThrow(TypeError)
})
