import { expect, test } from 'vitest'
import { drainDevice, lost, NOW } from '#tests/support/drain-device.ts'
import { drain } from './drain.ts'

test('what the user demands is sent first, then what was tried least, then in the order of the actions', async () => {
  const { deps, keep, fail, sent } = drainDevice()
  for (const text of ['tried twice', 'tried once']) {
    await keep(text)
    fail(text, lost())
    await drain(deps, { ignoreBackoff: true })
  }
  expect(sent).toEqual(['tried twice', 'tried once', 'tried twice'])
  for (const text of ['first', 'second', 'demanded']) await keep(text)
  sent.length = 0
  await drain(deps, { ignoreBackoff: true, urgent: ['id-5'] })
  expect(sent).toEqual(['demanded', 'first', 'second', 'tried once', 'tried twice'])
})

test('an entry that this build does not know is not sent, and its lane waits without a timer', async () => {
  const { deps, keep, sent, states } = drainDevice({ actions: new Map() })
  await keep('a')
  expect(await drain(deps)).toEqual({ acked: 0, nextAt: undefined })
  expect([sent, states()]).toEqual([[], ['queued']])
})

test('an entry of a newer build is not sent, and its lane waits for it', async () => {
  const { deps, keep, outbox, sent } = drainDevice()
  const newer = await keep('newer', 'one')
  await keep('behind it', 'one')
  await keep('free', 'two')
  await outbox.step('one', () => ({ put: [{ ...newer, v: 2 }], result: undefined }))
  expect(await drain(deps)).toEqual({ acked: 1, nextAt: undefined })
  expect(sent).toEqual(['free'])
})

test('an action that can be undone is sent when its time is over', async () => {
  const { deps, outbox, clock, states } = drainDevice()
  const [note] = deps.actions.values()
  if (!note) throw new Error('no action')
  await outbox.dispatch(note, { lane: 'one', text: 'held' }, { holdMs: 5000 })
  expect((await drain(deps, { ignoreBackoff: true })).nextAt).toBe(NOW + 5000)
  clock.now += 4999
  await drain(deps, { ignoreBackoff: true })
  expect(states()).toEqual(['queued'])
  clock.now += 1
  await drain(deps)
  expect(states()).toEqual(['acked'])
})

test('four requests are in flight at once, one of each lane', async () => {
  const { deps, keep, responses, sent } = drainDevice()
  const respondAll: (() => void)[] = []
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    await keep(text)
    responses.set(text, () => new Promise((resolve) => respondAll.push(() => resolve({}))))
  }
  await keep('behind a', 'a')
  const pass = drain(deps)
  await expect.poll(() => sent).toEqual(['a', 'b', 'c', 'd'])
  respondAll[3]?.()
  await expect.poll(() => sent).toEqual(['a', 'b', 'c', 'd', 'e'])
  respondAll[0]?.()
  await expect.poll(() => sent).toHaveLength(6)
  for (const respond of respondAll) respond()
  expect((await pass).acked).toBe(6)
})
