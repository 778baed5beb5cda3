import { nameKey } from '#contract/accounts/names.ts'
import { OBJECT_STORE, outboxDatabase } from '#contract/storage-names.ts'
import { broadcast, logIn, shareTrack } from '../e2e/support/people.ts'
import { settleIn } from './actions.ts'
import { readLedger } from './ledger.ts'
import { allIsSent, statusesOf, stripIsTrue } from './outbox.ts'
import { plant } from './plant.ts'
import { expect, setScene, test } from './world.ts'

test.describe('without a worker', () => {
  // The worker would have the held chunk.
  test.use({ serviceWorkers: 'block' })

  test('a share that gets a 502 right after startup waits and arrives, instead of being parked in doubt', async ({
    page,
    place,
  }) => {
    const { proxy, server } = place
    const scene = await setScene(place)
    await page.goto('/login')
    await logIn(page, scene.me)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')
    proxy.forget()
    // The code that drains is loaded after the first paint: here, after the first response with the
    // session and the host's features.
    proxy.strike({ method: 'any', path: /^\/assets\/member-/, fault: () => ({ kind: 'hold' }) })
    await page.goto('/')
    const hasStatus = () =>
      proxy.seen().some((request) => request.path === '/api/user/status' && request.status === 200)
    await expect.poll(() => proxy.held() > 0 && hasStatus()).toBe(true)
    await expect(page.getByText('No broadcasts yet').or(broadcast(page, scene.like))).toBeVisible()
    await proxy.release()
    proxy.heal()

    proxy.strike({ fault: () => ({ kind: 'answer', isAfterEffect: false, status: 502 }) })
    await shareTrack(page, scene.share)
    await expect.poll(() => proxy.struck()).toBeGreaterThan(1)
    await stripIsTrue(page, scene.member, /waiting to send/)
    expect(Object.keys(await statusesOf(page, scene.member))).not.toContain('parked')
    proxy.heal()
    await allIsSent(page, scene.member)
    expect((await readLedger(server, scene)).shared).toBe(1)
  })
})

test('a share in a tunnel waits, although the host has never been seen to deduplicate', async ({ page, place }) => {
  const { proxy, server } = place
  const scene = await setScene(place)
  proxy.forget()
  proxy.strike({ method: 'any', path: /^\/api\/user\/status$/, fault: () => ({ kind: 'answer', ...NOT_HERE }) })
  await settleIn(page, scene)
  proxy.strike({ method: 'any', path: /^\/api\//, fault: () => ({ kind: 'drop' }) })
  await shareTrack(page, scene.share)
  await stripIsTrue(page, scene.member, /waiting to send/)
  expect(Object.keys(await statusesOf(page, scene.member))).not.toContain('parked')
  proxy.heal()
  await allIsSent(page, scene.member)
  expect((await readLedger(server, scene)).shared).toBe(1)
})

test('entries paused because of an earlier network are sent when the app is opened again', async ({ page, place }) => {
  const scene = await setScene(place)
  await settleIn(page, scene)
  await page.evaluate(rest, { name: outboxDatabase(scene.member), storeName: OBJECT_STORE })
  const args = { user: scene.member, followee: scene.other }
  await plant(page, scene.member, [{ action: 'accounts.follow', args, lane: `follow:${nameKey(scene.other)}` }])
  await page.reload()
  await expect.poll(() => readLedger(place.server, scene).then((it) => it.follows), { timeout: 5000 }).toBe(1)
})

/**
 * Runs in the page: after 36 requests without a response the breaker is open for two and a half
 * minutes.
 */
function rest({ name, storeName }: { name: string; storeName: string }): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(storeName, 'readwrite')
      transaction.oncomplete = () => {
        opening.result.close()
        resolve()
      }
      const until = Date.now() + 150_000
      transaction
        .objectStore(storeName)
        .put({ rev: 0, seq: 0, dedupes: true, misses: 36, rest: { until, seq: 99 } }, ['meta'])
    }
  })
}

/** The response from a host without this app's additions. */
const NOT_HERE = { isAfterEffect: false, status: 404, body: '{"error":"Not found"}' } as const
