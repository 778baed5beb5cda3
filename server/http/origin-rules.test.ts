import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { originRules } from './origin.ts'
import { Refusal } from './refusal.ts'

interface Headers {
  readonly Origin?: string
  readonly 'Sec-Fetch-Site'?: string
}

/** Returns whether a write with these headers is allowed, on port 3000. */
function isAllowed(env: Record<string, string>, { Origin, 'Sec-Fetch-Site': site }: Headers, port = 3000): boolean {
  try {
    originRules(readConfig(env), () => port).checkWrite(Origin, site)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    expect(error).toMatchObject({ status: 403, code: 'foreign_origin' })
    return false
  }
}

test.each<[Headers, boolean]>([
  [{}, true],
  [{ Origin: 'http://localhost:3000' }, true],
  [{ Origin: 'http://127.0.0.1:3000', 'Sec-Fetch-Site': 'same-origin' }, true],
  [{ Origin: 'http://[::1]:3000' }, true],
  [{ 'Sec-Fetch-Site': 'none' }, true],
  [{ Origin: 'http://localhost:3001' }, false],
  [{ Origin: 'https://localhost:3000' }, false],
  [{ Origin: 'http://evil.example' }, false],
  [{ Origin: 'http://localhost.evil.example:3000' }, false],
  [{ Origin: 'null' }, false],
  [{ Origin: '' }, false],
  [{ 'Sec-Fetch-Site': 'same-site' }, false],
  [{ 'Sec-Fetch-Site': 'cross-site' }, false],
  [{ Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-site' }, false],
])('without PUBLIC_URL a write with %j is allowed: %s', (headers, expected) => {
  expect(isAllowed({}, headers)).toBe(expected)
})

test.each<[Headers, boolean]>([
  [{ Origin: 'https://flipside.example' }, true],
  [{ Origin: 'https://app.flipside.example', 'Sec-Fetch-Site': 'same-site' }, true],
  [{ Origin: 'https://app.flipside.example', 'Sec-Fetch-Site': 'cross-site' }, false],
  [{ Origin: 'http://flipside.example' }, false],
  [{ Origin: 'http://localhost:3000' }, false],
  [{ Origin: 'https://other.flipside.example', 'Sec-Fetch-Site': 'same-site' }, false],
])('with PUBLIC_URL and ALLOWED_ORIGINS a write with %j is allowed: %s', (headers, expected) => {
  const env = { PUBLIC_URL: 'https://flipside.example', ALLOWED_ORIGINS: 'https://app.flipside.example' }
  expect(isAllowed(env, headers)).toBe(expected)
})

test('without a port in its URL the server has that of http', () => {
  expect(isAllowed({}, { Origin: 'http://localhost' }, 80)).toBe(true)
  expect(isAllowed({}, { Origin: 'http://localhost' })).toBe(false)
  expect(isAllowed({}, { Origin: 'http://localhost:3000/' })).toBe(false)
})
