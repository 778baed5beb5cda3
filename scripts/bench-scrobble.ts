/**
 * `npm run bench:scrobble -- --concurrency 32 --seconds 4 --rounds 5`: how many scrobbles a server takes in per second, each of them a
 * request of its own and on disk when it is answered, and how many bare rows the same database takes at the same concurrency.
 * The two take turns, so that what else the machine does falls on both alike. At the end all that were accepted are counted.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { session, signUp } from '#tests/e2e/support/people.ts'
import { freePort } from '#tests/e2e/support/server.ts'
import { median } from '#tests/load/measure.ts'
import { bareInserts, perSecond, players } from '#tests/load/scrobbles.ts'
import { ROOT } from './runs.ts'

const { values } = parseArgs({
  options: {
    concurrency: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    members: { type: 'string', default: '50' },
  },
})
const [lanes, ms, rounds, members] = [
  Number(values.concurrency),
  Number(values.seconds) * 1000,
  Number(values.rounds),
  Number(values.members),
]

const folder = mkdtempSync(join(tmpdir(), 'flipside-scrobble-'))
const dataDir = join(folder, 'data')
const port = await freePort()
const unlimited = '900000000,1000000'
const server = spawn(process.execPath, ['server/main.ts', '--api-only'], {
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
} finally {
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

async function run(url: string): Promise<void> {
  const address = findEmbedded(dataDir)
  if (address === undefined) throw new Error('There is no embedded database.')
  const tokens = await Promise.all(Array.from({ length: members }, () => makeToken(url)))
  const inserting = await bareInserts(address, lanes)
  const scrobbling = players(url, tokens, { lanes, since: Math.floor(Date.now() / 1000) - 20_000_000 })
  await perSecond(lanes, 2000, inserting.insert)
  await perSecond(lanes, 3000, scrobbling.scrobble)
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const bare = await perSecond(lanes, ms, inserting.insert)
    const taken = await perSecond(lanes, ms, scrobbling.scrobble)
    ratios.push(taken / bare)
    say(
      `${round}: ${Math.round(taken)} scrobbles/s, ${Math.round(bare)} bare rows/s, ${Math.round((100 * taken) / bare)} %, load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  await inserting.end()
  scrobbling.end()
  say(
    `At ${lanes} at once, median of ${rounds} rounds: ${Math.round(100 * median(ratios))} % (at least ${Math.round(100 * Math.min(...ratios))} %)`,
  )
  await checkAll(address, scrobbling.accepted())
}

async function makeToken(url: string): Promise<string> {
  const member = await signUp(url)
  const target = `${url}/api/user/create-scrobble-token?user=${member.name}&name=bench`
  const answer = await fetch(target, { method: 'POST', headers: { cookie: await session(url, member) } })
  const { token } = (await answer.json()) as { token: string }
  return token
}

/** Everything that was accepted is there and counted, once; and the database writes to disk before it answers. */
async function checkAll(address: pg.ClientConfig, accepted: number): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query<Record<string, string>>(`select (select count(*) from listens) as listens,
    (select sum(plays) from plays_daily) as by_day, (select sum(plays) from artist_plays) as by_artist,
    (select sum(listens) from listen_sources) as by_source,
    current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`)
  await client.end()
  const { fsync, synchronous_commit, ...counts } = rows[0] ?? {}
  say(`accepted ${accepted}; kept ${JSON.stringify(counts)}; fsync ${fsync}, synchronous_commit ${synchronous_commit}`)
  if (Object.values(counts).some((it) => Number(it) !== accepted))
    throw new Error('What was accepted is not all there.')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
