import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { openKeyValueStore } from '../device/idb.ts'
import { defineAction } from '../outbox/action.ts'
import type { Entry } from '../outbox/entry.ts'
import { type Meta, REMEMBERED_MAX } from '../outbox/meta.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { createOutboxStore } from '../outbox/outbox-store.ts'
import {
  acknowledge,
  allowProbe,
  begin,
  drop,
  park,
  pause,
  postpone,
  postponeUncounted,
  storeMadeId,
} from './attempts.ts'
import { PROBE_MS } from './breaker.ts'

const NOW = 1_790_000_000_000
const like = defineAction({
  name: 'test.like',
  args: v.object({ id: v.number(), isOn: v.boolean() }),
  lane: ({ id }) => `like-${id}`,
  isRemembered: ({ isOn }) => isOn,
})

/** Two tabs over one store, and what the store has, whatever the tabs show. */
async function twoTabs() {
  const database = `attempts-${Math.random()}`
  const keyValues = openKeyValueStore(database, { durability: 'strict' })
  onTestFinished(() => keyValues.close())
  const clock = { now: NOW }
  let ids = 0
  const store = createOutboxStore(keyValues)
  const open = () =>
    createOutbox({
      store,
      now: () => clock.now,
      uuid: () => `id-${++ids}`,
      announce: () => {},
      freeSpace: async () => {},
    })
  const [one, other] = [open(), open()]
  const entry = await one.dispatch(like, { id: 7, isOn: true })
  await other.reload()
  const setMeta = (meta: Partial<Meta>) => one.changeMeta((now) => ({ ...now, ...meta }))
  const stored = async () => (await store.load()).entries
  const meta = async () => (await store.load()).meta
  /** Marks an attempt that must be allowed. */
  const attempt = async (of: Entry = entry) => {
    const attempted = await begin(one, of)
    if (!attempted) throw new Error('the attempt was not allowed')
    return attempted
  }
  return { one, other, entry, clock, setMeta, stored, meta, attempt }
}

test('of two tabs without a lock one attempts an entry, and the other one then shows that', async () => {
  const { one, other, entry, stored } = await twoTabs()
  expect(await begin(one, entry)).toMatchObject({ status: 'sending', attempts: 1, attemptedAt: NOW })
  expect(await begin(other, entry)).toBeUndefined()
  expect(await stored()).toMatchObject([{ status: 'sending', attempts: 1 }])
})

test('the time of the first attempt stays, and a wait is over with the next one', async () => {
  const { one, clock, attempt } = await twoTabs()
  const waiting = await postpone(one, await attempt(), { nextAt: NOW + 500 })
  expect(waiting).toMatchObject({ status: 'waiting', nextAt: NOW + 500 })
  clock.now += 1000
  const again = await attempt(waiting)
  expect(again).toMatchObject({ status: 'sending', attempts: 2, attemptedAt: NOW })
  expect(again).not.toHaveProperty('nextAt')
})

test('an attempt starts neither behind another entry of its lane, nor while paused, nor for a newer build', async () => {
  const { one, entry, setMeta, stored } = await twoTabs()
  const second = await one.dispatch(like, { id: 7, isOn: false })
  expect(await begin(one, second)).toBeUndefined()
  await setMeta({ paused: 'signed-out' })
  expect(await begin(one, entry)).toBeUndefined()
  await one.resume()
  await one.step(entry.lane, () => ({ put: [{ ...entry, v: 2 }], result: undefined }))
  expect(await begin(one, entry)).toBeUndefined()
  expect((await stored()).map(({ status }) => status)).toEqual(['queued', 'queued'])
})

test('an entry with a Retry-After is attempted once a minute, or when the user demands it', async () => {
  const { one, clock, attempt, meta } = await twoTabs()
  const quiet = await postpone(one, await attempt(), { nextAt: NOW, quietUntil: NOW + 10 * PROBE_MS })
  if (!quiet) throw new Error('not postponed')
  expect(await begin(one, quiet)).toBeUndefined()
  const demanded = await begin(one, quiet, true)
  expect(demanded).toMatchObject({ attempts: 2 })
  clock.now += PROBE_MS
  const postponed = demanded && (await postpone(one, demanded, { nextAt: clock.now }))
  expect(postponed).toMatchObject({ quietUntil: NOW + 10 * PROBE_MS })
  const probe = postponed && (await begin(one, postponed))
  expect(probe).toMatchObject({ attempts: 3 })
  expect(await meta()).toMatchObject({ probeAt: clock.now + PROBE_MS })
  await allowProbe(one)
  expect(await meta()).not.toHaveProperty('probeAt')
})

test('an entry that another tab has parked is acknowledged once the server has accepted it', async () => {
  const { one, other, attempt, stored, meta } = await twoTabs()
  const attempted = await attempt()
  await other.reload()
  await park(other, attempted, { sentence: 'In doubt' }, { chance: 0.5 })
  expect(await meta()).toMatchObject({ misses: 1 })
  await acknowledge(one, attempted, { id: 9 })
  const [acked] = await stored()
  expect(acked).toMatchObject({ status: 'acked', ackedRev: 1, ackedAt: NOW, madeId: 9 })
  expect(acked).not.toHaveProperty('failure')
  expect(await meta()).not.toHaveProperty('misses')
})

test('a late failure does not revert what another tab has had acknowledged', async () => {
  const { one, other, attempt, stored } = await twoTabs()
  const attempted = await attempt()
  await other.reload()
  await acknowledge(other, attempted, {})
  const late = [
    await park(one, attempted, { sentence: 'In doubt' }),
    await postpone(one, attempted, { nextAt: NOW + 1 }),
    await postponeUncounted(one, attempted, NOW + 1),
    await storeMadeId(one, attempted, 7),
    await drop(one, attempted, { sentence: 'No longer there' }),
    await acknowledge(one, attempted, {}),
  ]
  expect(late).toEqual(late.map(() => undefined))
  await pause(one, attempted, 'signed-out')
  expect(await stored()).toMatchObject([{ status: 'acked', ackedRev: 1 }])
  expect(one.snapshot().entries).toMatchObject([{ status: 'acked' }])
})

test('a tab whose step comes too late shows what the other one has stored', async () => {
  const { one, other, attempt } = await twoTabs()
  const attempted = await attempt()
  await other.reload()
  await acknowledge(other, attempted, {})
  expect(one.snapshot().entries).toMatchObject([{ status: 'sending' }])
  await postpone(one, attempted, { nextAt: NOW + 1 })
  expect(one.snapshot().entries).toMatchObject([{ status: 'acked' }])
})

test('an outcome of an earlier attempt does not change the entry of a later one', async () => {
  const { one, attempt, stored } = await twoTabs()
  const first = await attempt()
  const waiting = await postpone(one, first, { nextAt: NOW })
  await attempt(waiting)
  expect(await park(one, first, { sentence: 'In doubt' })).toBeUndefined()
  await pause(one, first, 'signed-out')
  expect(await stored()).toMatchObject([{ status: 'sending', attempts: 2 }])
})

test('the Retry-After of an earlier attempt applies to the entry of a later one', async () => {
  const { one, other, clock, attempt, stored, meta } = await twoTabs()
  const first = await attempt()
  await other.reload()
  const second = await begin(other, first)
  const quietUntil = NOW + 10 * PROBE_MS
  await postpone(one, { ...first, madeId: 7 }, { nextAt: NOW, quietUntil, miss: { chance: 0 } })
  const [sending] = await stored()
  expect(sending).toEqual({ ...second, quietUntil })
  expect(await meta()).toMatchObject({ probeAt: NOW + PROBE_MS })
  expect(await meta()).not.toHaveProperty('misses')
  const waiting = second && (await postpone(other, second, { nextAt: NOW }))
  expect(waiting).toMatchObject({ status: 'waiting', quietUntil })
  expect(waiting && (await begin(other, waiting))).toBeUndefined()
  clock.now += PROBE_MS
  expect(waiting && (await begin(other, waiting))).toMatchObject({ attempts: 3 })
})

test('a late Retry-After changes neither what another tab has parked or had accepted, nor a newer build’s entry', async () => {
  const { one, other, attempt, stored, meta } = await twoTabs()
  const attempted = await attempt()
  const late = () => postpone(one, attempted, { nextAt: NOW, quietUntil: NOW + PROBE_MS })
  await other.reload()
  await park(other, attempted, { sentence: 'In doubt' })
  expect(await late()).toBeUndefined()
  await acknowledge(other, attempted, {})
  expect(await late()).toBeUndefined()
  await one.step(attempted.lane, () => ({ put: [{ ...attempted, v: 2, attempts: 2 }], result: undefined }))
  expect(await late()).toBeUndefined()
  expect(await stored()).toEqual([{ ...attempted, v: 2, attempts: 2 }])
  expect(await meta()).not.toHaveProperty('probeAt')
})

test.for([
  ['echoes the client_id', 'id-1', {}, true],
  ['echoes another one', 'id-9', {}, undefined],
  ['echoes none, having echoed one before', undefined, { dedupes: true }, true],
] as const)('a host that %s is taken to deduplicate accordingly', async ([, client_id, before, dedupes]) => {
  const { one, attempt, setMeta, meta } = await twoTabs()
  await setMeta(before)
  await acknowledge(one, await attempt(), { client_id }, like)
  expect((await meta()).dedupes).toBe(dedupes)
  expect((await meta()).remembered).toEqual(dedupes ? undefined : ['like-7'])
})

test('the last action of a lane is remembered until it is taken back, and of many lanes the newest', async () => {
  const { one, attempt, setMeta, meta } = await twoTabs()
  const before = Array.from({ length: REMEMBERED_MAX }, (_, place) => `like-${1000 + place}`)
  await setMeta({ remembered: before })
  await acknowledge(one, await attempt(), {}, like)
  expect((await meta()).remembered).toEqual([...before.slice(1), 'like-7'])
  const again = await one.dispatch(like, { id: 7, isOn: true })
  await acknowledge(one, await attempt(again), {}, like)
  expect((await meta()).remembered).toEqual([...before.slice(1), 'like-7'])
  const back = await one.dispatch(like, { id: 7, isOn: false })
  await acknowledge(one, await attempt(back), {}, like)
  expect((await meta()).remembered).toEqual(before.slice(1))
})

test('an action that is not remembered, or that cannot be read, changes no remembered lane', async () => {
  const { one, attempt, setMeta, meta } = await twoTabs()
  await setMeta({ remembered: ['like-7'] })
  const attempted = await attempt()
  const { isRemembered: _none, ...plain } = like
  await acknowledge(one, { ...attempted, args: 'seven' }, {}, like)
  expect((await meta()).remembered).toEqual(['like-7'])
  const other = await one.dispatch(like, { id: 8, isOn: true })
  await acknowledge(one, await attempt(other), {}, plain)
  expect((await meta()).remembered).toEqual(['like-7'])
})

test('an attempt without an effect is not counted, and never below none', async () => {
  const { one, entry, attempt, stored } = await twoTabs()
  const waiting = await postpone(one, await attempt(), { nextAt: NOW })
  const second = await attempt(waiting)
  expect(await postponeUncounted(one, second, NOW + 5)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    nextAt: NOW + 5,
  })
  const [found = entry] = await stored()
  await pause(one, found, 'signed-out')
  expect(await stored()).toMatchObject([{ status: 'waiting', attempts: 0 }])
  await pause(one, { ...found, attempts: 0 }, 'signed-out')
  expect(await stored()).toMatchObject([{ attempts: 0 }])
  expect(await postponeUncounted(one, { ...found, attempts: 0 }, NOW)).toMatchObject({ attempts: 0 })
})

test('an uncounted attempt ends the demand to wait of before, since the server has responded', async () => {
  const { one, attempt } = await twoTabs()
  const quiet = await postpone(one, await attempt(), { nextAt: NOW, quietUntil: NOW + 1 })
  const demanded = quiet && (await begin(one, quiet, true))
  const later = demanded && (await postponeUncounted(one, demanded, NOW))
  expect(later).not.toHaveProperty('quietUntil')
})

test.for([
  ['with a status: the server has responded', 409, undefined],
  ['without one: no response was usable', undefined, 3],
] as const)('a parked failure %s', async ([, status, misses]) => {
  const { one, attempt, setMeta, meta } = await twoTabs()
  await setMeta({ misses: 2 })
  await park(one, await attempt(), { sentence: 'No', ...(status && { status }) }, { chance: 0.5 })
  expect((await meta()).misses).toBe(misses)
})

test('a refusal of a request that was sent before the last resume does not pause again', async () => {
  const { one, attempt, meta, stored } = await twoTabs()
  const attempted = await attempt()
  await one.resume()
  await pause(one, attempted, 'signed-out', 0)
  expect(await meta()).not.toHaveProperty('paused')
  expect(await stored()).toMatchObject([{ status: 'waiting', attempts: 0 }])
  await pause(one, attempted, 'signed-out', 1)
  expect(await meta()).toMatchObject({ paused: 'signed-out' })
})

test('the id that a first call created is stored with every outcome of the second', async () => {
  const { one, attempt } = await twoTabs()
  const attempted = await attempt()
  expect(await storeMadeId(one, attempted, 7)).toMatchObject({ status: 'sending', madeId: 7 })
  const waiting = await postpone(one, { ...attempted, madeId: 7 }, { nextAt: NOW })
  expect(waiting).toMatchObject({ status: 'waiting', madeId: 7 })
  const again = await attempt(waiting)
  expect(await park(one, again, { sentence: 'No' })).toMatchObject({ status: 'parked', madeId: 7 })
})
