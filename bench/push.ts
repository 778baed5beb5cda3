/**
 * `npm run bench -- push --members 1000 --rate 50`: subscribes each member's browser at our own
 * push service, sends each member a message at a steady rate and then as fast as possible, inserts
 * an entry for each by one statement, and measures the time from the request or the statement until
 * the push has arrived and is decrypted. The service runs in this process: its work is part of the
 * times. With `--latency 100` it responds after 100 ms, as services on the Internet do.
 */
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { SESSION_COOKIE } from '#contract/storage-names.ts'
import type { Db } from '#server/db/open.ts'
import { createToken } from '#server/http/session.ts'
import { startPushService, type TestSubscription } from '#tests/support/push-service.ts'
import { type ApiServer, startApiServer } from './load/api-server.ts'
import { percentile } from './load/scrobbles.ts'

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '50' },
    concurrency: { type: 'string', default: '32' },
    latency: { type: 'string', default: '0' },
  },
})
const [members, rate, concurrency] = [Number(values.members), Number(values.rate), Number(values.concurrency)]
/** The longest wait for the last push, in ms. */
const PATIENCE_MS = 60_000

interface Person {
  readonly name: string
  readonly cookie: string
  readonly browser: TestSubscription
}

const service = await startPushService()
service.state.latencyMs = Number(values.latency)
const server = await startApiServer({ PUSH_ALLOWED: service.url })
try {
  await run(server)
} catch (error) {
  console.log(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
} finally {
  await server.stop()
  await service.stop()
}

async function run({ db }: ApiServer): Promise<void> {
  const people = await insertPeople(db)
  const [warmUp, steady, burst] = people.slice(members)
  if (warmUp === undefined || steady === undefined || burst === undefined) throw new Error('Three senders are needed.')
  const recipients = people.slice(0, members)
  service.state.publicKey = (await request(recipients[0] ?? steady, 'GET', 'user/notification-settings')).public_key
  await measure('warm-up', warmUp, recipients.slice(0, 100), rate)
  console.log(`${members} subscriptions, load of the machine ${describeLoad()}`)
  await measure(`${rate} messages per second`, steady, recipients, rate)
  await measure(`${members} messages at once`, burst, recipients, Number.POSITIVE_INFINITY)
  await measureStatement(db, warmUp, burst, recipients)
  if (service.problems.length > 0) throw new Error(service.problems[0])
  console.log(`load of the machine ${describeLoad()}`)
}

function describeLoad(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')
}

/** Inserts members with a session and a subscription each, and three senders. */
async function insertPeople(db: Db): Promise<readonly Person[]> {
  const now = new Date()
  const ends = new Date(now.getTime() + 86_400_000)
  const names = Array.from({ length: members + 3 }, (_, place) => `member${place}`)
  const people = names.map((name) => ({ name, ...createToken(), browser: service.subscribe() }))
  const accounts = await db
    .insertInto('members')
    .values(
      names.map((name) => ({
        name,
        name_key: name,
        email: '',
        first_name: '',
        last_name: '',
        password_hash: null,
        joined_at: now,
        last_login_at: now,
        active_at: now,
        listens_since: null,
        music_account_kind: null,
        music_account_name: null,
        picture_url: null,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const ids = new Map(accounts.map(({ id, name }) => [name, id]))
  const sessions = await db
    .insertInto('sessions')
    .values(
      people.map(({ name, tokenHash }) => ({
        token_hash: tokenHash,
        member_id: ids.get(name) ?? 0,
        created_at: now,
        renewed_at: now,
        expires_at: ends,
        device: '',
        last_used_at: now,
      })),
    )
    .returning(['id', 'member_id'])
    .execute()
  const sessionIds = new Map(sessions.map((session) => [session.member_id, session.id]))
  const host = new URL(service.url).host
  await db
    .insertInto('push_subscriptions')
    .values(
      people.map(({ name, browser }) => ({
        ...browser.keys,
        host,
        member_id: ids.get(name) ?? 0,
        session_id: sessionIds.get(ids.get(name) ?? 0) ?? 0,
        subscribed_at: now,
        pushed_at: null,
        paused_until: null,
      })),
    )
    .execute()
  return people.map(({ name, token, browser }) => ({ name, cookie: `${SESSION_COOKIE}=${token}`, browser }))
}

async function request({ name, cookie }: Person, method: string, path: string, query: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/${path}?${new URLSearchParams({ user: name, ...query })}`, {
    method,
    headers: { cookie },
  })
  if (response.status !== 200) throw new Error(`${path} is ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Sends each recipient a message and prints percentiles for the time until its push. */
async function measure(what: string, sender: Person, recipients: readonly Person[], perSecond: number): Promise<void> {
  const sentAt = new Map<Person, number>()
  const before = new Map(recipients.map((person) => [person, person.browser.received.length]))
  const startedAt = performance.now()
  let next = 0
  const lane = async () => {
    for (let place = next++; place < recipients.length; place = next++) {
      const recipient = recipients[place]
      if (recipient === undefined) return
      const dueAt = startedAt + (place / perSecond) * 1000
      if (dueAt > performance.now()) await wait(dueAt - performance.now())
      sentAt.set(recipient, performance.now())
      await request(sender, 'POST', 'send-direct-message', { recipient: recipient.name, message: 'Hello' })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  const acceptedAt = performance.now()
  await waitForAll(recipients, before)
  const seconds = ((acceptedAt - startedAt) / 1000).toFixed(1)
  printTimes(`${what}: sent within ${seconds} s`, recipients, (person) => sentAt.get(person) ?? 0)
}

/** Inserts an entry for each recipient by one statement, as a job does, and prints the same. */
async function measureStatement(db: Db, waker: Person, actor: Person, recipients: readonly Person[]): Promise<void> {
  const before = new Map(recipients.map((person) => [person, person.browser.received.length]))
  const startedAt = performance.now()
  await sql`insert into activity (member_id, actor_id, kind, created_at)
    select recipient.id, actor.id, 'follow', now() from members as recipient, members as actor
    where actor.name = ${actor.name} and recipient.name = any(${recipients.map(({ name }) => name)})`.execute(db)
  // A server write, which then looks for pushes.
  await request(waker, 'POST', 'send-direct-message', { recipient: actor.name, message: 'Hello' })
  await waitForAll(recipients, before)
  printTimes(`${recipients.length} entries by one statement`, recipients, () => startedAt)
}

async function waitForAll(recipients: readonly Person[], before: ReadonlyMap<Person, number>): Promise<void> {
  const startedAt = performance.now()
  const isArrived = (person: Person) => person.browser.received.length > (before.get(person) ?? 0)
  while (!recipients.every(isArrived)) {
    if (performance.now() - startedAt > PATIENCE_MS) throw new Error('Pushes are missing.')
    await wait(20)
  }
}

function printTimes(what: string, recipients: readonly Person[], getStart: (person: Person) => number): void {
  const times = recipients
    .map((person) => (person.browser.received.at(-1)?.at ?? 0) - getStart(person))
    .toSorted((a, b) => a - b)
  const [p50, p95, max] = [percentile(times, 0.5), percentile(times, 0.95), times.at(-1) ?? 0]
  console.log(`${what}; cause to arrival p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, max ${max.toFixed(0)} ms`)
}
