import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { runScheduled } from '#tests/support/jobs.ts'
import { brainzListen, extendedPlay, lastfmTrack, scrobblerLog } from '#tests/support/listen-files.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { makeZip } from '#tests/support/zips.ts'
import { findDeadImports } from './store.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'flipside-data-'))
const server = await testServer({ settings: { dataDir, importMaxBytes: 100_000 } })
let round = 0
let ada: TestMember
beforeEach(async () => {
  ada = await makeMember(server, `ada${++round}`)
})

const send = (file: unknown, as = ada, query: object = {}) => {
  const body = Buffer.isBuffer(file) ? file : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file))
  return server.app.hono.request(
    `http://localhost:3000/api/user/import-listens?${new URLSearchParams({ user: as.name, ...query })}`,
    {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { cookie: [...as.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
}
const imported = async (file: unknown, as = ada) => (await (await send(file, as)).json()).import
const sources = async (as = ada) => (await server.get('/api/user/listening-sources', { user: as.name }, { as })).body
const topTracks = async (period = 'overall') => {
  const { body } = await server.get('/api/user/top-tracks', { user: ada.name, period }, { as: ada })
  return body.topTracks.map((topTrack: { track: string; artist: string; playcount: number }) => [
    topTrack.track,
    topTrack.artist,
    topTrack.playcount,
  ])
}

/** Returns a time within the last days of the test clock, in seconds since 1970. */
const ago = (minutes: number) => Math.floor(server.clock.now().getTime() / 1000) - minutes * 60
const brainz = (title: string, minutes: number, artist = 'Nine Rooms') => brainzListen(artist, title, ago(minutes))
const spotify = (title: string, minutes: number, more: object = {}) =>
  extendedPlay({
    ts: new Date((ago(minutes) + 180) * 1000).toISOString(),
    master_metadata_track_name: title,
    spotify_track_uri: `spotify:track:${title}`,
    ...more,
  })

describe('the time zone of an import', () => {
  const log = scrobblerLog('UNKNOWN', [
    'Nine Rooms',
    '',
    'Slow Ferry',
    '',
    180,
    'L',
    Date.UTC(2024, 4, 17, 14, 54) / 1000,
  ])
  const begun = async (zone?: string) => {
    const response = await send(log, ada, zone === undefined ? {} : { time_zone: zone })
    expect(response.status).toBe(200)
    return (await sources()).oldest
  }

  test.each([
    ['Europe/Berlin', '2024-05-17T12:54:00.000Z'],
    ['America/St_Johns', '2024-05-17T17:24:00.000Z'],
    ['Nowhere/At_All', '2024-05-17T14:54:00.000Z'],
    [undefined, '2024-05-17T14:54:00.000Z'],
  ])('a log without a zone is read in the zone %s of the request', async (zone, oldest) => {
    expect(await begun(zone)).toBe(oldest)
  })

  test('a name that is too long for a zone is rejected', async () => {
    expect((await send(log, ada, { time_zone: 'x'.repeat(65) })).status).toBe(400)
  })
})

describe('an import', () => {
  test('an import reports new, known and skipped listens, and fills the charts', async () => {
    const file = [
      spotify('Slow Ferry', 10),
      spotify('Slow Ferry', 20),
      spotify('Tide', 30),
      spotify('x', 40, { incognito_mode: true }),
    ]
    expect(await imported(file)).toMatchObject({
      status: 'done',
      progress: 1,
      taken: 3,
      known: 0,
      skipped: [{ reason: 'private_session', records: 1 }],
    })
    expect(await topTracks()).toEqual([
      ['Slow Ferry', 'Nine Rooms', 2],
      ['Tide', 'Nine Rooms', 1],
    ])
    expect(await sources()).toMatchObject({
      sources: [{ source: 'spotify-extended', listens: 3 }],
      imports: [{ taken: 3 }],
    })
  })

  test('an import sent again, in halves or as a whole, duplicates nothing', async () => {
    const all = Array.from({ length: 12 }, (_, index) => brainz(`Track ${index % 5}`, index * 4))
    expect(await imported(all.slice(0, 6))).toMatchObject({ taken: 6, known: 0 })
    expect(await imported(all)).toMatchObject({ taken: 6, known: 6 })
    expect(await imported(all)).toMatchObject({ taken: 0, known: 12 })
    expect((await sources()).sources).toMatchObject([{ source: 'listenbrainz', listens: 12 }])
    expect((await topTracks()).reduce((sum: number, [, , plays]: [string, string, number]) => sum + plays, 0)).toBe(12)
  })

  test('an import skips a play that another service reported, and adds another play a minute later', async () => {
    expect(await imported([brainz('Slow Ferry', 10), brainz('Tide', 20)])).toMatchObject({ taken: 2 })
    const later = [
      lastfmTrack('nine rooms', ' SLOW  ferry', String(ago(10) + 41)),
      lastfmTrack('Nine Rooms', 'Tide', String(ago(18))),
    ]
    expect(await imported([{ track: later }])).toMatchObject({ taken: 1, known: 1 })
    expect(await topTracks()).toEqual([
      ['Tide', 'Nine Rooms', 2],
      ['Slow Ferry', 'Nine Rooms', 1],
    ])
  })

  test('an import stores no network address', async () => {
    await imported([spotify('Slow Ferry', 10), { ip_addr: '203.0.113.77', ts: 'broken', ms_played: 5 }])
    const { rows } = await sql<{
      all: string
    }>`select coalesce(string_agg(t::text, ''), '') || (select string_agg(l::text, '')
      from listens l) || (select string_agg(a::text, '') from artists a) as all from imports t`.execute(server.db)
    expect(rows[0]?.all).toContain('done')
    expect(`${rows[0]?.all}${server.lines.join('')}`).not.toContain('203.0.113')
  })

  test('an import of a zip leaves no file behind', async () => {
    const zip = makeZip({ name: 'listens/2024/5.jsonl', content: JSON.stringify(brainz('Slow Ferry', 10)) })
    expect(await imported(zip)).toMatchObject({ status: 'done', taken: 1 })
    expect(readdirSync(join(dataDir, 'imports'))).toEqual([])
  })

  test('the name of a file is displayed, and names no file of the server', async () => {
    const content = JSON.stringify(brainz('Slow Ferry', 10))
    const climbing = await send(makeZip({ name: '../../evil.jsonl', content }))
    expect(climbing.status).toBe(400)
    const zip = makeZip({ name: 'listens.jsonl', content })
    for (const file_name of ['../../evil.zip', '/tmp/evil.zip', 'C:\\evil.zip', 'a%00.zip']) {
      const { import: found } = await (await send(zip, ada, { file_name })).json()
      expect(found).toMatchObject({ file_name, status: 'done' })
      expect(readdirSync(dataDir, { recursive: true })).toEqual(['imports'])
    }
  })

  test('only the member may send, see or cancel an import', async () => {
    const bo = await makeMember(server, `bo${round}`)
    expect((await send([brainz('Tide', 1)], bo, { user: ada.name })).status).toBe(403)
    await imported([brainz('Tide', 1)])
    expect((await server.get('/api/user/listening-sources', { user: ada.name }, { as: bo })).status).toBe(403)
    expect((await sources(bo)).imports).toEqual([])
  })
})

describe('an import that fails', () => {
  test('a failed import states the reason in the response and in the list', async () => {
    const response = await send('Dear Flipside')
    const error = "Flipside can't read this file. See which files work."
    expect([response.status, await response.json()]).toEqual([400, { error, code: 'bad_input' }])
    expect((await sources()).imports).toMatchObject([{ status: 'failed', note: error, taken: 0 }])
  })

  test('an import of a file above the size limit stores nothing', async () => {
    expect((await send(`[${' '.repeat(100_001)}]`)).status).toBe(413)
    expect((await sources()).imports).toMatchObject([{ status: 'failed', note: 'That is too long.' }])
  })

  test('an import that fails midway retains its batches, and the rest can be added later', async () => {
    const all = [brainz('Slow Ferry', 10), brainz('Tide', 20), brainz('Dusk', 30)]
    const text = JSON.stringify(all)
    expect(await imported(text.slice(0, -10))).toMatchObject({
      status: 'done',
      taken: 2,
      note: expect.stringContaining('cut off'),
    })
    expect(await imported(text)).toMatchObject({ taken: 1, known: 2, note: '' })
  })

  test('an import that died with its server is marked as failed by other servers, and can be repeated', async () => {
    const values = {
      member_id: ada.id,
      file_name: 'a.json',
      client_id: null,
      status: 'running',
      ended_at: null,
    } as const
    await server.db
      .insertInto('imports')
      .values({ ...values, updated_at: new Date(Date.now() - 130_000) })
      .execute()
    await server.db.insertInto('imports').values(values).execute()
    expect((await findDeadImports().execute(server.db)).rows).toHaveLength(1)
    await runScheduled(server.db, 'fail-dead-imports', server.clock.now())
    expect((await findDeadImports().execute(server.db)).rows).toHaveLength(0)
    const { imports } = await sources()
    expect(imports.map((it: { status: string }) => it.status)).toEqual(['running', 'failed'])
    expect(imports[1].note).toContain('Send the file again')
  })
})

test('a canceled import adds nothing more and stays canceled', async () => {
  const started = server.db.selectFrom('imports').select('id').where('member_id', '=', ada.id)
  async function* slowly() {
    yield new TextEncoder().encode(`[${JSON.stringify(brainz('Slow Ferry', 10))},`.padEnd(5000))
    const { id } = await vi.waitFor(() => started.executeTakeFirstOrThrow(), 30_000)
    expect((await server.post('/api/user/cancel-import', { user: ada.name, id }, { as: ada })).body).toMatchObject({
      success: true,
    })
    yield new TextEncoder().encode(`${JSON.stringify(brainz('Tide', 20))}]`)
  }
  const response = await server.app.hono.request(
    `http://localhost:3000/api/user/import-listens?user=${ada.name}`,
    {
      method: 'POST',
      body: Readable.toWeb(Readable.from(slowly())),
      duplex: 'half',
      headers: { cookie: [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    } as unknown as RequestInit, // Undici supports `duplex`; the DOM types lack it.
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  expect([response.status, (await response.json()).error]).toEqual([400, 'The import was stopped.'])
  expect((await sources()).imports).toMatchObject([{ status: 'cancelled' }])
})

describe('deleted listens', () => {
  const remove = (from: string, until: string) =>
    server.post('/api/user/delete-listens', { user: ada.name, from, until }, { as: ada })

  test('deleted listens disappear from the charts, and others remain', async () => {
    await imported([
      brainz('Slow Ferry', 10),
      brainz('Slow Ferry', 100),
      brainz('Tide', 200),
      brainz('Dusk', 300, 'Ada Lark'),
    ])
    const [from, until] = [ago(250), ago(50)].map((seconds) => new Date(seconds * 1000).toISOString())
    expect((await remove(from ?? '', until ?? '')).status).toBe(200)
    expect(await topTracks()).toEqual([
      ['Slow Ferry', 'Nine Rooms', 1],
      ['Dusk', 'Ada Lark', 1],
    ])
    expect((await sources()).sources).toMatchObject([{ listens: 2 }])
    const { body } = await server.get('/api/user/top-artists', { user: ada.name })
    expect(body.topArtists.map((it: { scrobbles: number }) => it.scrobbles)).toEqual([1, 1])
  })

  test('all listens can be deleted and imported again', async () => {
    const file = [brainz('Slow Ferry', 10), brainz('Tide', 20)]
    await imported(file)
    await remove('2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z')
    expect(await sources()).toMatchObject({ sources: [], oldest: null, newest: null })
    expect(await topTracks()).toEqual([])
    expect(await imported(file)).toMatchObject({ taken: 2, known: 0 })
  })

  test('deleting listens requires a valid range', async () => {
    expect((await remove('2024-01-01T00:00:00Z', '2023-01-01T00:00:00Z')).status).toBe(400)
    expect((await remove('always', '2023-01-01T00:00:00Z')).status).toBe(400)
  })
})
