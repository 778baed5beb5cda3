import type { Browser, BrowserContext, Page } from '@playwright/test'
import { broadcast, likeButton } from '../e2e/support/people.ts'
import { act, arrived, type Plan, settleIn } from './acts.ts'
import { type Apply, type Conditions, conditionsOfPage, conditionsOfWorker } from './conditions.ts'
import { countOf, readLedger } from './ledger.ts'
import { allIsSent, stripText, waitingOf } from './outbox.ts'
import { listen } from './truth.ts'
import { expect, type Place, setScene, test } from './world.ts'

test.use({ areWaitsShort: false })

const PLAN: Plan = { isDeleting: false, isLikeTakenBack: false }
const targets = ['the page', 'the worker', 'both'] as const
type Target = (typeof targets)[number]

for (const conditions of ['Slow 3G', 'Offline'] as const)
  for (const target of targets)
    test(`${conditions} for ${target}: the strip tells the truth and nothing is lost`, async ({
      browser,
      context,
      page,
      place,
    }) => {
      test.setTimeout(90_000)
      const scene = await setScene(place)
      const lies: string[] = []
      await listen(context, (words, said) => {
        if (words === scene.share && said === 'sent')
          void countOf(place.server, words).then((count) => (count === 1 ? undefined : lies.push(words)))
      })
      await settleIn(page, scene)
      const apply = await conditionsOf(target, { browser, context, page, place })
      await apply(conditions)
      await act(page, scene, PLAN)
      await saysWhatWaits(page, scene.member)
      if (conditions === 'Offline' && target !== 'the worker')
        expect(await page.evaluate(() => navigator.onLine)).toBe(false)
      if (conditions === 'Offline' && target === 'both') {
        expect(await stripText(page)).toMatch(/^Offline\. .*2 actions waiting to send\.$/)
        expect((await readLedger(place.server, scene)).liked).toBe(0)
      }
      // Slow is not away, and what one of the two can send is sent.
      if (target !== 'both' || conditions === 'Slow 3G') await isSentMeanwhile(page, place, scene)
      await apply('none')
      await allIsSent(page, scene.member)
      expect(await readLedger(place.server, scene)).toEqual(arrived(PLAN))
      await expect(likeButton(broadcast(page, scene.like))).toHaveText('Like, 1')
      await expect(broadcast(page, scene.share)).toHaveCount(1)
      expect(lies).toEqual([])
    })

async function isSentMeanwhile(page: Page, place: Place, scene: Parameters<typeof readLedger>[1]): Promise<void> {
  await expect.poll(() => readLedger(place.server, scene), { timeout: 40_000 }).toEqual(arrived(PLAN))
  await expect.poll(() => waitingOf(page, scene.member), { timeout: 20_000 }).toBe(0)
  await saysWhatWaits(page, scene.member)
}

/** The number that the strip names is the number that lies in the outbox; with something waiting it is never silent. */
async function saysWhatWaits(page: Page, member: string): Promise<void> {
  const unsaid = async () => {
    const said = Number(/(\d+) actions?/.exec(await stripText(page))?.[1] ?? 0)
    return (await waitingOf(page, member)) - said
  }
  await expect.poll(unsaid, { message: 'what waits, less what the strip says', timeout: 20_000 }).toBe(0)
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
