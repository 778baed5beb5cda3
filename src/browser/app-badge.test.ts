import { afterEach, expect, test, vi } from 'vitest'
import { showAppBadge } from './app-badge.ts'

afterEach(() => vi.unstubAllGlobals())

/** An installed app that records the number on its icon. */
function anIcon() {
  const icon: { shows: number | undefined } = { shows: undefined }
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void (icon.shows = count),
    clearAppBadge: async () => void (icon.shows = undefined),
  })
  return icon
}

test('the icon shows the number of queued actions, and none without any', () => {
  const icon = anIcon()
  showAppBadge(3)
  expect(icon.shows).toBe(3)
  showAppBadge(0)
  expect(icon.shows).toBeUndefined()
})

test('a browser without such icons, and one that refuses, are no trouble', async () => {
  vi.stubGlobal('navigator', {})
  expect(() => showAppBadge(3)).not.toThrow()
  vi.stubGlobal('navigator', { setAppBadge: async () => Promise.reject(new Error('not installed')) })
  expect(() => showAppBadge(3)).not.toThrow()
  await Promise.resolve() // an unhandled rejection would fail the run
})
