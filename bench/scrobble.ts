/**
 * `npm run bench:scrobble -- --concurrency 32 --seconds 4 --rounds 5`: how many scrobbles a server takes in per second, one a request
 * and `--many` a request, each on disk when it is answered; how many bare rows the same database takes at the same concurrency; and how
 * many requests the server's HTTP takes that do nothing. They take turns, so that what else the machine does falls on all alike. At the
 * end all that were accepted are counted. `--profile folder` keeps a profile of the server's process.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { session, signUp } from '#tests/e2e/support/people.ts'
import { freePort } from '#tests/e2e/support/server.ts'
import { optionsOfServe, ROOT } from '../scripts/runs.ts'
import { median } from './load/measure.ts'
import { postLanes } from './load/post-lanes.ts'
import { parentOf, processorTimes } from './load/processor-time.ts'
import { bareInserts, knocks, perSecond, players } from './load/scrobbles.ts'

const { values } = parseArgs({
  options: {
    concurrency: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    members: { type: 'string', default: '50' },
    many: { type: 'string', default: '50' },
    profile: { type: 'string' },
  },
})
const [lanes, ms, rounds, members, perRequest] = [
  Number(values.concurrency),
  Number(values.seconds) * 1000,
  Number(values.rounds),
  Number(values.members),
  Number(values.many),
]
const NAMES = {
  bare: 'bare rows',
  singles: 'scrobbles, one a request',
  many: `scrobbles, ${perRequest} a request`,
  knocks: 'requests for nothing',
} as const
type Kind = keyof typeof NAMES

/** Listens are some time apart, and none may be to come: three million single ones have room in so many seconds, and nine times as many others. */
const ROOM_S = 60_000_000

const folder = mkdtempSync(join(tmpdir(), 'flipside-scrobble-'))
const dataDir = join(folder, 'data')
const port = await freePort()
const unlimited = '900000000,1000000'
const flags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
const server = spawn(process.execPath, [...optionsOfServe(), ...flags, 'server/main.ts', '--api-only'], {
  cwd: ROOT,
  env: {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: process.env['BENCH_LOG'] ?? 'error',
    RATE_LIMIT_SIGN_UPS: unlimited,
    RATE_LIMIT_LOGINS: unlimited,
    RATE_LIMIT_SCROBBLES: unlimited,
    RATE_LIMIT_ADDRESS_SCROBBLES: unlimited,
  },
})
if (process.env['BENCH_LOG']) server.stdout.pipe(process.stderr)
server.stderr.pipe(process.stderr)
const ended = new Promise((done) => server.once('exit', done))
try {
  await new Promise<void>((done, fail) => {
    server.stdout.on('data', (text: Buffer) => text.includes('Flipside is at') && done())
    server.once('exit', () => fail(new Error('The server did not start.')))
  })
  await run(`http://localhost:${port}`)
} catch (error) {
  // Before the server ends, and with it every connection to its database.
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
} finally {
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

async function run(url: string): Promise<void> {
  const address = findEmbedded(dataDir)
  if (address === undefined) throw new Error('There is no embedded database.')
  const tokens = await Promise.all(Array.from({ length: members }, () => makeToken(url)))
  const client = new pg.Client(address)
  await client.connect()
  const engine = await engineOf(client)
  const inserting = await bareInserts(address, lanes)
  const connections = await postLanes(url, lanes)
  const now = Math.floor(Date.now() / 1000)
  const singles = players(connections, { tokens, since: now - ROOM_S, perRequest: 1 })
  const many = players(connections, { tokens, since: now - 10 * ROOM_S, perRequest })
  const acts: Readonly<Record<Kind, { act: (lane: number) => Promise<void>; each: number }>> = {
    bare: { act: inserting.insert, each: 1 },
    singles: { act: singles.scrobble, each: 1 },
    many: { act: many.scrobble, each: perRequest },
    knocks: { act: knocks(connections, tokens), each: 1 },
  }
  for (const { act } of Object.values(acts)) await perSecond(lanes, 3000, act)
  await watchLag(client).end()
  const found = { bare: [], singles: [], many: [], knocks: [] } as Record<Kind, Rates[]>
  for (let round = 1; round <= rounds; round++) {
    say(`Round ${round} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`)
    for (const kind of Object.keys(acts) as Kind[]) {
      found[kind].push(await measured(kind, { ...acts[kind], engine, client }))
    }
  }
  await inserting.end()
  connections.end()
  sayRatios(found)
  await checkAll(client, singles.accepted() + many.accepted())
  await client.end()
}

interface Measuring {
  readonly act: (lane: number) => Promise<void>
  readonly each: number
  readonly engine: number
  readonly client: pg.Client
}

interface Rates {
  /** What was answered, per second. */
  readonly accepted: number
  /** The time included until all of it is counted, too: nothing is put off for whoever comes next. */
  readonly counted: number
}

/** What it cost the processors is said beside it. */
async function measured(kind: Kind, { act, each, engine, client }: Measuring): Promise<Rates> {
  const before = processorTimes([process.pid, server.pid ?? 0, engine])
  const startedAt = performance.now()
  const lags = watchLag(client)
  const accepted = each * (await perSecond(lanes, ms, act))
  const all = (accepted * (performance.now() - startedAt)) / 1000
  const lag = await lags.end()
  const counted = (1000 * all) / (performance.now() - startedAt)
  const [asking, serving, keeping] = processorTimes([process.pid, server.pid ?? 0, engine]).map((it, place) =>
    Math.round((1000 * (it - (before[place] ?? 0))) / all),
  )
  const isPutOff = kind === 'singles' || kind === 'many'
  const told = isPutOff ? `; ${Math.round(counted)} until all are counted, the oldest waited ${lag}` : ''
  say(
    `  ${Math.round(accepted)} ${NAMES[kind]} a second; processor time each: asking ${asking} us, server ${serving} us, database ${keeping} us${told}`,
  )
  return { accepted, counted }
}

/** Looks how old the oldest scrobble is that is not counted; at the end waits until there is none. */
function watchLag(client: pg.Client) {
  const ages: number[] = []
  let isOver = false
  const look = async (): Promise<void> => {
    const { rows } = await client.query<{ ms: number | null }>(
      'select (1000 * extract(epoch from clock_timestamp() - received_at))::float8 as ms from scrobble_inbox order by id limit 1',
    )
    const ms = rows[0]?.ms ?? null
    if (ms !== null) ages.push(ms)
    else if (isOver) return
    await wait(50)
    return look()
  }
  const looking = look()
  return {
    async end(): Promise<string> {
      isOver = true
      await looking
      return `${Math.round(median(ages))} ms (median), ${Math.round(Math.max(0, ...ages))} ms (worst)`
    },
  }
}

function sayRatios(found: Readonly<Record<Kind, readonly Rates[]>>): void {
  const sayRatio = (kind: Kind, rate: keyof Rates, what: string) => {
    const ratios = found[kind].map((it, round) => (100 * it[rate]) / (found.bare[round]?.accepted ?? 0))
    say(
      `${what}, ${lanes} at once, of bare rows: ${Math.round(median(ratios))} % (median of ${rounds} rounds; at least ${Math.round(Math.min(...ratios))} %)`,
    )
  }
  for (const kind of ['singles', 'many', 'knocks'] as const) sayRatio(kind, 'accepted', NAMES[kind])
  for (const kind of ['singles', 'many'] as const) sayRatio(kind, 'counted', `${NAMES[kind]}, until all are counted`)
}

/** The process that all of the engine's other ones come from. */
async function engineOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]?.pid ?? 0)
}

async function makeToken(url: string): Promise<string> {
  const member = await signUp(url)
  const target = `${url}/api/user/create-scrobble-token?user=${member.name}&name=bench`
  const answer = await fetch(target, { method: 'POST', headers: { cookie: await session(url, member) } })
  const { token } = (await answer.json()) as { token: string }
  return token
}

/** Everything that was accepted is there and counted, once; and the database writes to disk before it answers. */
async function checkAll(client: pg.Client, accepted: number): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(`select (select count(*) from listens) as listens,
    (select sum(plays) from plays_daily) as by_day, (select sum(plays) from artist_plays) as by_artist,
    (select sum(listens) from listen_sources) as by_source,
    current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`)
  const { fsync, synchronous_commit, ...counts } = rows[0] ?? {}
  say(`accepted ${accepted}; kept ${JSON.stringify(counts)}; fsync ${fsync}, synchronous_commit ${synchronous_commit}`)
  if (Object.values(counts).some((it) => Number(it) !== accepted))
    throw new Error('What was accepted is not all there.')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
