import type { Page } from '@playwright/test'
import { broadcast, likeButton } from '../e2e/support/people.ts'
import { settleIn } from './actions.ts'
import type { Fault } from './fault-proxy.ts'
import { readLedger } from './ledger.ts'
import { allIsSent, readUnsent } from './outbox.ts'
import { expect, type Place, type Scene, setScene, test } from './world.ts'

/*
 * How soon actions are sent after a fault that is not a lost connection: an intermediary's server
 * responds, or the browser's data is deleted.
 */

const PORTAL: Fault = {
  kind: 'answer',
  isAfterEffect: false,
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><html><body>Accept the terms.</body></html>',
}
const MAINTENANCE: Fault = { kind: 'answer', isAfterEffect: false, status: 503, headers: { 'retry-after': '3600' } }
/** Longer than the waits that the tests allow after a fault ends. */
const LONG_WAIT_MS = 20_000

const messagesOf = async (place: Place, scene: Scene) => (await readLedger(place.server, scene)).messages

async function openConversation(page: Page, scene: Scene) {
  await settleIn(page, scene)
  await page.goto(`/dm/${scene.other}`)
  const field = page.getByLabel('Type a message')
  await expect(field).toBeVisible()
  return async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
    await expect(field).toHaveValue('')
  }
}

/** Returns the time until the only unsent entry's next attempt, in ms; 0 if it is due. */
async function readWait(page: Page, member: string): Promise<number> {
  const { now, left } = JSON.parse(await readUnsent(page, member)) as { now: number; left: { nextAt?: number }[] }
  return Math.max(0, ...left.map(({ nextAt = 0 }) => nextAt - now))
}

for (const [name, fault] of [
  ['a captive portal', PORTAL],
  ['a maintenance page', { ...MAINTENANCE, headers: {} }],
] as const)
  test(`the first response of the server after ${name} ends the waits of queued actions`, async ({ page, place }) => {
    test.setTimeout(180_000)
    // Each wait is the longest in its range.
    await page.addInitScript(() => {
      Math.random = () => 0.999
    })
    const scene = await setScene(place)
    const send = await openConversation(page, scene)
    place.proxy.strike({ method: 'any', path: /^\/api\//, fault: () => fault })
    await send('written behind it')
    await expect.poll(() => readWait(page, scene.member), { timeout: 90_000 }).toBeGreaterThan(LONG_WAIT_MS)
    expect(await messagesOf(place, scene)).toEqual([])
    place.proxy.heal()
    await page.goto(`/profile/${scene.other}`)
    await expect.poll(() => messagesOf(place, scene), { timeout: LONG_WAIT_MS / 2 }).toEqual(['written behind it'])
    await allIsSent(page, scene.member)
  })

test('a Retry-After of an hour delays one lane, is stated with its time, and is probed within a minute', async ({
  page,
  place,
}) => {
  test.setTimeout(180_000)
  const scene = await setScene(place)
  const send = await openConversation(page, scene)
  place.proxy.strike({ times: 1, fault: () => MAINTENANCE })
  await send('first')
  await expect(page.getByText(/^Waiting until/)).toHaveCount(1)
  await send('second')
  await expect(page.getByText('second')).toBeVisible()
  await expect(page.getByText(/^Waiting until/)).toHaveCount(1)
  await expect(page.getByText('Sending...')).toHaveCount(0)
  await page.goto('/')
  await likeButton(broadcast(page, scene.like)).click()
  await expect.poll(async () => (await readLedger(place.server, scene)).liked).toBe(1)
  await page.goto('/outbox')
  await expect(page.getByText(/until/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Now' }).first()).toBeVisible()
  expect(await messagesOf(place, scene)).toEqual([])
  await expect.poll(() => messagesOf(place, scene), { timeout: 75_000 }).toEqual(['first', 'second'])
  await allIsSent(page, scene.member)
})

for (const [name, after] of [
  ['', []],
  [', with what is written afterwards', ['written after']],
] as const)
  test(`what the page holds is sent although the browser’s data was deleted in a tunnel${name}`, async ({
    page,
    context,
    place,
  }) => {
    test.setTimeout(120_000)
    const scene = await setScene(place)
    const send = await openConversation(page, scene)
    await context.setOffline(true)
    await send('written before')
    const device = await context.newCDPSession(page)
    const { url: origin } = place.proxy
    await device.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
    for (const text of after) await send(text)
    await context.setOffline(false)
    await expect.poll(() => messagesOf(place, scene), { timeout: 30_000 }).toEqual(['written before', ...after])
    await allIsSent(page, scene.member)
  })
