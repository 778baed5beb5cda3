import type { BrowserContext, Page } from '@playwright/test'
import { broadcast, isReadyForOffline, logIn, shareTrack } from '../e2e/support/people.ts'
import { createReusedBrowser, type ReusedBrowser } from '../e2e/support/reused-browser.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { type CardState, watchCards } from './card-states.ts'
import { insertBroadcasts } from './music.ts'
import { allIsSent, readUnsent, statusesOf } from './outbox.ts'
import { SHORT_WAITS } from './short-waits.ts'
import { expect, type Place, type Scene, setScene, test } from './world.ts'

/** `npm run torture:kill` sets both. */
const KILLS = Number(process.env['TORTURE_KILLS'] ?? 5)
const SEED = Number(process.env['TORTURE_SEED'] ?? 1)
const LIKES_A_ROUND = 6
const LONGEST_MS = 1500

/** The results of all rounds. */
interface Figures {
  kills: number
  shownStored: number
  shownSent: number
  lost: string[]
  twice: string[]
  /** Shown as sent, but not in the database when the kill happened. */
  tooEarly: string[]
  /** Entries found unconfirmed in IndexedDB when the browser was opened again, by status. */
  readonly found: Record<string, number>
}

interface Round {
  readonly seed: number
  readonly random: Random
  readonly likes: readonly string[]
  readonly share: string
  /** The page's last state for each action before the kill. */
  readonly states: Map<string, CardState>
}

test(`every action shown as stored or sent is in the database once, after ${KILLS} kills of the browser`, async ({
  place,
}) => {
  test.setTimeout(60_000 + KILLS * 30_000)
  const browser = createReusedBrowser({ baseURL: place.proxy.url, viewport: { width: 390, height: 844 } })
  const figures: Figures = { kills: 0, shownStored: 0, shownSent: 0, lost: [], twice: [], tooEarly: [], found: {} }
  try {
    const scene = await setScene(place)
    await signInForGood(browser, scene)
    let context = await openBrowser(browser)
    for (let turn = 0; turn < KILLS; turn++) {
      const round = createRound(SEED * 10_000 + turn)
      await actAndKill({ place, browser, context, round })
      await readAfterKill(place, round, figures)
      context = await openBrowser(browser)
      await readAfterHeal({ place, scene, context, round, figures })
    }
  } finally {
    await browser.dispose()
    console.log(figureLine(figures))
  }
  expect(figures).toMatchObject({ kills: KILLS, lost: [], twice: [], tooEarly: [] })
  expect(figures.shownStored, 'actions that the page had shown before a kill').toBeGreaterThan(KILLS / 2)
})

async function openBrowser(browser: ReusedBrowser): Promise<BrowserContext> {
  const context = await browser.open()
  await context.addInitScript({ content: SHORT_WAITS })
  return context
}

/**
 * Signs in and closes the browser: Chromium writes cookies to disk only every 30 s, or when closed,
 * so that an immediate kill would lose the session.
 */
async function signInForGood(browser: ReusedBrowser, scene: Scene): Promise<void> {
  const context = await openBrowser(browser)
  const page = await firstPage(context)
  await logIn(page, scene.me)
  await isReadyForOffline(page)
  await page.getByRole('link', { name: 'Broadcast a Track' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await context.close()
}

const firstPage = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? context.newPage()

function createRound(seed: number): Round {
  const random = createRandom(seed)
  const word = () => random.between(0, 0xffff_ffff).toString(16).padStart(8, '0')
  const likes = Array.from({ length: LIKES_A_ROUND }, () => `like-${word()}`)
  return { seed, random, likes, share: `share-${word()}`, states: new Map() }
}

interface Killing {
  readonly place: Place
  readonly browser: ReusedBrowser
  readonly context: BrowserContext
  readonly round: Round
}

/** Clicks hearts and shares a track as a user; at a random millisecond the browser is killed. */
async function actAndKill({ place, browser, context, round }: Killing): Promise<void> {
  const { random } = round
  await insertBroadcasts(place.server, place.author.name, round.likes)
  await watchCards(context, (words, state) => round.states.set(words, state))
  const page = await context.newPage()
  await page.goto('/')
  const newest = broadcast(page, round.likes.at(-1) ?? '')
  const news = page.getByRole('button', { name: /new broadcast/i })
  await expect(newest.or(news).first()).toBeVisible()
  if (!(await newest.isVisible())) await news.click()
  await expect(newest).toBeVisible()
  const slowness = random.between(0, 120)
  place.delay.ms = () => random.between(0, slowness)
  // In a third of the kills the network is already lost, so that they hit while actions are only
  // stored.
  if (random.percent(33)) place.proxy.strike({ fault: () => ({ kind: 'drop' }) })
  const acting = actQuickly(page, round).catch(() => {}) // the browser is killed meanwhile
  await new Promise((due) => setTimeout(due, random.between(0, LONGEST_MS)))
  await browser.kill()
  await acting
  place.proxy.heal()
  place.delay.ms = () => 0
}

async function actQuickly(page: Page, { random, likes, share }: Round): Promise<void> {
  const isShareFirst = random.percent(50)
  if (isShareFirst) await shareTrack(page, share)
  await page.evaluate(pressHearts, { likes, waits: likes.map(() => random.between(0, 60)) })
  if (!isShareFirst) await shareTrack(page, share)
}

/** Runs in the page: clicks faster than a user could. */
async function pressHearts({ likes, waits }: { likes: readonly string[]; waits: readonly number[] }): Promise<void> {
  for (const [place, words] of likes.entries()) {
    const card = [...document.querySelectorAll('[role="feed"] article')].find((article) =>
      article.textContent?.includes(words),
    )
    card?.querySelector<HTMLElement>('button[aria-pressed]')?.click()
    await new Promise((due) => setTimeout(due, waits[place]))
  }
}

const isStored = (state: CardState | undefined) => state !== undefined && state !== 'not liked'

/** Reads the database before anything is opened again: actions shown as sent must be there. */
async function readAfterKill({ server }: Place, round: Round, figures: Figures): Promise<void> {
  figures.kills++
  for (const [words, state] of round.states) {
    if (state !== 'sent') continue
    figures.shownSent++
    const [row] = await server.query<{ n: number }>('select count(*)::int n from broadcasts where title = $1', words)
    if (row?.n !== 1) figures.tooEarly.push(`${words} (seed ${round.seed})`)
  }
}

interface Reading {
  readonly place: Place
  readonly scene: Scene
  readonly context: BrowserContext
  readonly round: Round
  readonly figures: Figures
}

/** Opens the app again, lets it send its outbox, and counts in the database. */
async function readAfterHeal({ place, scene, context, round, figures }: Reading): Promise<void> {
  const page = await firstPage(context)
  // on the app's origin, but not the app: no page sends anything yet
  await page.goto('/api/openapi.json')
  const { acked: _acked, ...unconfirmed } = await statusesOf(page, scene.member)
  for (const [status, count] of Object.entries(unconfirmed))
    figures.found[status] = (figures.found[status] ?? 0) + count
  await page.goto('/')
  await allIsSent(page, scene.member).catch(async (error: unknown) => {
    console.log(await readUnsent(page, scene.member)) // prints why entries are pending
    throw error
  })
  const counts = await countActions(place, scene, round)
  for (const words of [...round.likes, round.share]) {
    const { n = 0, counter = 0 } = counts.get(words) ?? {}
    const wasShown = isStored(round.states.get(words))
    if (wasShown) figures.shownStored++
    if (wasShown && n === 0) figures.lost.push(`${words} (seed ${round.seed})`)
    if (n > 1 || counter !== n) figures.twice.push(`${words}: ${n}, counter ${counter} (seed ${round.seed})`)
  }
}

async function countActions({ server }: Place, scene: Scene, round: Round) {
  const rows = await server.query<{ title: string; n: number; counter: number }>(
    `select b.title, count(l.member_id)::int n, b.likes counter
     from broadcasts b left join likes l on l.broadcast_id = b.id where b.title = any($1) group by b.id
     union all
     select b.title, count(*)::int, count(*)::int from broadcasts b join members m on m.id = b.author_id
     where b.title = $2 and m.name = $3 group by b.title`,
    round.likes,
    round.share,
    scene.member,
  )
  return new Map(rows.map((row) => [row.title, row]))
}

const figureLine = ({ kills, shownStored, shownSent, lost, twice, tooEarly, found }: Figures): string =>
  `${kills} kills (seed ${SEED}): ${shownStored} actions shown as stored, ${shownSent} shown as sent; ` +
  `${lost.length} lost, ${twice.length} twice, ${tooEarly.length} shown as sent too early; found afterwards ${
    Object.entries(found)
      .map(([status, count]) => `${count} ${status}`)
      .join(', ') || 'nothing'
  }`
