import type { Browser, BrowserContext, Page } from '@playwright/test'
import { broadcast, isReadyForOffline, likeButton } from '../e2e/support/people.ts'
import { act, arrived, nothingArrived, type Plan, settleIn } from './actions.ts'
import { watchCards } from './card-states.ts'
import { type Apply, type Conditions, conditionsOfPage, conditionsOfWorker } from './conditions.ts'
import { countOf, readLedger } from './ledger.ts'
import { allIsSent, stripText, waitingOf } from './outbox.ts'
import { expect, type Place, setScene, test } from './world.ts'

test.use({ areWaitsShort: false })

const PLAN: Plan = { isDeleting: false, isLikeTakenBack: false }
type Target = 'the page' | 'the worker' | 'both'
const isLong = process.env['TORTURE_PER_CELL'] !== undefined
/** CI slows page and worker down together; `npm run torture` also each alone. */
const targets: Readonly<Record<'Slow 3G' | 'Offline', readonly Target[]>> = {
  'Slow 3G': isLong ? ['the page', 'the worker', 'both'] : ['both'],
  Offline: ['the page', 'the worker', 'both'],
}

for (const conditions of ['Slow 3G', 'Offline'] as const)
  for (const target of targets[conditions])
    test(`${conditions} for ${target}: the strip is correct and no action is lost`, async ({
      browser,
      context,
      page,
      place,
    }) => {
      test.setTimeout(90_000)
      const scene = await setScene(place)
      const tooEarly: string[] = []
      await watchCards(context, (words, state) => {
        if (words === scene.share && state === 'sent')
          void countOf(place.server, words).then((count) => (count === 1 ? undefined : tooEarly.push(words)))
      })
      await settleIn(page, scene)
      const apply = await conditionsOf(target, { browser, context, page, place })
      await apply(conditions)
      await act(page, scene, PLAN)
      await saysWhatWaits(page, scene.member)
      if (conditions === 'Offline') expect(await stripText(page)).toMatch(/^Offline\./)
      // A slow connection is not lost, and the worker can send what the page can't. If the worker
      // is offline, Chromium also reports the page's device as offline, and the page trusts that.
      if (conditions === 'Slow 3G' || target === 'the page') await isSentMeanwhile(page, place, scene)
      else await waits(page, place, scene)
      await apply('none')
      await allIsSent(page, scene.member)
      expect(await readLedger(place.server, scene)).toEqual(arrived(PLAN))
      await expect(likeButton(broadcast(page, scene.like))).toHaveText('Like, 1')
      await expect(broadcast(page, scene.share)).toHaveCount(1)
      expect(tooEarly).toEqual([])
    })

for (const who of ['a visitor', 'a member'] as const)
  test(`${who} with no pending action shows at once that the network is lost, and that it is back`, async ({
    page,
    context,
    place,
  }) => {
    const scene = await setScene(place)
    if (who === 'a member') await settleIn(page, scene)
    else {
      await page.goto('/')
      // The server's HTML has the broadcast before the app has started.
      await isReadyForOffline(page)
    }
    await expect(broadcast(page, scene.like)).toBeVisible()
    const strip = page.getByRole('status').filter({ hasText: /^Offline\./ })
    await expect(strip).toBeHidden()
    await context.setOffline(true)
    await expect(strip).toBeVisible({ timeout: 3000 })
    await context.setOffline(false)
    await expect(strip).toBeHidden({ timeout: 5000 })
  })

test('a network without any connection when the browser first reports it is found soon after', async ({
  page,
  context,
  place,
}) => {
  const scene = await setScene(place)
  await page.goto('/')
  await isReadyForOffline(page)
  await expect(broadcast(page, scene.like)).toBeVisible()
  const strip = page.getByRole('status').filter({ hasText: /^Offline\./ })
  await context.setOffline(true)
  await expect(strip).toBeVisible()
  place.proxy.strike({ method: 'any', fault: () => ({ kind: 'drop' }) })
  await context.setOffline(false)
  await expect.poll(() => place.proxy.struck()).toBeGreaterThan(0)
  await page.waitForTimeout(2500) // as at the end of a tunnel: requests meanwhile fail too
  place.proxy.heal()
  await expect(strip).toBeHidden({ timeout: 5000 })
})

async function isSentMeanwhile(page: Page, place: Place, scene: Parameters<typeof readLedger>[1]): Promise<void> {
  await expect.poll(() => readLedger(place.server, scene), { timeout: 40_000 }).toEqual(arrived(PLAN))
  await expect.poll(() => waitingOf(page, scene.member), { timeout: 40_000 }).toBe(0)
  await saysWhatWaits(page, scene.member)
}

async function waits(page: Page, place: Place, scene: Parameters<typeof readLedger>[1]): Promise<void> {
  expect(await stripText(page)).toMatch(/^Offline\. .*8 actions waiting to send\.$/)
  expect(await readLedger(place.server, scene)).toEqual(nothingArrived)
}

/**
 * Checks that the strip shows the pending entry count in the outbox, and is visible while there are
 * any.
 */
async function saysWhatWaits(page: Page, member: string): Promise<void> {
  const uncounted = async () => {
    const shown = Number(/(\d+) actions?/.exec(await stripText(page))?.[1] ?? 0)
    return (await waitingOf(page, member)) - shown
  }
  await expect.poll(uncounted, { message: 'queued actions less the number in the strip', timeout: 40_000 }).toBe(0)
}

async function conditionsOf(
  target: Target,
  { browser, context, page, place }: { browser: Browser; context: BrowserContext; page: Page; place: Place },
): Promise<Apply> {
  const applies: Apply[] = []
  if (target !== 'the worker') applies.push(await conditionsOfPage(context, page))
  if (target !== 'the page') applies.push(await conditionsOfWorker(browser, place.proxy.url))
  return async (conditions: Conditions) => {
    await Promise.all(applies.map((apply) => apply(conditions)))
  }
}
