import type { Page } from '@playwright/test'
import { cacheDatabase } from '#contract/storage-names.ts'
import { lastDownload } from '../e2e/support/downloads.ts'
import { broadcast, isReadyForOffline, likeButton, logIn } from '../e2e/support/people.ts'
import type { Fault } from './fault-proxy.ts'
import { countOf, readLedger } from './ledger.ts'
import { allIsSent } from './outbox.ts'
import { expect, type Place, type Scene, setScene, test } from './world.ts'

test.use({ areWaitsShort: false, areDownloadsOn: true })

/** `npm run torture` uses a minute without any response. */
const LIE_FI_MS = process.env['TORTURE_PER_CELL'] === undefined ? 15_000 : 60_000
/** A connection that never responds is reported after 4 s (connectivity.test.ts), here on a busy machine. */
const NAMED_MS = 15_000
/** A download starts when the page is idle, and pauses between requests. */
const DOWNLOAD_MS = 120_000
const SLOW = /^Waiting for the server\./
const PROBLEM = 'The server has a problem. Showing what was loaded before.'
const page200 = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><html><body>Welcome.</body></html>' }

const portals: readonly [name: string, fault: Fault, strip: RegExp | string][] = [
  ['a page with status 200', { kind: 'answer', isAfterEffect: false, status: 200, ...page200 }, PROBLEM],
  [
    'a redirect',
    { kind: 'answer', isAfterEffect: false, status: 302, headers: { location: 'http://localhost:9/portal' } },
    /^Offline\./,
  ],
  ['status 502', { kind: 'answer', isAfterEffect: false, status: 502, ...page200 }, PROBLEM],
]

test('captive portals and a connection that never responds leave every downloaded screen readable, with the reason shown', async ({
  page,
  place,
}) => {
  test.setTimeout(240_000)
  const scene = await setScene(place)
  await visit(page, scene)

  for (const [name, fault, strip] of portals) {
    place.proxy.strike({ method: 'any', path: /^\/(?:api|pictures)\//, fault: () => fault })
    await page.goto('/')
    await expect(page.getByRole('status').filter({ hasText: strip }), name).toBeVisible({ timeout: 20_000 })
    await readsScreens(page, place, scene)
    place.proxy.heal()
  }

  await page.goto('/')
  await expect(broadcast(page, scene.like)).toBeVisible()
  place.proxy.strike({ method: 'any', fault: () => ({ kind: 'hold' }) })
  const startedAt = Date.now()
  const like = likeButton(broadcast(page, scene.like))
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true', { timeout: 1000 })
  await expect(page.getByText(SLOW)).toBeVisible({ timeout: startedAt + NAMED_MS - Date.now() })
  for (let round = 0; round === 0 || Date.now() - startedAt < LIE_FI_MS; round++) await readsScreens(page, place, scene)
  await page.goto('/')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  place.proxy.heal()
  await allIsSent(page, scene.member)
  expect((await readLedger(place.server, scene)).liked).toBe(1)
})

test('deleting the database while the app is open removes downloads, and the app continues', async ({
  page,
  place,
}) => {
  test.setTimeout(360_000)
  const scene = await setScene(place)
  await visit(page, scene)
  expect(await page.evaluate(deleteCache, cacheDatabase('a'))).toBe('deleted')
  await page.getByRole('link', { name: 'Broadcast a Track' }).click()
  await page.getByPlaceholder('Your thoughts here').fill(scene.share)
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: '+ Post Track' }).click()
  await expect(broadcast(page, scene.share)).toBeVisible()
  await allIsSent(page, scene.member)
  expect(await countOf(place.server, scene.share)).toBe(1)
  // The next visit downloads everything again.
  await page.reload()
  await expect.poll(() => lastDownload(page), { timeout: DOWNLOAD_MS }).toBeDefined()
})

/** Visits the feed until all downloads are complete. */
async function visit(page: Page, scene: Scene): Promise<void> {
  await logIn(page, scene.me)
  await isReadyForOffline(page)
  await expect.poll(() => lastDownload(page), { timeout: DOWNLOAD_MS }).toMatchObject({ isComplete: true })
}

/** Opens screens that were never opened before. */
async function readsScreens(page: Page, { author }: Place, scene: Scene): Promise<void> {
  const screens: readonly [path: string, content: string][] = [
    [`/profile/${author.name}`, author.name],
    [`/track-swap-detail?id=${scene.swapId}`, scene.other],
    ['/broadcast-track', 'Choose one of your recent tracks'],
  ]
  for (const [path, content] of screens) {
    await page.goto(path)
    await expect(page.locator('main').getByText(content).first(), path).toBeVisible()
  }
  await expect(page.getByRole('option').first()).toBeVisible()
}

/** Runs in the page: deletes the member's cache, like a browser that clears its storage. */
async function deleteCache(beginning: string): Promise<string> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  const name = names.find((candidate) => candidate.startsWith(beginning)) ?? ''
  return new Promise((resolve) => {
    const deletion = indexedDB.deleteDatabase(name)
    deletion.onsuccess = () => resolve('deleted')
    deletion.onblocked = () => resolve('blocked')
    deletion.onerror = () => resolve('failed')
  })
}
