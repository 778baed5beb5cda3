import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { findRunning, stopEngine } from '#server/db/embedded/process.ts'
import { aFilledFolder } from '#tests/support/filled-folder.ts'
import { accountPlay } from '#tests/support/listen-files.ts'
import { aServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

/** More than two import batches. */
const PLAYS = 45_000
const TRACKS = 700

/** One play every four minutes, up to yesterday. */
const plays = Array.from({ length: PLAYS }, (_, at) => {
  const endTime = new Date(Date.now() - 86_400_000 - at * 240_000).toISOString().slice(0, 16).replace('T', ' ')
  return JSON.stringify(
    accountPlay({ endTime, artistName: `Artist ${at % 60}`, trackName: `Track ${at % TRACKS}`, msPlayed: 60_000 }),
  )
})

async function post(server: ServerProcess, path: string, query: object, more: object = {}) {
  const response = await fetch(`${server.url}${path}?${new URLSearchParams({ user: 'ada', ...query })}`, {
    method: 'POST',
    ...more,
  })
  return { response, body: await response.json() }
}

async function signIn(server: ServerProcess): Promise<string> {
  const password = 'a long password'
  await post(server, '/api/user/create-profile', {
    firstname: 'a',
    lastname: 'b',
    email: 'a@flipside.example',
    password,
  })
  const { response } = await post(server, '/api/user/login', { password })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function latestImport(server: ServerProcess, cookie: string) {
  const response = await fetch(`${server.url}/api/user/listening-sources?user=ada`, { headers: { cookie } })
  return (await response.json()).imports[0]
}

/** Resolves to the listen count, and to the totals in every table that counts them. */
async function sums(dataDir: string): Promise<Record<string, number>> {
  const address = findEmbedded(dataDir)
  if (address === undefined) throw new Error('The database engine does not run.')
  const client = new pg.Client({ ...address })
  await client.connect()
  const { rows } = await client.query(`select (select count(*) from listens)::integer as listens,
    (select sum(plays) from plays_daily)::integer as days, (select sum(plays) from track_plays)::integer as tracks,
    (select sum(plays) from artist_plays)::integer as artists, (select sum(listens) from listen_sources)::integer as sources,
    (select sum(tracks_heard) from artist_plays)::integer as heard,
    (select count(distinct track_id) from listens)::integer as different`)
  await client.end()
  return rows[0]
}

test('an import whose server is killed is shown as failed; sent again, the file adds the rest', async () => {
  const dataDir = await aFilledFolder()
  onTestFinished(async () => {
    const data = join(dataDir, 'postgres')
    const running = findRunning(data)
    if (running) await stopEngine(running.pid, data)
  })
  const server = await aServerProcess({ dataDir })
  const cookie = await signIn(server)
  const dying = new AbortController()
  async function* mostOfIt() {
    yield `[${plays.join(',')}`
    // The rest never arrives: the server always dies during the import.
    await new Promise<never>((_, fail) => dying.signal.addEventListener('abort', () => fail(new Error('killed'))))
  }
  const body = Readable.toWeb(Readable.from(mostOfIt()))
  const cut = post(server, '/api/user/import-listens', {}, { body, duplex: 'half', headers: { cookie } }).catch(
    () => 'cut',
  )
  await expect.poll(async () => (await latestImport(server, cookie))?.taken ?? 0, { interval: 50 }).toBeGreaterThan(0)
  await server.kill('SIGKILL')
  dying.abort()
  expect(await cut).toBe('cut')

  const next = await aServerProcess({ dataDir })
  expect(await latestImport(next, cookie)).toMatchObject({
    status: 'failed',
    note: 'The server was stopped meanwhile. Send the file again: nothing is taken twice.',
  })
  const { listens: taken = 0, heard, different, ...counted } = await sums(dataDir)
  expect(taken).toBeGreaterThan(0)
  expect(taken).toBeLessThan(PLAYS)
  expect(counted).toEqual({ days: taken, tracks: taken, artists: taken, sources: taken })
  expect(heard).toBe(different)

  const again = await post(next, '/api/user/import-listens', {}, { body: `[${plays.join(',')}]`, headers: { cookie } })
  expect(again.body.import).toMatchObject({ status: 'done', taken: PLAYS - taken, known: taken, skipped: [] })
  const all = { listens: PLAYS, days: PLAYS, tracks: PLAYS, artists: PLAYS, sources: PLAYS }
  expect(await sums(dataDir)).toMatchObject({ ...all, heard: (await sums(dataDir))['different'] })
})
