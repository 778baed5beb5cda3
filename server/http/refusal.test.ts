import { expect, test } from 'vitest'
import { markDatabaseError } from '#server/db/outage.ts'
import { createLogger } from '#server/telemetry/log.ts'
import { tooMany } from './rate-limit.ts'
import { createBusyRefusal, createOutageRefusal, Refusal, toRefusal } from './refusal.ts'

test('a refusal has the general code of its status, unless it has its own', () => {
  expect(new Refusal(400, 'No.').body).toEqual({ error: 'No.', code: 'bad_input' })
  expect(new Refusal(404, 'No.', 'no_match').body).toEqual({ error: 'No.', code: 'no_match' })
  expect(new Refusal(418, 'No.').body).toEqual({ error: 'No.' })
  expect(new Refusal(414, 'No.').code).toBe('too_long')
})

test('a refusal must have the status that the contract gives its code', () => {
  expect(() => new Refusal(400, 'No.', 'no_match')).toThrow('The contract gives no_match the status 404, not 400.')
  expect(() => new Refusal(414, 'No.', 'no_match')).toThrow(TypeError)
  expect(() => new Refusal(400, 'No.', 'too_long')).toThrow(TypeError)
})

test('a refusal that can be retried has the time in whole seconds, at least one', () => {
  const retryAfter = (retryAfterSeconds: number) =>
    new Refusal(429, 'No.', undefined, { retryAfterSeconds, headers: { Allow: 'GET' } }).headers
  expect(retryAfter(1.2)).toEqual({ 'Retry-After': '2', Allow: 'GET' })
  expect(retryAfter(0)).toEqual({ 'Retry-After': '1', Allow: 'GET' })
  expect(new Refusal(429, 'No.').headers).toEqual({})
  const cause = new Error('full')
  expect(createBusyRefusal(3, cause)).toMatchObject({ status: 503, headers: { 'Retry-After': '3' }, cause })
})

test.each([
  [0.1, 'Too many reports. Try again in 1 s.'],
  [99, 'Too many reports. Try again in 99 s.'],
  [100, 'Too many reports. Try again in 2 min.'],
  [5399, 'Too many reports. Try again in 90 min.'],
  [5400, 'Too many reports. Try again in 2 h.'],
])('too many requests are refused for %d s', (seconds, message) => {
  expect(tooMany('reports', seconds)).toMatchObject({ status: 429, message, code: 'rate_limited' })
  expect(tooMany('reports', seconds, true).code).toBe('daily_limit')
})

test('an error becomes a refusal without details, and is logged', () => {
  const lines: string[] = []
  const log = createLogger({ level: 'debug', format: 'json', now: () => new Date(), write: (line) => lines.push(line) })
  const refusal = new Refusal(404, 'No.')
  expect(toRefusal(refusal, log, 'a1')).toBe(refusal)
  expect(lines).toEqual([])
  expect(toRefusal(new Error('secret'), log, 'a1').body).toEqual({
    error: 'Something went wrong on our side.',
    code: 'server_error',
  })
  const outage = markDatabaseError(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  expect(toRefusal(outage, log, 'a2')).toMatchObject({ status: 503, headers: createOutageRefusal().headers })
  expect(lines.map((line) => [line.includes('secret'), line.includes('a1'), line.includes('a2')])).toEqual([
    [true, true, false],
    [false, false, true],
  ])
})
