/**
 * `npm run bench -- import --plays 1000000`: measures the time and server memory that importing a
 * Spotify history takes: a server process with its own empty database, a file in Spotify's format,
 * sent over HTTP, and sent again. `--zip`: as the zip that Spotify sends. `--more 100000`: measures
 * how soon the charts show this many additional listens from the last year. `--without-ids`: tracks
 * without ids. `--tracks 30000`: the track count. Prints the table sizes at the end.
 */

import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DAY_MS } from '#contract/durations.ts'
import { session, signUp } from '#tests/e2e/support/people.ts'
import { freePort, startServer } from '#tests/e2e/support/server.ts'
import { type History, writeJson, writeZip } from './load/spotify-history.ts'

const { values } = parseArgs({
  options: {
    plays: { type: 'string', default: '1000000' },
    more: { type: 'string', default: '0' },
    zip: { type: 'boolean', default: false },
    'without-ids': { type: 'boolean', default: false },
    tracks: { type: 'string', default: '30000' },
  },
})
const [plays, more, tracks] = [Number(values.plays), Number(values.more), Number(values.tracks)]
if (!(plays > 0 && more >= 0 && tracks > 0)) throw new Error('--plays, --more and --tracks are numbers.')
const hasIds = !values['without-ids']

const YEARS = 18
/** Before the range that a twelve-month chart covers. */
const BEFORE_LAST_YEAR_MS = 400 * DAY_MS
const LAST_YEAR_DAYS = 350
const POLL_INTERVAL_MS = 250
const TIMEOUT_MS = 300_000

const STORED = [
  'track_links',
  'listens',
  'listen_details',
  'plays_daily',
  'track_plays',
  'album_plays_daily',
  'album_plays',
  'artist_plays',
]

const history: History = {
  plays,
  days: YEARS * 365,
  until: new Date(Date.now() - BEFORE_LAST_YEAR_MS),
  tracks,
  artists: Math.ceil(tracks / 10),
  hasIds,
}
/** Half of its tracks are new. */
const lastYear: History = { plays: more, days: LAST_YEAR_DAYS, until: new Date(), tracks: 60_000, artists: 900, hasIds }

const folder = mkdtempSync(join(tmpdir(), 'flipside-import-'))
const server = await startServer({
  isDemo: false,
  port: await freePort(),
  isApiOnly: true,
  settings: { LOG_LEVEL: 'error', IMPORT_MAX_MB: '4000' },
})
try {
  await run()
} finally {
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  const path = join(folder, values.zip ? 'my_spotify_data.zip' : 'Streaming_History_Audio.json')
  await (values.zip ? writeZip : writeJson)(history, path)
  const member = await signUp(server.url)
  const me = { name: member.name, cookie: await session(server.url, member) }
  const size = Math.round(statSync(path).size / 1e6)
  print(`${plays.toLocaleString('en')} plays in ${size} MB; load ${readLoad()}; server at rest ${readMemory()} MB`)
  await send('first time', path, me)
  await send('second time', path, me)
  await printStorage()
  if (more > 0) await addMore(me)
}

/** Prints the sizes of the listen tables, with indexes. */
async function printStorage(): Promise<void> {
  const rows = await server.query<{ name: string; rows: number; bytes: string }>(
    `select relname as name, (xpath('/row/c/text()', query_to_xml('select count(*) as c from ' || relname, false, true, '')))[1]::text::int as rows,
      pg_total_relation_size(oid) as bytes from pg_class where relname = any ($1) and relkind = 'r' order by 3 desc`,
    STORED,
  )
  for (const { name, rows: count, bytes } of rows)
    print(`${name}: ${count.toLocaleString('en')} rows, ${(Number(bytes) / 1e6).toFixed(1)} MB`)
}

interface Me {
  readonly name: string
  readonly cookie: string
}

async function send(what: string, path: string, { name, cookie }: Me): Promise<void> {
  const startedAt = performance.now()
  const cpuBefore = [serverSeconds(), engineSeconds()]
  const target = `${server.url}/api/user/import-listens?user=${name}&file_name=bench`
  const response = await post(target, path, cookie)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const cpu = [serverSeconds(), engineSeconds()].map((seconds, at) => (seconds - (cpuBefore[at] ?? 0)).toFixed(1))
  print(
    `${what}: ${seconds} s (processor: ${cpu[0]} s Node, ${cpu[1]} s PostgreSQL), at most ${readMemory()} MB, load ${readLoad()}: ${summarize(response)}`,
  )
}

/** Posts a file without fetch's five-minute response limit: a busy machine takes longer. */
async function post(url: string, path: string, cookie: string): Promise<ImportResponse> {
  const headers = { cookie, 'content-length': statSync(path).size }
  const sending = request(url, { method: 'POST', headers })
  const response = new Promise<IncomingMessage>((done, fail) => sending.once('response', done).once('error', fail))
  await pipeline(createReadStream(path), sending)
  return (await json(await response)) as ImportResponse
}

/**
 * Sends listens from the last year and polls meanwhile until chart, leaderboard and days show them
 * all.
 */
async function addMore(me: Me): Promise<void> {
  const path = join(folder, 'last-year.json')
  await writeJson(lastYear, path)
  const startedAt = performance.now()
  const [, shownMs] = await Promise.all([
    send(`${more.toLocaleString('en')} more`, path, me),
    untilShown(me, startedAt),
  ])
  print(`shown in the charts ${(shownMs / 1000).toFixed(1)} s after they were sent, at most ${readMemory()} MB`)
}

async function untilShown(me: Me, startedAt: number): Promise<number> {
  while (performance.now() - startedAt < TIMEOUT_MS) {
    const [chart, board] = [await playsInChart(me), await playsOnBoard(me)]
    if (chart.sum === more && board === chart.first) return performance.now() - startedAt
    await wait(POLL_INTERVAL_MS)
  }
  throw new Error('The charts do not show what was sent.')
}

/** Returns the plays in the twelve-month chart: of all artists, and of the artist played most. */
async function playsInChart(me: Me): Promise<{ readonly sum: number; readonly first: number }> {
  const { topArtists } = await get(me, 'user/top-artists', { user: me.name, period: '12month', limit: '1000' })
  const scrobbles: readonly number[] = topArtists.map((it: { scrobbles: number }) => it.scrobbles)
  return { sum: scrobbles.reduce((sum, scrobble) => sum + scrobble, 0), first: scrobbles[0] ?? 0 }
}

/** Returns the plays on that artist's twelve-month leaderboard. */
async function playsOnBoard(me: Me): Promise<number> {
  const { topListeners } = await get(me, 'artist/top-listeners', { artist: 'Artist 0', period: '12month' })
  return topListeners.find((topListener: { username: string }) => topListener.username === me.name)?.playcount ?? 0
}

async function get({ cookie }: Me, path: string, query: Readonly<Record<string, string>>) {
  const response = await fetch(`${server.url}/api/${path}?${new URLSearchParams(query)}`, { headers: { cookie } })
  return response.json()
}

/** Returns the processor time that the server has used, in seconds. */
function serverSeconds(): number {
  return readStat(String(server.pid))[0]?.seconds ?? 0
}

/**
 * Returns the processor time that all PostgreSQL processes used, in seconds: the server's child,
 * and its children, including ended ones.
 */
function engineSeconds(): number {
  const processes = readdirSync('/proc')
    .filter((word) => /^\d+$/.test(word))
    .flatMap(readStat)
  const engine = processes.find((process) => process.parent === server.pid)
  return processes
    .filter((process) => process.pid === engine?.pid || process.parent === engine?.pid)
    .reduce((sum, process) => sum + process.seconds + (process.pid === engine?.pid ? process.childSeconds : 0), 0)
}

/** Returns nothing for a process that has ended meanwhile. */
function readStat(pid: string) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    const sumTicks = (...places: readonly number[]) => places.reduce((sum, at) => sum + (fields[at] ?? 0), 0) / 100
    return [{ pid: Number(pid), parent: fields[1], seconds: sumTicks(11, 12), childSeconds: sumTicks(13, 14) }]
  } catch {
    return []
  }
}

/** Returns the server's peak memory, in MB. */
function readMemory(): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1000)
}

function readLoad(): string | undefined {
  return loadavg()[0]?.toFixed(1)
}

interface ImportResponse {
  readonly import?: { readonly taken: number; readonly known: number }
  readonly error?: string
}

function summarize(response: ImportResponse): string | undefined {
  return response.import ? `${response.import.taken} taken, ${response.import.known} known` : response.error
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
