/**
 * `npm run bench:import -- --plays 1000000`: how long a Spotify history takes to be taken in, and how much memory the server
 * needs for it: a server process with an empty database of its own, a file as Spotify writes it, sent over HTTP, and sent again.
 */
import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, openAsBlob, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { session, signUp } from '#tests/e2e/support/people.ts'
import { freePort } from '#tests/e2e/support/server.ts'
import { extendedPlay } from '#tests/support/listen-files.ts'
import { ROOT } from './runs.ts'

const { values } = parseArgs({ options: { plays: { type: 'string', default: '1000000' } } })
const plays = Number(values.plays)
if (!(plays > 0)) throw new Error('--plays is a number.')

const TRACKS = 30_000
const ARTISTS = 3000
const SPAN_MS = 18 * 365 * 86_400_000

const folder = mkdtempSync(join(tmpdir(), 'flipside-import-'))
const port = await freePort()
const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), DEMO: '0', LOG_LEVEL: 'error' }
const server = spawn(process.execPath, ['--max-semi-space-size=4', 'server/main.ts', '--api-only'], {
  cwd: ROOT,
  env: { ...env, IMPORT_MAX_MB: '4000' },
})
try {
  await new Promise<void>((done, fail) => {
    server.stdout.on('data', (text: Buffer) => text.includes('Flipside is at') && done())
    server.once('exit', () => fail(new Error('The server did not start.')))
  })
  await run(`http://localhost:${port}`)
} finally {
  server.kill('SIGTERM')
  await new Promise((ended) => server.once('exit', ended))
  rmSync(folder, { recursive: true, force: true })
}

async function run(url: string): Promise<void> {
  const path = join(folder, 'Streaming_History_Audio.json')
  await pipeline(Readable.from(playsOfYears()), createWriteStream(path))
  const member = await signUp(url)
  const cookie = await session(url, member)
  const file = await openAsBlob(path)
  say(
    `${plays.toLocaleString('en')} plays, ${Math.round(file.size / 1e6)} MB; load ${loadavg()[0]?.toFixed(1)}; server at rest ${memory()} MB`,
  )
  for (const time of ['first', 'second']) {
    const begun = performance.now()
    const cpuBefore = [serverSeconds(), engineSeconds()]
    const target = `${url}/api/user/import-listens?user=${member.name}&file_name=bench.json`
    const answer = await fetch(target, { method: 'POST', body: file, headers: { cookie } })
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const cpu = [serverSeconds(), engineSeconds()].map((it, at) => (it - (cpuBefore[at] ?? 0)).toFixed(1))
    say(
      `${time} time: ${seconds} s (processor: ${cpu[0]} s Node, ${cpu[1]} s PostgreSQL), at most ${memory()} MB, load ${loadavg()[0]?.toFixed(1)}: ${summary(await answer.json())}`,
    )
  }
}

/** Seconds of processor time that the server has used. */
function serverSeconds(): number {
  return statOf(String(server.pid))[0]?.seconds ?? 0
}

/** Of all PostgreSQL processes: the server's child, and its children, those that have ended included. */
function engineSeconds(): number {
  const processes = readdirSync('/proc')
    .filter((it) => /^\d+$/.test(it))
    .flatMap(statOf)
  const engine = processes.find((it) => it.parent === server.pid)
  return processes
    .filter((it) => it.pid === engine?.pid || it.parent === engine?.pid)
    .reduce((sum, it) => sum + it.seconds + (it.pid === engine?.pid ? it.childSeconds : 0), 0)
}

/** A process by its number; nothing when it has ended meanwhile. */
function statOf(pid: string) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    const ticks = (...places: readonly number[]) => places.reduce((sum, at) => sum + (fields[at] ?? 0), 0) / 100
    return [{ pid: Number(pid), parent: fields[1], seconds: ticks(11, 12), childSeconds: ticks(13, 14) }]
  } catch {
    return []
  }
}

/** The most memory that the server has had, in MB. */
function memory(): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1000)
}

function summary(answer: { import?: { taken: number; known: number }; error?: string }): string | undefined {
  return answer.import ? `${answer.import.taken} taken, ${answer.import.known} known` : answer.error
}

/** Plays of the last eighteen years, evenly; of a few thousand artists, some far more often than others. */
function* playsOfYears(): Generator<string> {
  const now = Date.now()
  for (let at = 0; at < plays; at++) {
    const track = Math.floor(TRACKS * ((at * 0.618034) % 1) ** 3)
    const play = extendedPlay({
      ts: `${new Date(now - ((plays - at) * SPAN_MS) / plays).toISOString().slice(0, 19)}Z`,
      master_metadata_track_name: `Track ${track}`,
      master_metadata_album_artist_name: `Artist ${track % ARTISTS}`,
      spotify_track_uri: `spotify:track:${track}`,
    })
    yield `${at === 0 ? '[' : ',\n'}${JSON.stringify(play)}${at === plays - 1 ? ']' : ''}`
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
