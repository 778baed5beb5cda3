import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import type { Call } from '#src/api/call.ts'
import { Refused, ServerError } from '#src/api/errors.ts'
import { drainDevice, lost, NOW, refused } from '#tests/support/drain-device.ts'
import type { AnySender } from '../outbox/action.ts'
import { drain } from './drain.ts'

const MINUTE = 60_000

/** An action whose effect the host reports as `found`: a value, or an error of the read. */
function lookedUp(found: boolean | Error, more: Partial<AnySender> = {}, isBeforeResend = false) {
  const looked: (number | undefined)[] = []
  const lookUp = {
    isBeforeResend,
    isDone: async (_call: unknown, _args: unknown, madeId?: number) => {
      looked.push(madeId)
      if (typeof found === 'boolean') return found
      throw found
    },
  }
  return { looked, lookUp, sender: { outcomes: {}, lookUp, ...more } }
}

test.for([
  ['there', true, 'acked'],
  ['absent', false, 'parked'],
  ['unknown, since the read is refused', refused(403, 'private'), 'parked'],
  ['unknown, since nothing responds', lost(), 'waiting'],
  ['unknown, since the read has an error', new TypeError('x is undefined'), 'parked'],
] as const)('a refused action whose effect is %s is settled by what the host has', async ([, found, status]) => {
  const errors: unknown[] = []
  const { sender } = lookedUp(found)
  const { deps, keep, fail, states } = drainDevice({ sender, onError: (error) => errors.push(error) })
  await keep('a')
  fail('a', refused(409, 'conflict'))
  await drain(deps)
  expect(states()).toEqual([status])
  expect(errors).toEqual(found instanceof TypeError ? [found] : [])
})

test('an action whose refusal is a page of an intermediary is not looked up', async () => {
  const { sender, looked } = lookedUp(true)
  const { deps, keep, fail, states } = drainDevice({ sender })
  await keep('a')
  fail('a', new Refused(409, '<html>', { sentence: 'No', isHtml: true }))
  await drain(deps)
  expect([looked, states()]).toEqual([[], ['parked']])
})

test.for([
  ['without a code', undefined, 'acked'],
  ['with a code', 'conflict', 'parked'],
] as const)('if the host does not report its state, the sentence of a refusal %s decides', async ([, code, status]) => {
  const { sender } = lookedUp(refused(403), { isRepeat: (sentence) => sentence === 'No' })
  const { deps, keep, fail, states } = drainDevice({ sender })
  await keep('a')
  fail('a', refused(409, code))
  await drain(deps)
  expect(states()).toEqual([status])
})

test.for([
  ['has the effect', true, ['acked'], 1],
  ['lacks it', false, ['acked'], 2],
  ['does not respond', lost(), ['waiting'], 1],
  ['refuses to say', refused(400), ['parked'], 1],
] as const)('a repeat that would count twice is looked up first: the host %s', async ([, found, after, sends]) => {
  const { sender, looked } = lookedUp(found, {}, true)
  const { deps, keep, fail, responses, states, sent } = drainDevice({ sender })
  await keep('a')
  fail('a', lost())
  await drain(deps)
  expect(looked).toEqual([])
  responses.clear()
  await drain(deps, { ignoreBackoff: true })
  expect(states()).toEqual(after)
  expect(sent).toHaveLength(sends)
})

test('a host that deduplicates gets the repeat without being read first', async () => {
  const { sender, looked } = lookedUp(false, {}, true)
  const { deps, keep, fail, responses, outbox, states } = drainDevice({ sender })
  await outbox.trustHost()
  await keep('a')
  fail('a', lost())
  await drain(deps)
  responses.clear()
  await drain(deps, { ignoreBackoff: true })
  expect([looked, states()]).toEqual([[], ['acked']])
})

/** An action of two calls: the first creates a record with this id, the second may fail. */
function twoCalls(madeId: number | undefined, second: () => Promise<unknown>) {
  const calls: string[] = []
  const call = (async () => {
    calls.push('call')
    return calls.length === 1 ? {} : second()
  }) as unknown as Call // no call of the action reads a response
  const sender: Partial<AnySender> = {
    outcomes: {},
    send: async (send, _args, client_id, progress) => {
      if (progress.madeId === undefined) {
        await send(getSession, {})
        progress.madeId = madeId
      }
      await send(getSession, {})
      return { client_id, id: progress.madeId }
    },
  }
  return { calls, ...drainDevice({ isRepeatable: false, sender, call }) }
}

test('an action of two calls continues after the first one, whose record is stored before the second', async () => {
  const stored: unknown[] = []
  let isLost = true
  const { deps, keep, calls, outbox, states } = twoCalls(7, async () => {
    stored.push(outbox.snapshot().entries[0]?.madeId)
    if (isLost) throw lost()
    return {}
  })
  await keep('a')
  await drain(deps)
  expect([states(), calls.length, stored]).toEqual([['waiting'], 2, [7]])
  isLost = false
  await drain(deps, { ignoreBackoff: true })
  expect([states(), calls.length]).toEqual([['acked'], 3])
  expect(outbox.snapshot().entries[0]).toMatchObject({ madeId: 7, status: 'acked', attempts: 2 })
})

test.for([
  ['has no response', lost()],
  ['is too early', new ServerError(425, '')],
  ['is refused', refused(409, 'conflict')],
] as const)('an action whose first call created an unknown record is in doubt if its second %s', async ([, error]) => {
  const { deps, keep, outbox } = twoCalls(undefined, () => Promise.reject(error))
  await keep('a')
  await drain(deps)
  expect(outbox.snapshot().entries[0]).toMatchObject({
    status: 'parked',
    failure: { sentence: expect.stringMatching(/^It may have been sent/), mayHaveTakenEffect: true },
  })
})

test.for([425, 429])('a first call that is rejected with %s had no effect and is repeated', async (status) => {
  const { deps, keep, fail, states } = drainDevice({ isRepeatable: false })
  await keep('a')
  fail('a', new ServerError(status, ''))
  await drain(deps)
  expect(states()).toEqual(['waiting'])
})

test.for([
  ['the session is its member’s', 'ada', 403, undefined, ['acked', 'acked']],
  ['there is no session', null, 401, 'signed-out', ['waiting', 'queued']],
  ['the session is another member’s', 'bo', 403, 'wrong-member', ['waiting', 'queued']],
  ['the session is unknown', undefined, 403, undefined, ['waiting', 'acked']],
] as const)(
  'a refusal ends an action that the app sends by itself if %s',
  async ([, viewer, status, paused, states]) => {
    const device = drainDevice({ sender: { isSilent: true, outcomes: {} }, whoami: async () => viewer })
    await device.keep('a')
    device.fail('a', refused(status))
    await drain(device.deps)
    const { meta } = device.outbox.snapshot()
    expect(meta.paused).toBe(paused)
    await device.keep('b')
    await drain(device.deps)
    expect(device.states()).toEqual(states)
  },
)

test('a refusal that is no question of the session ends a silent action without asking for it', async () => {
  const device = drainDevice({
    sender: { isSilent: true, outcomes: {} },
    whoami: () => Promise.reject(new Error('requested')),
  })
  await device.keep('a')
  device.fail('a', refused(400, 'bad_input'))
  await drain(device.deps)
  expect(device.states()).toEqual(['acked'])
})

test('an action whose subject was deleted is dropped with its failure, and counts as a response', async () => {
  const { deps, keep, fail, outbox } = drainDevice({ sender: { outcomes: () => ({ not_found: 'drop' }) } })
  await outbox.changeMeta((meta) => ({ ...meta, misses: 3 }))
  await keep('a')
  fail('a', refused(404, 'not_found'))
  await drain(deps)
  const { meta, entries } = outbox.snapshot()
  expect(meta).toMatchObject({ rev: 1 })
  expect(meta).not.toHaveProperty('misses')
  expect(entries).toMatchObject([
    { status: 'acked', ackedRev: 1, ackedAt: NOW, failure: { sentence: 'No', status: 404, code: 'not_found' } },
  ])
})

test('a request that the app aborts ends the pass, counts against no server, and is not followed by a timer', async () => {
  const { deps, keep, fail, outbox, states } = drainDevice()
  await keep('a')
  fail('a', Object.assign(lost(), { reason: 'aborted' }))
  expect(await drain(deps)).toEqual({ acked: 0, nextAt: undefined })
  expect(states()).toEqual(['waiting'])
  expect(outbox.snapshot().meta).not.toHaveProperty('misses')
})

test('a suspended member’s entry is retried half an hour later', async () => {
  const { deps, keep, fail, responses, clock, states } = drainDevice()
  await keep('a')
  fail('a', refused(403, 'suspended'))
  await drain(deps)
  responses.clear()
  clock.now += 30 * MINUTE - 1
  await drain(deps)
  expect(states()).toEqual(['waiting'])
  clock.now += 1
  await drain(deps)
  expect(states()).toEqual(['acked'])
})
