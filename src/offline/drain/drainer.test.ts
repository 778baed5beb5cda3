import { expect, test } from 'vitest'
import { drainLock } from '#contract/storage-names.ts'
import { drainDevice, lost, NOW } from '#tests/support/drain-device.ts'
import { StoreClosed } from '../device/idb.ts'
import { createDrainer, type DrainerDeps } from './drainer.ts'

/** A drainer with its timers, the locks that it took, and the errors that it reported. */
function aDrainer(more: Partial<DrainerDeps> = {}) {
  const device = drainDevice()
  const timers: { ms: number; callback: () => void }[] = []
  const locks: string[] = []
  const errors: unknown[] = []
  const controller = new AbortController()
  const state = { mayTry: true }
  const drainer = createDrainer({
    ...device.deps,
    signal: controller.signal,
    memberKey: 'ada',
    mayTry: () => state.mayTry,
    onError: (error) => errors.push(error),
    lock: async (name, _signal, work) => {
      locks.push(name)
      return work()
    },
    later: (ms, callback) => {
      const timer = { ms, callback }
      timers.push(timer)
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
    },
    ...more,
  })
  return { ...device, ...drainer, timers, locks, errors, controller, state }
}

/** Waits until the calls that are ready have run. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve))
}

test('a pass holds the lock of its member and sends its entries', async () => {
  const { wake, keep, locks, timers, states } = aDrainer()
  await keep('a')
  await keep('b')
  await wake()
  expect([locks, timers, states()]).toEqual([[drainLock('ada')], [], ['acked', 'acked']])
})

test('the next pass starts by itself when the first entry is due, and there is one timer only', async () => {
  const { wake, keep, fail, responses, clock, timers, states } = aDrainer()
  await keep('a')
  fail('a', lost())
  await wake()
  await wake()
  expect(timers.map(({ ms }) => ms)).toEqual([500])
  responses.clear()
  clock.now += 500
  timers[0]?.callback()
  await settle()
  expect([states(), timers]).toEqual([['acked'], []])
})

test('the timer is no shorter than 50 ms and no longer than setTimeout allows', async () => {
  const { wake, keep, fail, outbox, timers } = aDrainer({ chance: () => 0 })
  await keep('a')
  fail('a', lost())
  await wake()
  expect(timers.map(({ ms }) => ms)).toEqual([50])
  expect(outbox.snapshot().entries).toMatchObject([{ nextAt: NOW }])
})

test('wake-ups during a pass start one more, with what each of them demands', async () => {
  const { wake, keep, responses, sent, locks } = aDrainer()
  let respond = () => {}
  await keep('a')
  responses.set('a', () => new Promise((resolve) => (respond = () => resolve({}))))
  const first = wake()
  await settle()
  for (const text of ['b', 'c']) {
    await keep(text)
    responses.set(text, () => Promise.reject(lost()))
  }
  const more = [wake({ urgent: ['id-2'] }), wake({ ignoreBackoff: true }), wake({ urgent: ['id-3'] })]
  await settle()
  expect([sent, locks]).toEqual([['a'], [drainLock('ada')]])
  respond()
  await Promise.all([first, ...more])
  expect(locks).toHaveLength(2)
  // The first pass sends all of them once, the second one those that were demanded.
  expect(sent).toEqual(['a', 'b', 'c', 'b', 'c'])
})

test('a return of the connection during a pass ends the waits in the pass after it', async () => {
  const { wake, wakeOnReturn, keep, fail, responses, sent, outbox } = aDrainer()
  await keep('waits')
  fail('waits', lost())
  await wake()
  await keep('a')
  let respond = () => {}
  responses.set('a', () => new Promise((resolve) => (respond = () => resolve({}))))
  const first = wake()
  await settle()
  responses.delete('waits')
  await outbox.changeMeta((meta) => ({ ...meta, probeAt: NOW + 60_000 }))
  const second = wakeOnReturn()
  respond()
  await Promise.all([first, second])
  expect(sent).toEqual(['waits', 'a', 'waits'])
  expect(outbox.snapshot().meta).not.toHaveProperty('probeAt')
})

test('nothing is tried without a network, whatever wakes the drain', async () => {
  const { wake, wakeOnReturn, keep, sent, locks, state } = aDrainer()
  await keep('a')
  state.mayTry = false
  await wake({ urgent: ['id-1'] })
  await wakeOnReturn()
  expect([sent, locks]).toEqual([[], []])
  state.mayTry = true
  await wakeOnReturn()
  expect(sent).toEqual(['a'])
})

test('a second return within two seconds ends the waits when they are over, once', async () => {
  const { wakeOnReturn, keep, fail, sent, clock, timers } = aDrainer({ chance: () => 0.999 })
  await keep('a')
  fail('a', lost())
  await wakeOnReturn()
  clock.now += 100
  await wakeOnReturn()
  clock.now += 100
  await wakeOnReturn()
  expect(sent).toEqual(['a'])
  const returns = timers.filter(({ ms }) => ms === 1800)
  expect(returns).toHaveLength(1)
  expect(timers.some(({ ms }) => ms === 1900)).toBe(false)
  clock.now += 1800
  returns[0]?.callback()
  await settle()
  expect(sent).toEqual(['a', 'a'])
})

test('a failing store is reported and retried later each time, until a pass succeeds', async () => {
  let isBroken = true
  const broken = new DOMException('lost', 'UnknownError')
  const { wake, timers, errors } = aDrainer({
    lock: (_name, _signal, work) => (isBroken ? Promise.reject(broken) : work()),
  })
  const waits: (number | undefined)[] = []
  for (let round = 0; round < 3; round++) {
    await wake()
    waits.push(timers.at(-1)?.ms)
  }
  expect([waits, errors]).toEqual([
    [500, 1000, 2000],
    [broken, broken, broken],
  ])
  isBroken = false
  await wake()
  expect(timers).toEqual([])
  isBroken = true
  await wake()
  expect(timers.at(-1)?.ms).toBe(500)
})

test('a store that was closed at a sign-out is neither reported nor retried', async () => {
  const { wake, timers, errors } = aDrainer({ lock: () => Promise.reject(new StoreClosed('outbox')) })
  await wake()
  expect([timers, errors]).toEqual([[], []])
})

test('after its end a drainer neither starts a pass nor leaves a timer', async () => {
  const { wake, wakeOnReturn, keep, responses, controller, sent, timers, errors, locks } = aDrainer()
  await keep('a')
  responses.set('a', () => Promise.reject(lost()))
  await wakeOnReturn()
  timers.length = 0
  controller.abort()
  await wake()
  await wakeOnReturn()
  expect([sent, timers, errors, locks.length]).toEqual([['a'], [], [], 1])
})

test('a wake-up during the last pass of a drainer starts no other', async () => {
  const { wake, keep, responses, controller, locks, errors, timers } = aDrainer()
  await keep('a')
  let respond = () => {}
  responses.set('a', () => new Promise((resolve) => (respond = () => resolve({}))))
  const first = wake()
  await settle()
  const second = wake({ ignoreBackoff: true })
  controller.abort()
  respond()
  await Promise.all([first, second])
  await settle()
  expect([locks.length, errors, timers]).toEqual([1, [], []])
})

test('a wake-up during a pass that fails is not lost', async () => {
  let fail = (_error: unknown) => {}
  let passes = 0
  const { wake, keep, states } = aDrainer({
    lock: (_name, _signal, work) => (++passes > 1 ? work() : new Promise((_resolve, reject) => (fail = reject))),
  })
  await keep('a')
  const first = wake()
  await settle()
  void wake()
  fail(new DOMException('lost', 'UnknownError'))
  await first
  await settle()
  expect([passes, states()]).toEqual([2, ['acked']])
})

test.for([
  ['one of them ends the waits', { ignoreBackoff: true }, true],
  ['none of them does', {}, false],
] as const)('of wake-ups during a pass %s', async ([, options, isSent]) => {
  const { wake, keep, fail, responses, sent } = aDrainer()
  await keep('waits')
  fail('waits', lost())
  await wake()
  responses.delete('waits')
  await keep('a')
  let respond = () => {}
  responses.set('a', () => new Promise((resolve) => (respond = () => resolve({}))))
  const first = wake()
  await settle()
  const more = [wake(options), wake()]
  respond()
  await Promise.all([first, ...more])
  expect(sent).toEqual(isSent ? ['waits', 'a', 'waits'] : ['waits', 'a'])
})
