import { expect, onTestFinished, test, vi } from 'vitest'
import { AVATAR_CACHE, FEED_CACHES, shellCache } from '#contract/storage-names.ts'
import { dropOldCaches } from './shortcuts.ts'

test('a worker that takes over removes shells of other versions and the feeds that earlier builds stored', async () => {
  const names = new Set([shellCache('old'), shellCache('new'), `${FEED_CACHES}3-ada`, `${FEED_CACHES}0-`, AVATAR_CACHE])
  vi.stubGlobal('caches', { keys: async () => [...names], delete: async (name: string) => names.delete(name) })
  onTestFinished(() => void vi.unstubAllGlobals())
  await dropOldCaches(shellCache('new'))
  expect([...names]).toEqual([shellCache('new'), AVATAR_CACHE])
})
