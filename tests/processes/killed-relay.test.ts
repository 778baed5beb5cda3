import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { JOB_SCHEMA, JOB_TABLE } from '#server/db/job-schema.ts'
import { openDatabase } from '#server/db/open.ts'
import { createBoss } from '#server/queue/boss.ts'
import { session, signUp } from '#tests/e2e/support/people.ts'
import { migratedDatabase } from '#tests/support/database.ts'
import { LASTFM_KEY, LASTFM_SECRET, startLastfmServer } from '#tests/support/lastfm-server.ts'
import { startListenbrainzServer } from '#tests/support/listenbrainz-server.ts'
import { SECRET_KEY } from '#tests/support/relays.ts'
import type { StoredScrobble } from '#tests/support/scrobble-store.ts'
import { aFolder, aServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import type { Reply, ServiceRequest, ServiceServer } from '#tests/support/service-server.ts'

const MEMBERS = ['ada', 'bea', 'cyd']
const LISTENS = 260
const KILLS = 5
const SINCE = Math.floor(Date.now() / 1000) - 200_000

/** Returns pseudo-random numbers below 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const timesOf = (place: number) => Array.from({ length: LISTENS }, (_, turn) => SINCE + turn * 100 + place)

async function startServices() {
  const accounts = MEMBERS.map((name) => ({ name, token: `token-of-${name}` }))
  const listenbrainz = await startListenbrainzServer(...accounts.map((account) => ({ ...account, listens: [] })))
  const lastfm = await startLastfmServer(
    ...accounts.map((account) => ({ ...account, tracks: [], sessionKey: `session-of-${account.name}` })),
  )
  onTestFinished(async () => {
    await Promise.all([lastfm.stop(), listenbrainz.stop()])
  })
  return { lastfm, listenbrainz }
}

/** Sends a signed-in member's write. */
async function post(url: string, cookie: string, path: string, query: Record<string, string>) {
  const response = await fetch(`${url}/api/user/${path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { cookie },
  })
  expect([path, response.status]).toEqual([path, 200])
  return response.json()
}

/** Links both accounts of a new member. Returns a player's token. */
async function linkMember({ url }: ServerProcess, account: string): Promise<string> {
  const member = await signUp(url)
  const cookie = await session(url, member)
  const user = member.name
  await post(url, cookie, 'link-relay', { user, token: `token-of-${account}` })
  const { url: page } = await post(url, cookie, 'connect-relay', { user })
  const proof = new URL(new URL(page).searchParams.get('cb') ?? '').searchParams.get('proof') ?? ''
  await post(url, cookie, 'prove-relay', { user, token: `token-of-${account}`, proof })
  return (await post(url, cookie, 'create-scrobble-token', { user, name: 'a player' })).token
}

/** Sends listens as a player does: again, until a server has accepted them. */
async function play(urls: () => readonly string[], token: string, times: readonly number[]): Promise<void> {
  for (let from = 0; from < times.length; from += 20) {
    const payload = times.slice(from, from + 20).map((listened_at) => ({
      listened_at,
      track_metadata: { artist_name: `Artist ${listened_at % 7}`, track_name: `Track ${listened_at % 40}` },
    }))
    const body = JSON.stringify({ listen_type: 'import', payload })
    const headers = { Authorization: `Token ${token}` }
    for (let turn = 0; ; turn++) {
      const url = urls()[turn % 2] ?? ''
      const response = await fetch(`${url}/1/submit-listens`, { method: 'POST', headers, body }).catch(() => undefined)
      if (response?.status === 200) break
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

/**
 * Lets a service take a submission without responding, and calls `kill`, whenever `isTime` is true:
 * the service has stored the listens, and the sender dies before it knows.
 */
function killWhileSending(service: ServiceServer, isTime: () => boolean, kill: () => void): void {
  const passOn = async ({ url, body, headers }: ServiceRequest) => {
    await fetch(`${service.url}${url.pathname}`, {
      method: 'POST',
      body,
      headers: { authorization: String(headers.authorization), 'x-passed-on': '1' },
    })
  }
  service.misbehave = (requested): Reply | undefined => {
    if (requested.method !== 'POST' || requested.headers['x-passed-on'] !== undefined || !isTime()) return undefined
    void passOn(requested).then(kill)
    return () => {}
  }
}

/** Returns the times that an account has stored, in ascending order. */
const storedOf = (scrobbles: readonly StoredScrobble[], account: string) =>
  scrobbles
    .filter((scrobble) => scrobble.account === account)
    .map((scrobble) => scrobble.at)
    .toSorted((a, b) => a - b)

test('every accepted scrobble reaches both services once when servers are killed while they relay', async () => {
  const seed = Number(process.env['SEED'] ?? 7)
  const random = createRandom(seed)
  const { lastfm, listenbrainz } = await startServices()
  const address = await migratedDatabase()
  const db = await openDatabase(address, { poolSize: 4, onIdleError: () => {} })
  onTestFinished(() => db.destroy())
  const unlimited = '900000,10000'
  const settings = {
    DATABASE_URL: `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.host)}&port=${address.port}`,
    SECRET_KEY,
    LASTFM_API_KEY: LASTFM_KEY,
    LASTFM_SHARED_SECRET: LASTFM_SECRET,
    LASTFM_BASE_URL: `${lastfm.url}/2.0/`,
    LISTENBRAINZ_BASE_URL: listenbrainz.url,
    SERVICES_PER_SECOND: '1000',
    RATE_LIMIT_SCROBBLES: unlimited,
    RATE_LIMIT_ADDRESS_SCROBBLES: unlimited,
    RATE_LIMIT_SIGN_UPS: unlimited,
  }
  const start = () => aServerProcess({ dataDir: aFolder(), settings })
  // The names of sign-ups are not those of the services.
  lastfm.misbehave = (requested) => (requested.url.searchParams.has('user') ? { status: 503, body: '' } : undefined)
  let servers = await Promise.all([start(), start()])
  const tokens = await Promise.all(MEMBERS.map((account) => linkMember(servers[0], account)))

  let kills = 0
  let killing: Promise<unknown> | undefined
  const kill = () => {
    if (killing !== undefined) return
    kills += 1
    killing = Promise.all(servers.map((server) => server.kill('SIGKILL')))
  }
  const isTime = () => killing === undefined && kills < KILLS && random() < 0.4
  killWhileSending(listenbrainz, isTime, kill)
  killWhileSending(lastfm, isTime, kill)

  const playing = Promise.all(
    tokens.map((token, place) => play(() => servers.map(({ url }) => url), token, timesOf(place))),
  )
  const isDone = async () => {
    const { rows } = await sql`select from relayed_listens union all select from scrobble_inbox`.execute(db)
    return rows.length === 0 && lastfm.store.scrobbles.length > 0
  }
  const player = { isDone: false }
  void playing.then(() => {
    player.isDone = true
  })
  const deadline = Date.now() + 240_000
  while (!(player.isDone && killing === undefined && (await isDone())) && Date.now() < deadline) {
    if (killing !== undefined) {
      await killing
      servers = await Promise.all([start(), start()])
      await expireClaims(db)
      killing = undefined
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await playing
  expect([seed, kills]).toEqual([seed, KILLS])
  for (const [place, account] of MEMBERS.entries()) {
    for (const { store } of [listenbrainz, lastfm]) expect(storedOf(store.scrobbles, account)).toEqual(timesOf(place))
  }
  // The kills were effective: listens arrived again.
  expect(listenbrainz.store.received + lastfm.store.received).toBeGreaterThan(2 * MEMBERS.length * LISTENS)
  const { rows } = await sql`select from listens`.execute(db)
  expect(rows.length).toBe(MEMBERS.length * LISTENS)
})

/** Lets dead processes' claims expire, as time does within three minutes. */
async function expireClaims(db: Awaited<ReturnType<typeof openDatabase>>): Promise<void> {
  await sql`update relays set leased_until = null`.execute(db)
  await sql`update ${sql.raw(JOB_TABLE)} set heartbeat_on = heartbeat_on - interval '31 seconds'
    where name = 'relay-listens' and state = 'active'`.execute(db)
  await sql`update ${sql.raw(JOB_SCHEMA)}.queue set monitor_claim_on = null, monitor_on = null`.execute(db)
  await createBoss(db).supervise('relay-listens')
  await sql`update ${sql.raw(JOB_TABLE)} set start_after = now() where name = 'relay-listens'`.execute(db)
}
