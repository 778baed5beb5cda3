/**
 * `npm run bench -- library --songs 100000 --known 50000`: the job that reads a music library, from
 * a library in its own process that sends pages with 500 songs. Prints its time, the processor time
 * for Node and for the engine, and Node's peak memory above that before the job. The tables have
 * `--known` tracks; half the songs are among them, by recording, ISRC or names.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { readConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/open.ts'
import { logIn } from '#server/music-services/library/log-in.ts'
import { encryptCredentials } from '#server/music-services/library/open-library.ts'
import { readNextLibrary } from '#server/music-services/library/read-library.ts'
import { findLibrary, insertLibrary } from '#server/music-services/library/store.ts'
import { createLogger } from '#server/telemetry/log.ts'
import { LIBRARY_ACCOUNT, LIBRARY_PASSWORD, startLibraryServer } from '#tests/support/library-server.ts'
import { startDatabases } from './load/databases.ts'

const { values } = parseArgs({
  options: {
    songs: { type: 'string', default: '100000' },
    known: { type: 'string', default: '50000' },
    serve: { type: 'boolean', default: false },
  },
})
const [songs, known] = [Number(values.songs), Number(values.known)]

const toMbid = (place: number) => `5f8a9e0c-1111-4222-8333-${String(place).padStart(12, '0')}`
const toIsrc = (place: number) => `DEAB1${String(place % 10_000_000).padStart(7, '0')}`

/** Serves the library, and sends its address to the parent. */
async function serve(): Promise<void> {
  const library = await startLibraryServer()
  library.find = (offset, count) =>
    Array.from({ length: Math.max(0, Math.min(count, songs - offset)) }, (_, each) => {
      const place = offset + each
      const names = { artist: `Artist ${place % 5000}`, title: `Title ${place}`, album: `Album ${place % 9000}` }
      const ids = [{ musicBrainzId: toMbid(place) }, { isrc: [toIsrc(place)] }, {}][place % 3]
      const path = `${names.artist}/${names.album}/${names.title} with the long name of a file.flac`
      const file = { duration: 215, size: 31_234_567, bitRate: 981, suffix: 'flac', contentType: 'audio/flac', path }
      return { id: `song${place}`, ...names, ...file, ...ids, created: '2026-11-27T00:00:00Z', type: 'music' }
    })
  process.send?.(library.url)
}

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, ['--serve', '--songs', String(songs)])
  const databases = await startDatabases()
  try {
    const [url] = (await once(child, 'message')) as [string]
    const config = readConfig({ SECRET_KEY: 'a secret key of thirty-two letters', LIBRARY_PRIVATE_ADDRESSES: url })
    const db = await databases.create('library')
    const now = () => new Date()
    const services = {
      db,
      config,
      now,
      log: createLogger({ level: 'error', format: 'plain', now, write: console.log }),
    }
    const memberId = await insertMember(db)
    await insertKnown(db)
    const link = async () => {
      const { credentials, name } = await logIn(
        services,
        { address: url, account: LIBRARY_ACCOUNT, memberId },
        LIBRARY_PASSWORD,
      )
      const secret = encryptCredentials(config, memberId, credentials)
      const library = { memberId, address: url, account: LIBRARY_ACCOUNT, name, secret }
      await db.transaction().execute((tx) => insertLibrary(tx, library, now()))
    }
    for (const round of ['first', 'again']) {
      await link()
      const before = process.memoryUsage.rss()
      let most = before
      const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50)
      const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
      while (await readNextLibrary(services)) {}
      clearInterval(timer)
      const seconds = (performance.now() - startedAt) / 1000
      const { user, system } = process.cpuUsage(cpu)
      const library = await findLibrary(db, memberId)
      const node = `Node ${((user + system) / 1e6).toFixed(1)} s, at most ${toMB(most)}, ${toMB(most - before)} more than before`
      console.log(`${round}: ${library?.songs} songs, ${library?.matched} matched in ${seconds.toFixed(1)} s; ${node}`)
    }
    for (const relation of ['library_songs', 'track_links', 'track_links_by_recording']) {
      const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size(${relation}) as bytes`.execute(db)
      console.log(`${relation}: ${toMB(Number(rows[0]?.bytes))}`)
    }
  } finally {
    child.kill()
    await databases.stop()
  }
}

const toMB = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

async function insertMember(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into members (name, name_key, joined_at, last_login_at, active_at)
    values ('ada', 'ada', now(), now(), now()) returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Inserts every other song's tracks: by their names, or by an id under other names. */
async function insertKnown(db: Db): Promise<void> {
  await sql`insert into artists (name, name_key)
    select 'Artist ' || n, 'artist ' || n from generate_series(0, 4999) as n`.execute(db)
  await sql`insert into tracks (artist_id, title, title_key, mbid)
    select artists.id, title, lower(title), case n % 3 when 0 then
      ('5f8a9e0c-1111-4222-8333-' || lpad(n::text, 12, '0'))::uuid end
    from (select n * 2 as n, case n * 2 % 3 when 2 then 'Title ' else 'Other ' end || n * 2 as title
      from generate_series(0, ${known - 1}::integer) as n) as given
    join artists on name_key = 'artist ' || n % 5000`.execute(db)
  await sql`insert into track_links (track_id, service, place, source, first_seen, last_seen, external_id)
    select id, 12, 1, 1, now()::date, now()::date, 'DEAB1' || lpad(substr(title_key, 7), 7, '0') from tracks
    where substr(title_key, 7)::integer % 3 = 1`.execute(db)
  await sql`analyze`.execute(db)
}

await (values.serve ? serve() : measure())
