import type { BrowserContext, Page } from '@playwright/test'
import { broadcast, likeButton } from '../e2e/support/people.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { act, arrived, nothingArrived, type Plan, settleIn } from './actions.ts'
import { watchCards } from './card-states.ts'
import { type FaultRow, faultRows, type Stage } from './faults.ts'
import { countOf, type Ledger, readLedger } from './ledger.ts'
import { allIsSent, stripIsTrue } from './outbox.ts'
import { attachToWorker } from './worker.ts'
import { expect, type Place, type Scene, setScene, test } from './world.ts'

/** `npm run torture` sets both; a seed and a cell's name reproduce one run. */
const PER_CELL = Number(process.env['TORTURE_PER_CELL'] ?? 1)
const isInCi = process.env['TORTURE_PER_CELL'] === undefined
/** CI runs a fault with one sender, alternating; `npm run torture` with both. */
const SENDERS: readonly (readonly Sender[])[] = isInCi ? [['page'], ['worker']] : [['page', 'worker']]
const SEED = Number(process.env['TORTURE_SEED'] ?? 1)
const PATIENCE = { timeout: 30_000, intervals: [200, 400, 800] }

type Sender = 'page' | 'worker'

/** One run of one cell. */
interface Run {
  readonly row: FaultRow
  readonly plan: Plan
  readonly stage: Stage
  readonly context: BrowserContext
  readonly expected: Ledger
}

for (const [place, row] of faultRows.entries())
  for (const drainer of isInCi && !row.isInCi ? [] : (SENDERS[place % SENDERS.length] ?? []))
    for (let turn = 0; turn < PER_CELL; turn++) {
      const seed = SEED * 10_000 + place * 100 + turn * 2 + (drainer === 'page' ? 0 : 1)
      test(`all actions arrive once, sent by the ${drainer}, although: ${row.name} (seed ${seed})`, async ({
        context,
        page,
        place: where,
      }) => {
        const tooEarly: string[] = []
        const run = await prepare({ row, place: where, context, page, seed })
        await watchCards(context, (words, state) => {
          if (words === run.stage.scene.share && state === 'sent')
            void checkSent(where, words).then((problems) => tooEarly.push(...problems))
        })
        await settleIn(page, run.stage.scene)
        await (drainer === 'page' ? pageDrains(run, page) : workerDrains(run, page))
        await endsWell(run)
        expect(tooEarly, 'shown as sent before the server had it').toEqual([])
      })
    }

async function prepare(it: {
  row: FaultRow
  place: Place
  context: BrowserContext
  page: Page
  seed: number
}): Promise<Run> {
  const { row, place, context, page, seed } = it
  const random = createRandom(seed)
  const plan = planOf(random)
  const scene = await setScene(place)
  const { hostname } = new URL(place.proxy.url)
  const stage: Stage = {
    place,
    scene,
    random,
    page: async () => (page.isClosed() ? openPage(context) : page),
    setCookie: async (cookie) => {
      const [name = '', value = ''] = cookie.split('=')
      await context.addCookies([{ name, value, domain: hostname, path: '/', httpOnly: true, sameSite: 'Lax' }])
    },
  }
  return { row, plan, stage, context, expected: { ...arrived(plan), byOthers: row.actsOfOthers ?? 0 } }
}

/** A delete is sent after five seconds: a fifth of the runs have one. */
const planOf = (random: Random): Plan => ({ isDeleting: random.percent(20), isLikeTakenBack: random.percent(50) })

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/')
  return page
}

const checkSent = async ({ server }: Place, words: string): Promise<string[]> =>
  (await countOf(server, words)) === 1 ? [] : [`${words} was shown as sent`]

const hasStruck = ({ row, stage }: Run) =>
  row.hasStruck ? row.hasStruck(stage.place.proxy) : stage.place.proxy.struck() > 0

async function pageDrains(run: Run, page: Page): Promise<void> {
  const { row, plan, stage } = run
  const { proxy, server } = stage.place
  proxy.forget()
  await row.strike(stage)
  await act(page, stage.scene, plan)
  await expect.poll(() => hasStruck(run), PATIENCE).toBe(true)
  if (row.strip) await stripIsTrue(page, stage.scene.member, row.strip)
  if (row.isBeforeEffect) {
    await expect(broadcast(page, stage.scene.share)).toContainText(
      /Sending\.\.\.|Waiting (?:for a connection|to be sent|until)/,
    )
    expect(await readLedger(server, stage.scene)).toEqual(nothingArrived)
  }
  await row.heal(stage)
}

async function workerDrains(run: Run, page: Page): Promise<void> {
  const { row, plan, stage, context, expected } = run
  const { proxy, server } = stage.place
  await context.setOffline(true)
  await act(page, stage.scene, plan)
  await stripIsTrue(page, stage.scene.member, /^Offline\./)
  await page.close()
  proxy.forget()
  await row.strike(stage)
  await context.setOffline(false)
  const worker = await attachToWorker(context, proxy.url)
  await worker.dispatchSync()
  await expect.poll(() => hasStruck(run), PATIENCE).toBe(true)
  if (row.isBeforeEffect) expect(await readLedger(server, stage.scene)).toEqual(nothingArrived)
  await row.heal(stage)
  await expect
    .poll(async () => {
      await worker.dispatchSync()
      return readLedger(server, stage.scene)
    }, PATIENCE)
    .toEqual(expected)
  await worker.close()
}

/** Checks that database and page agree on the actions, also after late requests. */
async function endsWell({ row, stage, expected, plan }: Run): Promise<void> {
  const { scene, place } = stage
  const page = await stage.page()
  await allIsSent(page, scene.member)
  await expect.poll(() => readLedger(place.server, scene), PATIENCE).toEqual(expected)
  row.proves?.(place.proxy, scene)
  await place.proxy.release()
  expect(await readLedger(place.server, scene), 'after what came late').toEqual(expected)
  await page.goto('/')
  await showsAll(page, scene, plan)
  expect(orderViolations(place)).toEqual([])
}

async function showsAll(page: Page, scene: Scene, plan: Plan): Promise<void> {
  await expect(broadcast(page, scene.share)).toHaveCount(1)
  await expect(likeButton(broadcast(page, scene.share))).toBeVisible()
  await expect(likeButton(broadcast(page, scene.like))).toHaveAttribute('aria-pressed', 'true')
  await expect(likeButton(broadcast(page, scene.like))).toHaveText('Like, 1')
  await expect(likeButton(broadcast(page, scene.unlike))).toHaveText('Like, 0')
  await expect(broadcast(page, scene.remove)).toHaveCount(plan.isDeleting ? 0 : 1)
}

/** Returns order violations in each like lane: the last action was also requested last. */
function orderViolations({ proxy }: Place): string[] {
  const lanes = Map.groupBy(
    proxy.seen().filter((request) => /like/.test(request.path) && request.method === 'POST'),
    (request) => request.query.get('relatedid') ?? '',
  )
  return [...lanes].flatMap(([lane, requested]) => {
    const paths = requested.map((it) => it.path)
    const isSorted = paths.every((path, at) => at === 0 || path === paths[at - 1] || path === '/api/undo-like')
    return isSorted ? [] : [`like:${lane} was sent as ${paths.join(', ')}`]
  })
}
