import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ServerError } from '#src/api/errors.ts'
import { TryAgain } from '#src/cache/TryAgain.tsx'
import { member } from './host.ts'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

/** Shows the button after a failure, while the test turns the clock. */
async function showButton(first: unknown) {
  vi.useFakeTimers()
  const refetch = vi.fn<() => Promise<undefined>>(async () => undefined)
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const show = (error: unknown) =>
    perform(() => root.render(createElement(TryAgain, { live: { error, refetch, isFetching: false } })))
  onTestFinished(async () => {
    await perform(() => root.unmount())
    element.remove()
    vi.useRealTimers()
  })
  await show(first)
  const button = () => element.querySelector('button')
  return {
    show,
    refetch,
    press: () => perform(() => button()?.click()),
    text: () => button()?.textContent.replace(/ at .*/, ''),
    isDisabled: () => button()?.getAttribute('aria-disabled') === 'true',
    pass: (ms: number) => perform(() => vi.advanceTimersByTime(ms)),
  }
}

const limited = (retryAfterMs?: number) => new ServerError(429, '', { retryAfterMs })
const IN = (time: string) => `Try Again in ${time}`

test('after a 429 the button states when, enables itself once, and requests nothing by itself', async () => {
  const { text, isDisabled, press, pass, refetch } = await showButton(limited(80_000))
  expect(text()).toBe(IN('1:20'))
  await press()
  await pass(61_000)
  expect([text(), isDisabled()]).toEqual([IN('0:19'), true])
  await pass(19_000)
  expect([text(), isDisabled()]).toEqual(['Try Again', false])
  expect(refetch).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
  await press()
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('a failure that is shown again counts from when it was first shown, a new one anew', async () => {
  const first = limited(20_000)
  const { show, text, pass } = await showButton(first)
  await pass(15_000)
  await show(null)
  await show(first)
  expect(text()).toBe(IN('0:05'))
  await show(limited(20_000))
  expect(text()).toBe(IN('0:20'))
})

test.each([
  ['a 429 without Retry-After', limited()],
  ['a 503 with Retry-After', new ServerError(503, '', { retryAfterMs: 20_000 })],
])('after %s the button may be pressed at once', async (_, error) => {
  const { press, refetch } = await showButton(error)
  await press()
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('the strip over stored content names a limit on requests, and states when to try again', async () => {
  host.responds({ 'get-song-swaps': { songSwaps: [] } })
  const screen = await showScreen('/track-swap-history', member)
  await screen.shows('No track swaps yet')
  host.responds({ 'get-song-swaps': { status: 429, json: { error: 'Too many.' }, headers: { 'retry-after': '300' } } })
  await screen.refresh()
  await screen.contains('Too many requests. Showing what was loaded before.')
  await screen.contains(/Try Again in [45]:\d\d/)
})

test('a screen with a rate limit states when to try again, for screen readers as a time', async () => {
  host.responds({ 'get-song-swaps': { status: 429, json: { error: 'Too many.' }, headers: { 'retry-after': '300' } } })
  const screen = await showScreen('/track-swap-history', member)
  await screen.contains(/Try Again in [45]:\d\d/)
  expect(screen.text()).toMatch(/in [45]:\d\d at \d+:\d\d:\d\d/)
})
