import { expect, test } from 'vitest'
import { Refused } from '#src/api/errors.ts'
import { drainDevice as device, lost, NOW, refused } from '#tests/support/drain-device.ts'
import { amendEntry } from '../outbox/amend-entry.ts'
import { drain } from './drain.ts'
import { createDrainer } from './drainer.ts'

test('a refused message is parked, and both its own conversation and the others continue', async () => {
  const { deps, keep, fail, sent, states } = device()
  for (const [text, lane] of [
    ['a', 'one'],
    ['b', 'one'],
    ['c', 'two'],
  ] as const)
    await keep(text, lane)
  fail('a', refused(400, 'bad_input'))
  expect((await drain(deps)).acked).toBe(2)
  expect(states()).toEqual(['parked', 'acked', 'acked'])
  expect(sent.indexOf('b')).toBeGreaterThan(sent.indexOf('a'))
})

test("an error in one action's own code parks it, is reported, and stops no other lane", async () => {
  const reported: unknown[] = []
  const { deps, keep, fail, states } = device({ onError: (error) => reported.push(error) })
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) await keep(text)
  fail('a', new TypeError('x is undefined'))
  await drain(deps)
  expect(states()).toEqual(['parked', 'acked', 'acked', 'acked', 'acked', 'acked'])
  expect(reported).toHaveLength(1)
})

test('after a sign-out all entries stay queued, the attempt is not counted, and a late 401 does not pause again', async () => {
  const { deps, keep, fail, states, outbox, responses } = device()
  await keep('a')
  fail('a', refused(401, 'no_session'))
  expect((await drain(deps)).nextAt).toBeUndefined()
  expect(outbox.snapshot()).toMatchObject({
    meta: { paused: 'signed-out' },
    entries: [{ status: 'waiting', attempts: 0 }],
  })
  await drain(deps)
  responses.set('a', async () => {
    await outbox.resume() // signed in again while the request was under way
    throw refused(401, 'no_session')
  })
  await outbox.resume()
  await drain(deps)
  expect(outbox.snapshot().meta.paused).toBeUndefined()
  responses.delete('a')
  await drain(deps)
  expect(states()).toEqual(['acked'])
})

test('actions of a suspended member stay queued, uncounted, and other lanes are sent', async () => {
  const { deps, keep, fail, states, outbox, responses } = device()
  await keep('a', 'one')
  await keep('b', 'one')
  await keep('c', 'two')
  fail('a', refused(403, 'suspended'))
  const { nextAt } = await drain(deps)
  expect(states()).toEqual(['waiting', 'queued', 'acked'])
  expect(outbox.snapshot().entries[0]).toMatchObject({ attempts: 0 })
  expect(outbox.snapshot().meta.paused).toBeUndefined()
  expect(nextAt).toBe(deps.now() + 30 * 60_000)
  responses.delete('a')
  await drain(deps, { ignoreBackoff: true })
  expect(states()).toEqual(['acked', 'acked', 'acked'])
})

test.for([
  ['JSON', { isJson: true }, 'acked'],
  ['plain text, as of a proxy without a route', {}, 'parked'],
  ['a page', { isHtml: true }, 'parked'],
] as const)('a 404 ends an action only if it is JSON: %s', async ([, body, status]) => {
  const { deps, keep, fail, states } = device()
  await keep('a')
  fail('a', new Refused(404, 'x', { sentence: 'No', ...body }))
  await drain(deps)
  expect(states()).toEqual([status])
})

test.for([
  ['a limit', refused(429, 'daily_limit'), 'id-1'],
  ['a client_id that was used', refused(422, 'client_id_reused'), 'id-1'],
  ['a request that is too long', refused(413, 'too_long'), 'id-1'],
  ['a page of a proxy', new Refused(403, '<html>', { sentence: 'No', isHtml: true }), 'id-1'],
  ['a refusal that the server stores', refused(409, 'swap_order'), 'id-2'],
] as const)('Retry after a refusal by %s has a new id only if no copy can take effect', async ([, error, id]) => {
  const { deps, keep, fail, outbox, responses } = device({ isRepeatable: false })
  await outbox.trustHost()
  await keep('a')
  fail('a', lost()) // the server may have executed it
  await drain(deps)
  fail('a', error)
  await drain(deps, { ignoreBackoff: true })
  const [parked] = outbox.snapshot().entries
  if (parked?.status !== 'parked') throw new Error('not parked')
  expect((await outbox.retry(parked))?.client_id).toBe(id)
  responses.clear()
  expect((await drain(deps)).acked).toBe(1)
})

test.for([
  ['wrong_member', 'ada', 'wrong-member', 'waiting'],
  ['not_yours', 'bo', 'wrong-member', 'waiting'],
  ['not_yours', 'ada', undefined, 'parked'],
  [undefined, null, 'signed-out', 'waiting'],
  [undefined, undefined, 'forbidden', 'waiting'],
  ['not_yours', undefined, undefined, 'waiting'],
] as const)('a 403 %s while the server takes us for %s', async ([code, viewer, paused, status]) => {
  const { deps, keep, fail, states, outbox } = device({ whoami: async () => viewer })
  await keep('a')
  fail('a', refused(403, code))
  await drain(deps)
  expect(outbox.snapshot().meta.paused).toBe(paused)
  expect(states()).toEqual([status])
})

test('after four requests without a response all entries pause, but a later action is tried at once and closes the breaker', async () => {
  const { deps, keep, fail, outbox, sent, responses } = device()
  const old = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  for (const text of old) await keep(text)
  for (const text of old) fail(text, lost())
  const { nextAt } = await drain(deps)
  expect(sent).toEqual(['a', 'b', 'c', 'd'])
  expect(nextAt).toBe(NOW + 500)
  await drain(deps)
  expect(sent).toHaveLength(4)
  await keep('new')
  responses.clear()
  await drain(deps)
  expect(sent.slice(4)).toEqual(['new', 'e', 'f', 'g', 'h'])
  expect(outbox.snapshot().meta).not.toHaveProperty('rest')
})

test('the return of the connection ends backoffs', async () => {
  const { deps, keep, fail, responses, states } = device()
  await keep('a')
  fail('a', lost())
  await drain(deps)
  responses.clear()
  await drain(deps)
  expect(states()).toEqual(['waiting'])
  await drain(deps, { ignoreBackoff: true })
  expect(states()).toEqual(['acked'])
})

test('on a host without deduplication a message without a response is parked in doubt, never sent again', async () => {
  const { deps, keep, fail, outbox, sent } = device({ isRepeatable: false })
  await keep('a')
  fail('a', lost())
  await drain(deps)
  await drain(deps, { ignoreBackoff: true })
  expect(sent).toEqual(['a'])
  expect(outbox.snapshot().entries[0]?.failure?.sentence).toMatch(/^It may have been sent/)
})

test('on a host without deduplication a message in a tunnel waits instead of being parked, since it was not sent', async () => {
  const { deps, keep, sent, states } = device({ isRepeatable: false, reach: async () => false })
  await keep('a')
  await drain(deps)
  expect([sent, states()]).toEqual([[], ['waiting']])
})

test('nothing is sent, and no timer runs, when another member is signed in', async () => {
  const { deps, keep, sent } = device({ isCurrent: async () => false })
  await keep('a')
  expect(await drain(deps)).toEqual({ acked: 0, nextAt: undefined })
  expect(sent).toEqual([])
})

test('a pass with a failing store ends after its last request, and is retried', async () => {
  const { deps, keep, responses, outbox } = device()
  let open = () => {}
  let isEnded = false
  await keep('a')
  await keep('b')
  responses.set('b', () => new Promise((resolve) => (open = () => resolve({}))))
  let steps = 0
  const step: typeof outbox.step = (lane, decide) =>
    // two attempts begin
    ++steps > 2 ? Promise.reject(new DOMException('lost', 'UnknownError')) : outbox.step(lane, decide)
  const broken = { ...outbox, step }
  const later: number[] = []
  const drainer = createDrainer({
    ...deps,
    outbox: broken,
    memberKey: 'ada',
    onError: () => {},
    lock: async (_name, _signal, work) => work(),
    later: (ms) => {
      later.push(ms)
      return () => {}
    },
  })
  const pass = drainer.wake().then(() => (isEnded = true))
  for (let turn = 0; turn < 50; turn++) await outbox.reload()
  expect(isEnded).toBe(false)
  open()
  await pass
  expect(later).toEqual([500])
})

test('on a connection that changes ten times a second, a message is not sent at every return', async () => {
  const { deps, keep, fail, responses, sent, clock, states } = device()
  const timers: { at: number; callback: () => void }[] = []
  const drainer = createDrainer({
    ...deps,
    memberKey: 'ada',
    onError: () => {},
    lock: async (_name, _signal, work) => work(),
    later: (ms, callback) => {
      const timer = { at: clock.now + ms, callback }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
    chance: () => 0.999, // the first backoff already exceeds this test's duration
  })
  const pass = async (ms: number) => {
    clock.now += ms
    for (const { callback } of timers.splice(0).filter(({ at }) => at <= clock.now)) callback()
    await drainer.wake()
  }
  await keep('a')
  fail('a', lost())
  for (let turn = 0; turn < 600; turn++) {
    await drainer.wakeOnReturn()
    clock.now += 100
  }
  expect(sent.length).toBeGreaterThan(3)
  expect(sent.length).toBeLessThan(12)
  responses.clear()
  await drainer.wakeOnReturn()
  await pass(30_000)
  expect(states()).toEqual(['acked'])
})

test('an entry that is amended between its claim and its attempt is sent with its new text', async () => {
  let checks = 0
  const { outbox, deps, sent, keep } = device({
    // Checked at the start of the pass, and again once an entry is claimed.
    isCurrent: async () => {
      const [entry] = outbox.snapshot().entries
      if (++checks === 2 && entry) await amendEntry(outbox, entry, { lane: 'one', text: 'as amended' })
      return true
    },
  })
  await keep('as claimed', 'one')
  expect((await drain(deps)).acked).toBe(1)
  expect(sent).toEqual(['as amended'])
})
