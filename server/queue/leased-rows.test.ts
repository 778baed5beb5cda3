import { expect, test } from 'vitest'
import { runLanes } from './leased-rows.ts'

test('a row that becomes due while a slow one is processed does not wait for it', async () => {
  const slow = Promise.withResolvers<void>()
  const due: (() => Promise<void>)[] = [() => slow.promise]
  const done: string[] = []
  const workOnNext = async () => {
    const next = due.shift()
    await next?.()
    return next !== undefined
  }
  const running = runLanes(2, workOnNext, new AbortController().signal).then(() => done.push('run'))
  due.push(async () => void done.push('later'))
  await expect.poll(() => done, { timeout: 5000 }).toEqual(['later'])
  slow.resolve()
  await running
  expect(done).toEqual(['later', 'run'])
})

test('a run ends when no row is due, and a failure after the other lanes have ended', async () => {
  const rows = [true, true, false]
  await runLanes(2, async () => rows.shift() ?? false, new AbortController().signal)
  expect(rows).toEqual([])
  const failing = runLanes(2, () => Promise.reject(new Error('no row')), new AbortController().signal)
  await expect(failing).rejects.toThrow('no row')
})
