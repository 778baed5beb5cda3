import type { CDPSession, Page } from '@playwright/test'
import { AVATAR_CACHE } from '#contract/storage-names.ts'
import { readStoredTexts } from '../e2e/support/people.ts'
import { settleIn } from './actions.ts'
import { readLedger } from './ledger.ts'
import { allIsSent } from './outbox.ts'
import { expect, type Scene, setScene, test } from './world.ts'

const FULL = 'This device has no space left to keep this. Free some space and try again.'
const WORDS = 'written on a full phone'
const AGAIN = 'written with space again'

test('on a full device in a tunnel the text stays and pictures and downloads are evicted; with a network it is sent once', async ({
  page,
  context,
  place,
}) => {
  test.setTimeout(120_000)
  const scene = await setScene(place)
  const device = await page.context().newCDPSession(page)
  await setQuota(device, place.proxy.url, DISK_BYTES)
  const field = await openConversation(page, scene)
  await keepPicture(page)
  await setQuota(device, place.proxy.url, 1)
  await isFull(page)
  expect(await readStoredTexts(page)).toContain('"top-tracks"')
  await context.setOffline(true)
  await field.fill(WORDS)
  await field.press('Enter')
  await expect(page.getByText(FULL).first()).toBeVisible()
  await expect(field).toHaveValue(WORDS)
  expect(await hasPictures(page)).toBe(false)
  await expect.poll(() => readStoredTexts(page), 'what other screens had stored').not.toContain('"top-tracks"')
  expect((await readLedger(place.server, scene)).messages).toEqual([])

  // Still full: sent directly.
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: /^Offline\./ })).toBeHidden()
  await field.press('Enter')
  await expect(field).toHaveValue('')
  await expect.poll(async () => (await readLedger(place.server, scene)).messages).toEqual([WORDS])

  await setQuota(device, place.proxy.url)
  await field.fill(AGAIN)
  await field.press('Enter')
  await expect(field).toHaveValue('')
  await allIsSent(page, scene.member)
  expect((await readLedger(place.server, scene)).messages).toEqual([WORDS, AGAIN])
})

const PICTURE_BYTES = 8_000_000
/** Holds the app, its data and the picture, and is less than the write that finds it full. */
const DISK_BYTES = 40_000_000

async function openConversation(page: Page, scene: Scene) {
  await settleIn(page, scene)
  await page.goto(`/dm/${scene.other}`)
  const field = page.getByLabel('Type a message')
  await expect(field).toBeVisible()
  return field
}

/** Sets Chromium's quota for the app's origin; without a size it is the disk's limit. */
const setQuota = (device: CDPSession, origin: string, quotaSize?: number) =>
  device.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize === undefined ? {} : { quotaSize }) })

/**
 * Waits until the device is full. Chromium reserves room in advance and reads the quota again for a
 * write that is larger, or after half a minute.
 */
const isFull = (page: Page) =>
  expect
    .poll(() => page.evaluate(tryToWrite, DISK_BYTES), { timeout: 60_000, intervals: [1000] })
    .toBe('QuotaExceededError')

/** Runs in the page: returns a write's result in another database on the same origin. */
function tryToWrite(bytes: number): Promise<string> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('probe')
    opening.onupgradeneeded = () => opening.result.createObjectStore('probe')
    opening.onerror = () => resolve(opening.error?.name ?? '')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('probe', 'readwrite')
      const end = (came: string) => {
        opening.result.close()
        resolve(came)
      }
      transaction.oncomplete = () => end('written')
      transaction.onabort = () => end(transaction.error?.name ?? '')
      transaction.objectStore('probe').put('x'.repeat(bytes), 1)
    }
  })
}

/** Stores a picture as the worker does. */
const keepPicture = (page: Page): Promise<void> =>
  page.evaluate(
    async ({ name, bytes }) => {
      const cache = await caches.open(name)
      await cache.put('/pictures/large.png', new Response(new Uint8Array(bytes)))
    },
    { name: AVATAR_CACHE, bytes: PICTURE_BYTES },
  )

const hasPictures = (page: Page): Promise<boolean> => page.evaluate((name) => caches.has(name), AVATAR_CACHE)
