import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

/** Without idle callbacks a loaded page counts as idle after this time, in ms. */
const IDLE_MS = 1000

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', { readyState: 'complete' })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
})

/** Starts to wait until a new page is used. Returns a function that passes time and states whether the wait is over. */
async function watchUse() {
  const { whenUsed } = await import('./when-used.ts')
  let isUsed = false
  void whenUsed().then(() => {
    isUsed = true
  })
  return async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return isUsed
  }
}

test.each(['pointermove', 'pointerdown', 'wheel', 'keydown'])('an idle page is used at the first %s', async (type) => {
  const pass = await watchUse()
  expect(await pass(IDLE_MS)).toBe(false)
  window.dispatchEvent(new Event(type))
  expect(await pass(0)).toBe(true)
})

test('a page with an input counts as used once it is idle', async () => {
  const pass = await watchUse()
  window.dispatchEvent(new Event('keydown'))
  expect(await pass(IDLE_MS - 1)).toBe(false)
  expect(await pass(1)).toBe(true)
})

test('a page without an input counts as used 5 s after it became idle', async () => {
  const pass = await watchUse()
  expect(await pass(IDLE_MS + 4999)).toBe(false)
  expect(await pass(1)).toBe(true)
})

test('what the first input starts comes before code that the first screen does not need', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback))
  vi.stubGlobal('window', Object.assign(new EventTarget(), { requestIdleCallback }))
  const pass = await watchUse()
  for (const callback of idle.splice(0)) callback()
  await pass(0)
  window.dispatchEvent(new Event('pointerdown'))
  expect(await pass(0)).toBe(false)
  expect(idle).toHaveLength(1)
  for (const callback of idle.splice(0)) callback()
  expect(await pass(0)).toBe(true)
})
