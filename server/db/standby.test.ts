import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from './schema.ts'
import { type StandbyFailure, watchStandby } from './standby.ts'

/** A server with a log that a test writes, which hangs if the test wants it to. */
function createServer(isStandby: boolean) {
  const state = { isStandby, cluster: '1', position: 100, isHung: false, opened: 0 }
  const openProbe = async () => {
    state.opened++
    const readLog = () => (state.isHung ? new Promise<never>(() => {}) : Promise.resolve({ ...state }))
    return { readLog, close: () => {} }
  }
  return { state, openProbe }
}

function watch() {
  const [primary, standby] = [createServer(false), createServer(true)]
  const changes: (StandbyFailure | undefined)[] = []
  const calls = { away: 0 }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new pg.Pool() }) })
  const watched = watchStandby({
    db,
    openPrimaryProbe: primary.openProbe,
    openStandbyProbe: standby.openProbe,
    onAway: () => calls.away++,
    onChange: (failure) => changes.push(failure),
    everyMs: 5,
  })
  onTestFinished(() => watched.stop())
  const isUsed = (position = 0) => watched.find(position) === db
  return { primary: primary.state, standby: standby.state, watched, isUsed, changes, calls }
}

test('a standby is used once it has what the primary had at the start', async () => {
  const { standby, watched, isUsed, changes } = watch()
  standby.position = 99
  expect(isUsed()).toBe(false)
  await expect.poll(() => watched.readState()).toEqual({ failure: 'late', bytesBehind: 1 })
  standby.position = 100
  await expect.poll(() => isUsed()).toBe(true)
  expect([isUsed(100), isUsed(101), changes]).toEqual([true, false, ['late', undefined]])
})

test('a standby that is behind by more than a second is not used', async () => {
  const { primary, standby, isUsed, watched, changes } = watch()
  await expect.poll(() => isUsed()).toBe(true)
  primary.position = 500
  const since = performance.now()
  await expect.poll(() => watched.readState(), { interval: 5 }).toEqual({ failure: 'late', bytesBehind: 400 })
  expect(performance.now() - since).toBeGreaterThan(900)
  standby.position = 400
  await expect.poll(() => watched.readState().bytesBehind).toBe(100)
  expect(isUsed()).toBe(false)
  standby.position = 500
  await expect.poll(() => isUsed()).toBe(true)
  expect(changes).toEqual([undefined, 'late', undefined])
})

test('a standby that follows a busy primary is used', async () => {
  const { primary, standby, isUsed } = watch()
  await expect.poll(() => isUsed()).toBe(true)
  const writing = setInterval(() => {
    standby.position = primary.position
    primary.position += 10
  }, 50)
  onTestFinished(() => clearInterval(writing))
  for (const until = performance.now() + 1_500; performance.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(isUsed()).toBe(true)
  }
})

test('a standby that hangs is not used, and its statements end, until it responds over a new connection', async () => {
  const { standby, isUsed, watched, calls } = watch()
  await expect.poll(() => isUsed()).toBe(true)
  standby.isHung = true
  await expect.poll(() => watched.readState().failure).toBe('away')
  expect([isUsed(), calls.away > 0]).toEqual([false, true])
  standby.isHung = false
  await expect.poll(() => isUsed()).toBe(true)
  expect(standby.opened).toBeGreaterThan(1)
})

test.each([
  ['promoted', { isStandby: false }],
  ['foreign', { cluster: '2' }],
] as const)('a standby that is %s is not used', async (failure, change) => {
  const { standby, isUsed, watched } = watch()
  await expect.poll(() => isUsed()).toBe(true)
  Object.assign(standby, change)
  await expect.poll(() => watched.readState().failure).toBe(failure)
  expect(isUsed()).toBe(false)
})

test('no standby is used while the primary does not respond', async () => {
  const { primary, isUsed, calls } = watch()
  await expect.poll(() => isUsed()).toBe(true)
  primary.isHung = true
  await expect.poll(() => isUsed()).toBe(false)
  expect(calls.away).toBe(0)
})
