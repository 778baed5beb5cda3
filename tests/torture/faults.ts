import { expect, type Page } from '@playwright/test'
import { broadcast, likeButton, logIn, session } from '../e2e/support/people.ts'
import type { Random } from '../simulation/random.ts'
import { nothingArrived } from './actions.ts'
import type { FaultProxy, Rule } from './fault-proxy.ts'
import { readLedger } from './ledger.ts'
import type { Place, Scene } from './world.ts'

/** A fault's environment. */
export interface Stage {
  readonly place: Place
  readonly scene: Scene
  readonly random: Random
  /** Opens the app if no page shows it (the worker drains). */
  readonly page: () => Promise<Page>
  readonly setCookie: (cookie: string) => Promise<void>
}

/** One network or server fault, and its effects. */
export interface FaultRow {
  readonly name: string
  /**
   * Runs in CI: it involves browser parts that the simulation lacks. `npm run torture` runs every
   * row.
   */
  readonly isInCi?: true
  strike(stage: Stage): Promise<void> | void
  /** Ends it. Faults that apply once to each action end by themselves. */
  heal(stage: Stage): Promise<void> | void
  /** The strip's text during the fault; undefined if it is too short to check. */
  readonly strip?: RegExp
  /** The number of another member's actions meanwhile. */
  readonly actsOfOthers?: number
  /** No action can take effect before it ends. */
  readonly isBeforeEffect?: boolean
  /** Checks in the proxy's log that the fault occurred as intended. */
  hasStruck?(proxy: FaultProxy): boolean
  /** Checks the proxy's log at the end. */
  proves?(proxy: FaultProxy, scene: Scene): void
}

const WAITING = /actions? waiting to send/
const healed = ({ place }: Stage) => place.proxy.heal()

const untilHealed = (
  name: string,
  fault: (random: Random) => Rule['fault'],
  more: Partial<FaultRow> = {},
): FaultRow => ({
  name,
  strike: ({ place, random }) => place.proxy.strike({ fault: fault(random) }),
  heal: healed,
  strip: WAITING,
  ...more,
})

const copiesOf = (proxy: FaultProxy) => Map.groupBy(proxy.seen(), (request) => request.clientId ?? '')

/**
 * Checks that the server received an action more than once, so that only its deduplication by
 * `client_id` makes it one.
 */
function wasRequestedTwice(proxy: FaultProxy): void {
  const requests = [...copiesOf(proxy)]
    .filter(([id]) => id !== '')
    .map(([, all]) => all.filter((request) => request.status === 200))
  expect(Math.max(...requests.map((all) => all.length)), 'copies of one act that the server answered').toBeGreaterThan(
    1,
  )
}

const SECONDS = 2

/** Checks that a write is not repeated within the time for which the server wants no repeat. */
function wasQuiet(proxy: FaultProxy): void {
  const writes = proxy.seen().filter((request) => request.method === 'POST' && request.path !== '/api/user/login')
  const refused = writes.find((write) => write.fault === 'answer')
  // Other lanes continue.
  const next = writes.find(
    (write) => refused !== undefined && write.clientId === refused.clientId && write.at > refused.at,
  )
  expect((next?.at ?? 0) - (refused?.at ?? 0), 'ms of quiet').toBeGreaterThan(SECONDS * 1000 - 100)
}

const portal = '<!doctype html><html><body>Welcome to the train. Accept the terms.</body></html>'
const html = { 'content-type': 'text/html; charset=utf-8' }

const everything = (name: string, fault: Rule['fault'], strip = /^Offline\./): FaultRow => ({
  name,
  strike: ({ place }) => place.proxy.strike({ method: 'any', path: /^\/api\//, fault }),
  heal: healed,
  strip,
  isBeforeEffect: true,
})

const endSessions = ({ place, scene }: Stage) =>
  place.server.query('delete from sessions where member_id = (select id from members where name = $1)', scene.me.name)

const sawStatus = (status: number) => (proxy: FaultProxy) =>
  proxy.seen().some((request) => request.method === 'POST' && request.status === status)

async function signInAgain({ scene, page }: Stage): Promise<void> {
  const shown = await page()
  await shown.getByRole('link', { name: 'Log In' }).click()
  await logIn(shown, scene.me)
}

/** Another member uses the device meanwhile: acts, and sends no entry of the first one. */
async function anotherThenAgain(stage: Stage): Promise<void> {
  const { scene, place, page } = stage
  const shown = await page()
  await shown.getByRole('link', { name: 'Log In' }).click()
  await logIn(shown, scene.another)
  await shown.goto('/')
  await likeButton(broadcast(shown, scene.forAnother)).click()
  await expect.poll(() => readLedger(place.server, scene).then((it) => it.byOthers)).toBe(1)
  expect(await readLedger(place.server, scene), 'while another member was here').toEqual({
    ...nothingArrived,
    byOthers: 1,
  })
  await shown.goto('/login')
  await logIn(shown, scene.me)
}

export const faultRows: readonly FaultRow[] = [
  untilHealed('dropped before it reaches the server', () => () => ({ kind: 'drop' }), { isBeforeEffect: true }),
  untilHealed('answer lost on a warm connection', () => () => ({ kind: 'lose-answer' }), {
    isInCi: true,
    hasStruck: (proxy) => proxy.seen().some((request) => request.fault === 'lose-answer' && request.isWarm),
    proves: wasRequestedTwice,
  }),
  {
    name: 'answer lost once, sent again by the browser itself',
    isInCi: true,
    strike: ({ place }) => place.proxy.strike({ isFirstCopyOnly: true, fault: () => ({ kind: 'lose-answer' }) }),
    heal: healed,
    proves: wasRequestedTwice,
  },
  untilHealed('answer cut off after its head', () => () => ({ kind: 'truncate' }), {
    isInCi: true,
    proves: wasRequestedTwice,
  }),
  {
    name: 'hangs beyond the time-out, done late',
    isInCi: true,
    strike: ({ place }) => place.proxy.strike({ isFirstCopyOnly: true, fault: () => ({ kind: 'hold' }) }),
    heal: healed,
    proves: (proxy) => expect(proxy.held(), 'requests that the server is still to get').toBeGreaterThan(0),
  },
  untilHealed(
    '5xx before the effect',
    (random) => () => ({ kind: 'answer', isAfterEffect: false, status: random.pick([500, 502, 504]) }),
    { isBeforeEffect: true },
  ),
  untilHealed(
    '5xx after the effect',
    (random) => () => ({ kind: 'answer', isAfterEffect: true, status: random.pick([500, 502, 504]) }),
    { isInCi: true, proves: wasRequestedTwice },
  ),
  untilHealed(
    '429 with Retry-After in seconds',
    () => () => ({ kind: 'answer', isAfterEffect: false, status: 429, headers: { 'retry-after': String(SECONDS) } }),
    { isBeforeEffect: true, proves: wasQuiet },
  ),
  untilHealed(
    '503 with Retry-After as a date',
    () => () => ({
      kind: 'answer',
      isAfterEffect: false,
      status: 503,
      headers: { 'retry-after': new Date(Date.now() + (SECONDS + 1) * 1000).toUTCString() },
    }),
    { strip: /waiting to send/, isBeforeEffect: true, proves: wasQuiet },
  ),
  {
    name: '401, then the same member signs in',
    strike: async (stage) => void (await endSessions(stage)),
    heal: signInAgain,
    strip: /^Signed out: sign in to send/,
    isBeforeEffect: true,
    hasStruck: sawStatus(401),
  },
  {
    name: '401, then another member signs in',
    isInCi: true,
    strike: async (stage) => void (await endSessions(stage)),
    heal: anotherThenAgain,
    actsOfOthers: 1,
    strip: /^Signed out: sign in to send/,
    isBeforeEffect: true,
    hasStruck: sawStatus(401),
  },
  {
    name: "the session has become another member's",
    strike: async ({ place, scene, setCookie }) => setCookie(await session(place.server.url, scene.another)),
    heal: signInAgain,
    strip: /^Another member is signed in to the server/,
    isBeforeEffect: true,
    hasStruck: sawStatus(403),
  },
  // A foreign response is a server error, not a lost connection.
  everything(
    'captive portal, 200 with its page',
    () => ({ kind: 'answer', isAfterEffect: false, status: 200, headers: html, body: portal }),
    /waiting to send/,
  ),
  {
    ...everything('captive portal, 302 to its page', () => ({
      kind: 'answer',
      isAfterEffect: false,
      status: 302,
      headers: { ...html, location: 'http://localhost:9/portal' },
    })),
    isInCi: true,
  },
  {
    name: 'connections cut ten times a second',
    isInCi: true,
    strike: ({ place }) => place.proxy.flap(10),
    heal: healed,
  },
]
