import { expect, test } from 'vitest'
import { markDatabaseError } from '#server/db/outage.ts'
import { testServer } from '#tests/support/test-server.ts'
import { createLogger, describeFailure, escapeControls, logError } from './log.ts'

const AT = new Date('2026-11-24T12:00:00Z')
const lines: string[] = []
const logger = (format: 'plain' | 'json') =>
  createLogger({ level: 'debug', format, now: () => AT, write: (line) => lines.push(line) })

test('a path can neither forge a log line nor control a terminal', async () => {
  const server = await testServer()
  await server.get('/%0A2026-11-24T00:00:00.000Z%20info%20%20GET%20/forged%20status=200')
  await server.get('/%1B%5B2Jx%C2%9B%E2%80%AEy%E2%80%A8z')
  const logged = server.lines.slice(-2)
  expect(logged[0]).toContain('GET /\\u000a2026-11-24T00:00:00.000Z info  GET /forged status=200')
  expect(logged[1]).toContain('GET /\\u001b[2Jx\\u009b\\u202ey\\u2028z')
  for (const line of logged) expect(escapeControls(line)).toBe(line)
})

test('the plain log writes a stack on separate lines, but not its message', () => {
  const error = new Error('one\ntwo\u001b')
  logError(logger('plain'), error, { id: 'abc' })
  const [first, second] = lines.at(-1)?.split('\n') ?? []
  expect(first).toBe('2026-11-24T12:00:00.000Z error Error: one\\u000atwo\\u001b id=abc')
  expect(second).toMatch(/^ {4}at .*log\.test\.ts/)
})

test('a line has the time in UTC, the level, the message and the fields, as text or as one JSON object', () => {
  for (const format of ['plain', 'json'] as const) logger(format).warn('Late', { reason: 'a "b"', ms: 7 })
  expect(lines.at(-2)).toBe('2026-11-24T12:00:00.000Z warn  Late reason=a "b" ms=7')
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    at: '2026-11-24T12:00:00.000Z',
    level: 'warn',
    message: 'Late',
    reason: 'a "b"',
    ms: 7,
  })
})

test('a database error is logged by its code, never by its message', () => {
  const error = Object.assign(new Error('invalid input syntax: "secret"'), { code: '22P02' })
  logError(logger('json'), error)
  expect(lines.at(-1)).toContain('"message":"Error 22P02"')
  expect(lines.at(-1)).not.toContain('secret')
})

test('an error that a library has copied into an object is logged by its code', () => {
  const log = logger('plain')
  logError(log, { message: 'invalid input syntax: "secret"', code: '22P02', worker: '7' }, {}, 'The job queue: ')
  logError(log, 'text', {}, 'The job queue: ')
  expect(lines.slice(-2)).toEqual([
    '2026-11-24T12:00:00.000Z error The job queue: Error 22P02',
    '2026-11-24T12:00:00.000Z error The job queue: A value of type string was thrown.',
  ])
})

test('the reason of a failure has words and the code', () => {
  const broken = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
  markDatabaseError(broken)
  expect(describeFailure(broken)).toEqual({ reason: 'it closed the connection', code: 'ECONNRESET' })
  const invalid = Object.assign(new Error('secret'), { name: 'error', code: '23505' })
  expect(describeFailure(invalid)).toEqual({ reason: 'error', code: '23505' })
  expect(describeFailure(new TypeError('x is not a function'))).toEqual({ reason: 'TypeError: x is not a function' })
  expect(describeFailure(undefined)).toEqual({ reason: 'undefined' })
})
