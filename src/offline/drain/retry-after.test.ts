import { expect, test } from 'vitest'
import { ServerError } from '#src/api/errors.ts'
import { drainDevice as device, lost, NOW } from '#tests/support/drain-device.ts'
import { drain } from './drain.ts'

const MINUTE = 60_000
const busy = (retryAfterMs: number, status = 503) => new ServerError(status, '', { retryAfterMs })

test('a long Retry-After delays its own lane only, and is probed once a minute', async () => {
  const { deps, keep, fail, outbox, clock, sent, responses } = device()
  await keep('a', 'one')
  await keep('behind a', 'one')
  await keep('b', 'two')
  fail('a', busy(60 * MINUTE))
  expect(await drain(deps)).toEqual({ acked: 1, nextAt: NOW + MINUTE })
  expect(outbox.snapshot().entries[0]).toMatchObject({ status: 'waiting', quietUntil: NOW + 60 * MINUTE })
  await keep('c', 'three')
  await drain(deps)
  expect(sent).toEqual(['a', 'b', 'c'])
  for (let second = 0; second < 600; second++) {
    clock.now += 1000
    await drain(deps, { ignoreBackoff: true })
  }
  expect(sent.slice(3)).toEqual(Array.from({ length: 10 }, () => 'a'))
  responses.clear()
  clock.now += MINUTE
  expect((await drain(deps)).acked).toBe(2)
})

test('a probe without a response leaves the Retry-After in force', async () => {
  const { deps, keep, fail, clock, sent } = device()
  await keep('a')
  fail('a', busy(60 * MINUTE))
  await drain(deps)
  clock.now += MINUTE
  fail('a', lost())
  await drain(deps)
  expect(sent).toHaveLength(2)
  clock.now += MINUTE - 1
  await drain(deps, { ignoreBackoff: true })
  expect(sent).toHaveLength(2)
  clock.now += 1
  await drain(deps)
  expect(sent).toHaveLength(3)
})

test('a short Retry-After is respected whatever wakes the drain', async () => {
  const { deps, keep, fail, clock, sent } = device()
  await keep('a')
  fail('a', busy(30_000, 429))
  expect((await drain(deps)).nextAt).toBe(NOW + 30_000)
  clock.now += 29_999
  await drain(deps, { ignoreBackoff: true })
  expect(sent).toHaveLength(1)
  clock.now += 1
  await drain(deps)
  expect(sent).toHaveLength(2)
})

test('a Retry-After that was stored under another clock is ignored', async () => {
  const { deps, keep, fail, clock, responses } = device()
  await keep('a')
  fail('a', busy(600_000))
  await drain(deps)
  responses.clear()
  clock.now -= 3 * 86_400_000
  expect((await drain(deps)).acked).toBe(1)
})

test('of many lanes with a Retry-After one is probed a minute, and once it succeeds the others follow', async () => {
  const { deps, keep, fail, clock, sent, responses, states } = device()
  const lanes = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const text of lanes) await keep(text)
  for (const text of lanes) fail(text, busy(60 * MINUTE))
  await drain(deps)
  expect(sent).toEqual(['a', 'b', 'c', 'd']) // then the breaker, for a minute at most
  for (let minute = 0; minute < 3; minute++) {
    clock.now += MINUTE
    await drain(deps)
  }
  expect(sent.slice(4, 8)).toHaveLength(4) // e and f, then one probe a minute
  responses.clear()
  clock.now += MINUTE
  await drain(deps)
  expect(states()).toEqual(lanes.map(() => 'acked'))
})

test('when requests succeed again, an entry with a Retry-After is probed once at once', async () => {
  const { deps, keep, fail, sent, responses, states } = device()
  for (const text of ['a', 'b']) {
    await keep(text)
    fail(text, busy(60 * MINUTE))
  }
  await drain(deps)
  await drain(deps, { ignoreBackoff: true, mayProbe: true })
  expect(sent).toHaveLength(3)
  await drain(deps, { ignoreBackoff: true })
  expect(sent).toHaveLength(3)
  responses.clear()
  await drain(deps, { ignoreBackoff: true, mayProbe: true })
  expect(states()).toEqual(['acked', 'acked'])
})
