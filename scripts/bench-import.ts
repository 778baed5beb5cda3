/**
 * `npm run bench:import -- --plays 1000000`: how long a Spotify history takes to be taken in, and how much memory the server
 * needs for it: a server process with an empty database of its own, a file as Spotify writes it, sent over HTTP, and sent again.
 */
import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs'
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
const MINUTE_MS = 60_000

const folder = mkdtempSync(join(tmpdir(), 'flipside-import-'))
const port = await freePort()
const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), DEMO: '0', LOG_LEVEL: 'error' }
const server = spawn(process.execPath, ['server/main.ts', '--api-only'], {
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
  await pipeline(Readable.from(playsOfAYear()), createWriteStream(path))
  const member = await signUp(url)
  const cookie = await session(url, member)
  const file = await openAsBlob(path)
  say(
    `${plays.toLocaleString('en')} plays, ${Math.round(file.size / 1e6)} MB; load ${loadavg()[0]?.toFixed(1)}; server at rest ${memory()} MB`,
  )
  for (const time of ['first', 'second']) {
    const begun = performance.now()
    const target = `${url}/api/user/import-listens?user=${member.name}&file_name=bench.json`
    const answer = await fetch(target, { method: 'POST', body: file, headers: { cookie } })
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    say(
      `${time} time: ${seconds} s, at most ${memory()} MB, load ${loadavg()[0]?.toFixed(1)}: ${summary(await answer.json())}`,
    )
  }
}

/** The most memory that the server has had, in MB. */
function memory(): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1000)
}

function summary(answer: { import?: { taken: number; known: number }; error?: string }): string | undefined {
  return answer.import ? `${answer.import.taken} taken, ${answer.import.known} known` : answer.error
}

/** One play every three minutes, up to now; of a few thousand artists, some far more often than others. */
function* playsOfAYear(): Generator<string> {
  const now = Date.now()
  for (let at = 0; at < plays; at++) {
    const track = Math.floor(TRACKS * ((at * 0.618034) % 1) ** 3)
    const play = extendedPlay({
      ts: `${new Date(now - (plays - at) * 3 * MINUTE_MS).toISOString().slice(0, 19)}Z`,
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
