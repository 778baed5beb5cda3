import { expect, test } from 'vitest'
import { ServerError } from '#src/api/errors.ts'
import { drainDevice as device, lost, refused } from '#tests/support/drain-device.ts'
import { drain } from './drain.ts'

test.for([
  ['its Retry-After', new ServerError(503, '', { retryAfterMs: 3_600_000 })],
  ['its backoff', lost()],
  ['an unusable response', new ServerError(500, '')],
] as const)('Send Now attempts an entry once in spite of %s, and no other', async ([, error]) => {
  const { deps, keep, fail, sent, outbox } = device({ chance: () => 0.99 })
  for (const [text, lane] of [
    ['a', 'one'],
    ['behind a', 'one'],
    ['b', 'two'],
  ] as const) {
    await keep(text, lane)
    fail(text, error)
  }
  await drain(deps)
  expect(sent).toEqual(['a', 'b'])
  for (let press = 1; press <= 3; press++) {
    await drain(deps, { urgent: ['id-1'] })
    expect(sent.slice(2)).toEqual(Array.from({ length: press }, () => 'a'))
  }
  expect(outbox.snapshot().entries[0]).toMatchObject({ status: 'waiting', attempts: 4 })
})

test('Send Now sends in spite of the breaker, and nothing while sending is paused', async () => {
  const { deps, keep, fail, sent, outbox, responses } = device()
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    await keep(text)
    fail(text, lost())
  }
  await drain(deps)
  expect(sent).toEqual(['a', 'b', 'c', 'd'])
  responses.set('e', () => Promise.reject(refused(401, 'no_session')))
  await drain(deps, { urgent: ['id-5'] })
  expect(sent.slice(4)).toEqual(['e'])
  expect(outbox.snapshot().meta.paused).toBe('signed-out')
  await drain(deps, { urgent: ['id-5', 'id-1'] })
  expect(sent).toHaveLength(5)
})
