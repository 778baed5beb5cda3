import { expect, test } from 'vitest'
import { testServer } from '#tests/support/test-server.ts'
import { createLogger, escapeControls, logError } from './log.ts'

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

test('a database error is logged by its code, never by its message', () => {
  const error = Object.assign(new Error('invalid input syntax: "secret"'), { code: '22P02' })
  logError(logger('json'), error)
  expect(lines.at(-1)).toContain('"message":"Error 22P02"')
  expect(lines.at(-1)).not.toContain('secret')
})
