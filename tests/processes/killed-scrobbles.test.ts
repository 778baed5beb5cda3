import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openLanes } from '#bench/load/request-lanes.ts'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { findRunning, stopEngine } from '#server/db/embedded/process.ts'
import { IDENTITIES_LOCK } from '#server/listening/catalogue/lock.ts'
import { session, signUp } from '#tests/e2e/support/people.ts'
import { migratedDatabase } from '#tests/support/database.ts'
import { aFilledFolder } from '#tests/support/filled-folder.ts'
import { aFolder, aServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

const LANES = 16
const SINCE = Math.floor(Date.now() / 1000) - 20_000_000

/** The number of accepted listens after which everything is killed. */
const ENOUGH = 400

async function makeToken({ url }: ServerProcess): Promise<string> {
  const member = await signUp(url)
  const target = `${url}/api/user/create-scrobble-token?user=${member.name}&name=a%20player`
  const response = await fetch(target, { method: 'POST', headers: { cookie: await session(url, member) } })
  return (await response.json()).token
}

/**
 * Sends listens one by one in each lane until stopped or without a response; resolves to the
 * accepted ones.
 */
async function scrobble(
  server: ServerProcess,
  tokens: readonly string[],
  isToStop: (accepted: number) => boolean,
): Promise<readonly number[]> {
  const lanes = await openLanes(server.url, LANES)
  const accepted: number[] = []
  let sent = 0
  const run = async (lane: number) => {
    while (!isToStop(accepted.length)) {
      const turn = sent++
      const metadata = { artist_name: `Artist ${turn % 20}`, track_name: `Track ${turn % 90}` }
      const payload = [{ listened_at: SINCE + turn, track_metadata: metadata }]
      const body = JSON.stringify({ listen_type: 'single', payload })
      const headers = { Authorization: `Token ${tokens[turn % tokens.length]}`, 'Content-Type': 'application/json' }
      await lanes.send(lane, { method: 'POST', path: '/1/submit-listens', headers, body, status: 200 })
      accepted.push(SINCE + turn)
    }
  }
  await Promise.allSettled(Array.from({ length: LANES }, (_, lane) => run(lane)))
  lanes.end()
  return accepted
}

/** Returns the address of a server's own engine. */
function addressIn(dataDir: string): pg.ClientConfig {
  const address = findEmbedded(dataDir)
  if (address === undefined) throw new Error('The database engine does not run.')
  return { ...address }
}

async function connected(address: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(address)
  await client.connect()
  return client
}

const waitingIn = async (client: pg.Client): Promise<number> =>
  (await client.query('select count(*)::integer as n from scrobble_inbox')).rows[0].n

/**
 * Resolves to the stored listens' times and to the totals in every table that counts them, once all
 * accepted ones are counted.
 */
async function readStored(address: pg.ClientConfig) {
  const client = await connected(address)
  await expect.poll(() => waitingIn(client)).toBe(0)
  const { rows } = await client.query(`select extract(epoch from listened_at)::integer as at from listens order by 1`)
  const sums = await client.query(`select (select sum(plays) from plays_daily)::integer as days,
    (select sum(plays) from track_plays)::integer as tracks, (select sum(plays) from artist_plays)::integer as artists,
    (select sum(listens) from listen_sources)::integer as sources,
    (select sum(tracks_heard) from artist_plays)::integer - (select count(*) from track_plays)::integer as heard_amiss`)
  await client.end()
  return { times: rows.map((row) => row.at as number), sums: sums.rows[0] }
}

const countedAs = (listens: number) => ({
  days: listens,
  tracks: listens,
  artists: listens,
  sources: listens,
  heard_amiss: 0,
})

const unlimited = '900000,10000'
const settings = {
  RATE_LIMIT_SCROBBLES: unlimited,
  RATE_LIMIT_ADDRESS_SCROBBLES: unlimited,
  RATE_LIMIT_SIGN_UPS: unlimited,
}

test('accepted scrobbles are stored and counted once when server and database are killed; repeats are not added', async () => {
  const dataDir = await aFilledFolder()
  const data = join(dataDir, 'postgres')
  onTestFinished(async () => {
    const running = findRunning(data)
    if (running) await stopEngine(running.pid, data)
  })
  const server = await aServerProcess({ dataDir, settings })
  const tokens = await Promise.all(Array.from({ length: 24 }, () => makeToken(server)))
  let isKilled = false
  const accepted = await scrobble(server, tokens, (taken) => {
    if (taken >= ENOUGH && !isKilled) {
      isKilled = true
      // The engine first: anything that it has not written by now is lost.
      process.kill(findRunning(data)?.pid ?? 0, 'SIGKILL')
      void server.kill('SIGKILL')
    }
    return false
  })
  expect(accepted.length).toBeGreaterThanOrEqual(ENOUGH)

  const next = await aServerProcess({ dataDir, settings })
  const { times, sums } = await readStored(addressIn(dataDir))
  const there = new Set(times)
  expect(accepted.filter((at) => !there.has(at))).toEqual([])
  // There may be others that were stored without a response.
  expect(times.length).toBeLessThanOrEqual(accepted.length + LANES)
  expect(sums).toEqual(countedAs(times.length))

  // A player repeats listens without a response, and more.
  const again = await scrobble(next, tokens, (taken) => taken >= ENOUGH + 200)
  const all = new Set([...times, ...again])
  expect(await readStored(addressIn(dataDir))).toEqual({
    times: [...all].toSorted((a, b) => a - b),
    sums: countedAs(all.size),
  })
})

/**
 * Starts two processes on one database in which counting is blocked until the returned function is
 * called, as while two artists are merged.
 */
async function twoThatCannotCount() {
  const address = await migratedDatabase()
  const url = `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.host)}&port=${address.port}`
  const shared = { settings: { ...settings, DATABASE_URL: url } }
  const [first, second] = await Promise.all([
    aServerProcess({ dataDir: aFolder(), ...shared }),
    aServerProcess({ dataDir: aFolder(), ...shared }),
  ])
  const tokens = await Promise.all(Array.from({ length: 6 }, () => makeToken(first)))
  const client = await connected({ ...address })
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(${IDENTITIES_LOCK})`)
  return { address: { ...address }, client, first, second, tokens, shared, letCount: () => client.query('commit') }
}

test('no accepted scrobble of two processes is lost when one is killed before counting', async () => {
  const { address, client, first, second, tokens, letCount } = await twoThatCannotCount()
  const [one, two] = await Promise.all([
    scrobble(first, tokens, (accepted) => accepted >= 100),
    scrobble(second, tokens, (accepted) => accepted >= 100),
  ])
  expect((await client.query('select from listens')).rows).toEqual([])
  await first.kill('SIGKILL')
  await letCount()
  const all = [...new Set([...one, ...two])].toSorted((a, b) => a - b)
  expect(await readStored(address)).toEqual({ times: all, sums: countedAs(all.length) })
  expect((await fetch(second.url)).status).toBeLessThan(500)
})

test('when all processes are killed, the next one counts their accepted scrobbles', async () => {
  const { address, client, first, second, tokens, shared, letCount } = await twoThatCannotCount()
  const accepted = await scrobble(first, tokens, (taken) => taken >= 100)
  await Promise.all([first.kill('SIGKILL'), second.kill('SIGKILL')])
  await letCount()
  expect(await waitingIn(client)).toBe(new Set(accepted).size)
  await aServerProcess({ dataDir: aFolder(), ...shared })
  const all = accepted.toSorted((a, b) => a - b)
  expect(await readStored(address)).toEqual({ times: all, sums: countedAs(all.length) })
})
