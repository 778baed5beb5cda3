import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { SESSION_COOKIE } from '#contract/storage-names.ts'
import { type Db, openDatabase } from '#server/db/open.ts'
import { insertSession } from '#server/http/session.ts'
import { migratedDatabase } from '#tests/support/database.ts'
import { startPushService } from '#tests/support/push-service.ts'
import { SECRET_KEY } from '#tests/support/relays.ts'
import { aFolder, aServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

const FOLLOWERS = 120
const KILLS = 4

interface Person {
  readonly name: string
  readonly cookie: string
}

/** Creates a member with a session. */
async function insertPerson(db: Db, name: string): Promise<Person> {
  const { rows } = await sql<{ id: number }>`insert into members (name, name_key, joined_at, last_login_at, active_at)
    values (${name}, ${name}, now(), now(), now()) returning id`.execute(db)
  return { name, cookie: `${SESSION_COOKIE}=${await insertSession(db, rows[0]?.id ?? 0, new Date())}` }
}

/** Returns a 200's body; undefined otherwise, also if the server dies within the body. */
async function fetchJson(url: string, options: RequestInit) {
  try {
    const response = await fetch(url, options)
    return response.status === 200 ? await response.json() : undefined
  } catch {
    return undefined
  }
}

/** Sends a request until a server has accepted it. */
async function send(urls: () => readonly string[], { cookie }: Person, method: string, path: string) {
  for (let turn = 0; ; turn++) {
    const url = urls()[turn % 2] ?? ''
    const response = await fetchJson(`${url}${path}`, { method, headers: { cookie } })
    if (response !== undefined) return response
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('every acknowledged follow is pushed when servers are killed while they push', async () => {
  const service = await startPushService()
  onTestFinished(() => service.stop())
  const address = await migratedDatabase()
  const db = await openDatabase(address, { poolSize: 4, onIdleError: () => {} })
  onTestFinished(() => db.destroy())
  const settings = {
    DATABASE_URL: `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.host)}&port=${address.port}`,
    SECRET_KEY,
    PUSH_ALLOWED: service.url,
    RATE_LIMIT_ADDRESS_WRITES: '900000,10000',
  }
  const start = () => aServerProcess({ dataDir: aFolder(), settings })
  let servers: readonly ServerProcess[] = await Promise.all([start(), start()])
  const urls = () => servers.map(({ url }) => url)

  const ada = await insertPerson(db, 'ada')
  const browser = service.subscribe()
  const { public_key } = await send(urls, ada, 'GET', '/api/user/notification-settings?user=ada')
  service.state.publicKey = public_key
  await send(urls, ada, 'POST', `/api/user/subscribe-push?${new URLSearchParams({ user: 'ada', ...browser.keys })}`)
  const followers = await Promise.all(Array.from({ length: FOLLOWERS }, (_, n) => insertPerson(db, `fan${n}`)))

  let kills = 0
  let killing: Promise<unknown> | undefined
  // The push has arrived, and the sender dies before it knows.
  service.state.fault = () => {
    if (killing !== undefined || kills >= KILLS || service.state.requests < (kills + 1) * 20) return undefined
    kills += 1
    killing = Promise.all(servers.map((server) => server.kill('SIGKILL')))
    return () => {}
  }
  const acknowledged = { all: false }
  const following = (async () => {
    for (const fan of followers)
      await send(urls, fan, 'POST', `/api/user/follow?${new URLSearchParams({ follower: fan.name, followee: 'ada' })}`)
    acknowledged.all = true
  })()
  const isDone = async () => (await sql`select from pushes`.execute(db)).rows.length === 0
  const deadline = Date.now() + 200_000
  while (!(acknowledged.all && killing === undefined && (await isDone())) && Date.now() < deadline) {
    if (killing !== undefined) {
      await killing
      servers = await Promise.all([start(), start()])
      killing = undefined
      // As time does within a minute.
      await sql`update pushes set leased_until = null`.execute(db)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await following
  expect(kills).toBe(KILLS)
  const received = new Set(browser.received.map(({ message }) => message.flipside.activity?.username))
  expect(followers.map(({ name }) => name).filter((name) => !received.has(name))).toEqual([])
  expect(service.problems).toEqual([])
})
