import { whenIdle } from './when-idle.ts'

/** Inputs that show that the page is used. A press on a touch screen begins with `pointerdown`. */
const INPUTS = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const
/** The wait for the first input on an idle page, in ms. */
const UNUSED_AT_MOST_MS = 5000

let using: Promise<void> | undefined

/** Resolves once the page is idle and was used, or idle for 5 s: for code used later. */
export function whenUsed(): Promise<void> {
  using ??= Promise.all([whenIdle(), untilInput()]).then(untilResponse)
  return using
}

/** Resolves when the page is idle after the input, where the browser tells. */
async function untilResponse(): Promise<void> {
  if ('requestIdleCallback' in globalThis) await whenIdle()
}

async function untilInput(): Promise<void> {
  const ending = new AbortController()
  const input = new Promise((resolve) => {
    for (const type of INPUTS)
      window.addEventListener(type, resolve, { capture: true, passive: true, signal: ending.signal })
  })
  const wait = whenIdle().then(() => new Promise((resolve) => setTimeout(resolve, UNUSED_AT_MOST_MS)))
  await Promise.race([input, wait])
  ending.abort()
}
