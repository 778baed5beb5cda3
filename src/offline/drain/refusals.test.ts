import { expect, test } from 'vitest'
import type { Call } from '#src/api/call.ts'
import { drainDevice, lost, NOW, refused } from '#tests/support/drain-device.ts'
import type { AnySender } from '../outbox/action.ts'
import { begin } from './attempts.ts'
import { drain } from './drain.ts'

test.for([
  ['accepted', {}, undefined],
  ['refused as done already', { outcomes: { conflict: 'done' } }, refused(409, 'conflict')],
  ['dropped', { outcomes: { conflict: 'drop' } }, refused(409, 'conflict')],
  ['found on the host', { lookUp: { isBeforeResend: false, isDone: async () => true } }, refused(409, 'conflict')],
  ['ended silently', { isSilent: true }, refused(400, 'bad_input')],
] satisfies [string, Partial<AnySender>, Error | undefined][])(
  'the lane of an action that is %s continues in the same pass',
  async ([, sender, error]) => {
    const { deps, keep, fail, sent } = drainDevice({ sender })
    await keep('a', 'one')
    await keep('b', 'one')
    if (error) fail('a', error)
    await drain(deps)
    expect(sent).toEqual(['a', 'b'])
  },
)

test('a refused message shows the refusal, also on a host that does not deduplicate', async () => {
  const { deps, keep, fail, outbox } = drainDevice({ isRepeatable: false })
  await keep('a')
  fail('a', refused(400, 'bad_input'))
  await drain(deps)
  expect(outbox.snapshot().entries[0]?.failure).toEqual({ sentence: 'No', status: 400, code: 'bad_input' })
})

test.for([
  ['may be repeated', { isRepeatable: true }, 'id-2'],
  ['may be repeated once it was looked up', { lookUp: { isBeforeResend: true, isDone: async () => false } }, 'id-1'],
] satisfies [string, Partial<AnySender>, string][])(
  'Retry of an action that %s, after a refusal by an intermediary, has the id %s',
  async ([, sender, id]) => {
    const { deps, keep, fail, outbox } = drainDevice({ sender })
    await keep('a')
    fail('a', refused(403)) // without a code: not from the app's own server
    await drain(deps)
    const [parked] = outbox.snapshot().entries
    expect(parked?.status).toBe('parked')
    expect(parked && (await outbox.retry(parked))?.client_id).toBe(id)
  },
)

test('only a 403 asks whose session it is', async () => {
  let requests = 0
  const whoami = async () => {
    requests++
    return 'ada'
  }
  const { deps, keep, fail } = drainDevice({ whoami })
  for (const [text, status] of [
    ['a', 400],
    ['b', 403],
  ] as const) {
    await keep(text)
    fail(text, refused(status, 'conflict'))
  }
  await drain(deps)
  expect(requests).toBe(1)
})

test('an entry that could not be checked is retried after the back-off of its next attempt', async () => {
  const sender = { outcomes: {}, lookUp: { isBeforeResend: false, isDone: () => Promise.reject(lost()) } }
  const { deps, keep, fail } = drainDevice({ sender })
  await keep('a')
  fail('a', refused(409, 'conflict'))
  expect((await drain(deps)).nextAt).toBe(NOW + 1000)
})

test('an attempt that a crash interrupted is in doubt, unless it may be repeated', async () => {
  for (const isRepeatable of [false, true]) {
    const { deps, keep, sent, outbox } = drainDevice({ isRepeatable })
    await begin(outbox, await keep('a'))
    await drain(deps)
    const [entry] = outbox.snapshot().entries
    expect([entry?.status, sent.length]).toEqual(isRepeatable ? ['acked', 1] : ['parked', 0])
    if (!isRepeatable) expect(entry?.failure).toMatchObject({ mayHaveTakenEffect: true })
  }
})

test('an interrupted attempt is sent again to a host that deduplicates', async () => {
  const { deps, keep, sent, outbox, states } = drainDevice({ isRepeatable: false, reach: async () => false })
  await begin(outbox, await keep('a'))
  await outbox.trustHost()
  await drain(deps)
  expect([states(), sent]).toEqual([['acked'], ['a']])
})

test('an entry whose arguments cannot be read is parked for the user, and its lane continues', async () => {
  const { deps, keep, outbox, sent } = drainDevice()
  const broken = await keep('a', 'one')
  await keep('b', 'one')
  await outbox.step('one', () => ({ put: [{ ...broken, args: 'nonsense' }], result: undefined }))
  await drain(deps)
  expect(outbox.snapshot().entries).toMatchObject([
    { status: 'parked', failure: { sentence: expect.stringMatching(/can no longer be read/) } },
    { status: 'acked' },
  ])
  expect(sent).toEqual(['b'])
})

test('the next pass is due when the first of the waiting entries is', async () => {
  const { deps, keep, fail } = drainDevice()
  let chance = 0.2
  deps.chance = () => chance
  for (const text of ['soon', 'later']) {
    await keep(text)
    fail(text, lost())
  }
  await drain(deps, { urgent: ['id-1'] })
  chance = 0.9
  expect((await drain(deps, { urgent: ['id-2'] })).nextAt).toBe(NOW + 200)
})

test('when requests succeed again, entries that the breaker delayed are sent too', async () => {
  const { deps, keep, fail, responses, sent } = drainDevice()
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    await keep(text)
    fail(text, lost())
  }
  await drain(deps)
  responses.clear()
  await drain(deps, { ignoreBackoff: true })
  expect(sent.slice(4).toSorted((one, other) => one.localeCompare(other))).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test.for(['paused', 'aborted'] as const)('a pass during which the app is %s starts no further request', async (end) => {
  const controller = new AbortController()
  const { deps, keep, responses, sent, outbox } = drainDevice({ signal: controller.signal })
  for (const text of ['a', 'b', 'c', 'd', 'e']) await keep(text)
  await keep('behind a', 'a')
  const respondAll: (() => void)[] = []
  for (const text of ['a', 'b', 'c', 'd'])
    responses.set(text, () => new Promise((resolve) => respondAll.push(() => resolve({}))))
  const pass = drain(deps)
  await expect.poll(() => respondAll.length).toBe(4)
  if (end === 'paused') await outbox.changeMeta((meta) => ({ ...meta, paused: 'signed-out' }))
  else controller.abort()
  for (const respond of respondAll) respond()
  expect((await pass).acked).toBe(4)
  expect(sent).toEqual(['a', 'b', 'c', 'd'])
})

test('requests carry the signal of the drain, unless the action has its own', async () => {
  const signals: unknown[] = []
  const own = new AbortController().signal
  const call = (async (_endpoint: unknown, _query: unknown, options?: { signal?: AbortSignal }) => {
    signals.push(options?.signal)
    return {}
  }) as unknown as Call // the action below reads no response
  const sender: Partial<AnySender> = {
    send: async (send) => {
      await send({} as never, {} as never)
      await send({} as never, {} as never, { signal: own })
      return {}
    },
  }
  const { deps, keep } = drainDevice({ call, sender })
  await keep('a')
  await drain(deps)
  expect(signals).toEqual([deps.signal, own])
})
