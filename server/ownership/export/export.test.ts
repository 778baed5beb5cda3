import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { LISTEN_DETAILS, linesOf, listenOften, unzipped } from '#tests/support/exports.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'

const server = await testServer()
const PERIODS = ['overall', '7day', '1month', '12month']
type Query = Record<string, string | number>

const send = (method: string, path: string, query: Query, as?: TestMember, body?: Buffer) =>
  server.app.hono.request(
    `http://localhost:3000${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
    {
      method,
      headers: { cookie: [...(as?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
const exported = async (as: TestMember): Promise<Buffer> => {
  const response = await send('GET', '/api/user/export', { user: as.name }, as)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return Buffer.from(await response.arrayBuffer())
}
const imported = async (zip: Buffer, as: TestMember) =>
  (await (await send('POST', '/api/user/import-listens', { user: as.name }, as, zip)).json()).import

const listensOf = async (member: TestMember) => {
  const { rows } = await sql<{ at: string; title: string; artist: string }>`
    select to_char(listened_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, tracks.title, artists.name as artist,
      albums.title as album, player, client, service, duration_ms, track_number, details.release_mbid
    from listens join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
      left join listen_details as details on details.id = details_id left join albums on albums.id = album_id
    where listens.member_id = ${member.id} order by listened_at, tracks.title`.execute(server.db)
  return rows
}
const chartsOf = async (as: TestMember) => {
  const charts: unknown[] = []
  for (const period of PERIODS) {
    for (const path of ['/api/user/top-tracks', '/api/user/top-artists']) {
      charts.push((await server.get(path, { user: as.name, period, limit: 1000 }, { as })).body)
    }
  }
  return [charts, (await server.get('/api/user/daily-plays', { user: as.name, days: 366 }, { as })).body]
}

let ada: TestMember
let bo: TestMember
let zip: Buffer
let files: ReadonlyMap<string, string>

beforeAll(async () => {
  ada = await server.signUp('ada')
  bo = await makeMember(server, 'bo')
  await makeMember(server, 'cy')
  await listenOften(server, ada)
  const rain = await makeTrack(server, 'Rain by Sol Ferro')
  for (const member of [ada, bo]) await play(server, member, rain)
  const done = async (as: TestMember, path: string, query: Query) => {
    const response = await server.post(path, query, { as })
    expect([path, response.status]).toEqual([path, 200])
    return response.body
  }
  const share = (as: TestMember, title: string) =>
    done(as, '/api/create-broadcast', {
      user: as.name,
      title,
      body: 'x',
      relatedtype: 'Track',
      relatedid: rain,
    })
  const { id: own } = await share(ada, 'Loud, @bo')
  const { id } = await share(bo, 'For @ada')
  await done(ada, '/api/create-like', { user: 'ada', relatedtype: 'Broadcast', relatedid: id })
  await done(ada, '/api/user/follow', { follower: 'ada', followee: 'bo' })
  await done(bo, '/api/user/follow', { follower: 'bo', followee: 'ada' })
  await done(ada, '/api/send-direct-message', { user: 'ada', recipient: 'bo', message: 'hello "bo"' })
  await done(bo, '/api/send-direct-message', { user: 'bo', recipient: 'ada', message: 'hello ada' })
  await done(bo, '/api/send-direct-message', { user: 'bo', recipient: 'cy', message: 'not for ada' })
  const { song_swap_id: songswapid } = await done(ada, '/api/create-song-swap', { user: 'ada', matched_user: 'bo' })
  await done(ada, '/api/add-song-swap-track', { user: 'ada', songswapid, trackid: rain })
  await done(bo, '/api/add-song-swap-reaction', { user: 'bo', songswapid, reaction: 4 })
  const completed = await insertCompletedSwap(server, ada, bo, rain)
  await done(bo, '/api/share-song-swap', { user: 'bo', songswapid: completed })
  await done(bo, '/api/create-reply', { user: 'bo', broadcast: own, text: 'nice one, @ada' })
  await done(ada, '/api/create-reply', { user: 'ada', broadcast: own, text: 'thanks @bo' })
  const { id: unseen } = await done(bo, '/api/create-reply', { user: 'bo', broadcast: id, text: 'hidden by an admin' })
  await server.db.insertInto('reply_mentions').values({ reply_id: unseen, member_id: ada.id, written: 'ada' }).execute()
  await server.db.updateTable('replies').set({ hidden_at: new Date() }).where('id', '=', unseen).execute()
  await done(ada, '/api/user/block', { user: 'ada', other: 'cy' })
  await done(ada, '/api/user/mute', { user: 'ada', other: 'cy' })
  await done(ada, '/api/user/report', { user: 'ada', other: 'bo', reason: 'loud' })
  zip = await exported(ada)
  files = await unzipped(zip)
}, 60_000)

describe('the export', () => {
  test('the export has a file for each kind of data and a README', () => {
    const months = ['2005/2', '2023/12', '2024/1', '2024/2', '2024/6', '2026/10', '2026/11']
    const ofAccount = [
      'profile',
      'sessions',
      'notification-settings',
      'notification-devices',
      'addresses',
      'confirmed-email',
      'passkeys',
      'linked-identities',
      'feedback',
    ]
    const ofListening = [
      'rejected-links',
      'later-tracks',
      'ignored-artists',
      'players',
      'scrobbles-waiting',
      'changed-listens',
      'corrections',
      'imports',
    ]
    const ofServices = [
      'music-service',
      'followed-account',
      'music-library',
      'library-songs',
      'relays',
      'relays-pending',
      'relays-pending-loves',
    ]
    const ofContent = [
      'broadcasts',
      'likes',
      'play-reactions',
      'replies',
      'mentions',
      'caption-mentions',
      'following',
      'followers',
      'blocks',
      'mutes',
      'reports',
      'activity',
    ]
    const kinds = [
      ...ofAccount,
      ...ofListening,
      ...ofServices,
      ...ofContent,
      'warnings',
      'suspension',
      'invitations',
      'messages',
      'swaps',
    ]
    const lines = [...months.map((month) => `listens/${month}`), ...kinds].map((path) => `${path}.jsonl`)
    expect([...files.keys()]).toEqual(['README.txt', 'user.json', ...lines])
    for (const kind of kinds) expect(files.get('README.txt')).toContain(`\n${kind}.jsonl\n`)
  })

  test("the export has listens in ListenBrainz' layout", () => {
    expect(linesOf(files, 'user.json')).toEqual([{ user_id: ada.id, username: 'ada' }])
    expect(linesOf(files, 'listens/2005/2.jsonl')).toContainEqual({
      listened_at: Date.parse('2005-02-14T00:00:00Z') / 1000,
      track_metadata: {
        artist_name: 'Artist of With "quotes"',
        track_name: 'With "quotes"',
        release_name: 'Harbour, "live"',
        additional_info: {
          submission_client: 'Flipside',
          original_submission_client: 'Pano Scrobbler',
          original_source: 'spotify-extended',
          release_artist_name: 'Various Artists',
          release_mbid: LISTEN_DETAILS.releaseMbid,
          tracknumber: 3,
          duration_ms: 201_500,
          media_player: 'VLC',
          music_service: 'bandcamp.com',
        },
      },
    })
    expect(linesOf(files, 'listens/2024/6.jsonl')).toHaveLength(6000)
  })

  test('the export has all other data of the member', () => {
    const linesOfKind = (kind: string) => linesOf(files, `${kind}.jsonl`)
    expect(linesOfKind('profile')).toMatchObject([
      { username: 'ada', email: 'member@flipside.example', joined_at: '2026-11-21T12:00:00.000Z' },
    ])
    expect(linesOfKind('broadcasts')).toMatchObject([
      { title: 'Loud, @bo', mentions: ['bo'], shared_track: { title: 'Rain', artist_name: 'Sol Ferro' } },
    ])
    expect(linesOfKind('likes')).toMatchObject([{ author: 'bo', title: 'For @ada' }])
    expect([linesOfKind('replies'), linesOfKind('mentions')]).toMatchObject([
      [{ author: 'ada', text: 'thanks @bo', mentions: ['bo'] }],
      [{ author: 'bo', text: 'nice one, @ada' }],
    ])
    expect(linesOfKind('caption-mentions')).toMatchObject([{ author: 'bo', text: 'For @ada' }])
    expect([linesOfKind('following'), linesOfKind('followers')]).toMatchObject([
      [{ username: 'bo' }],
      [{ username: 'bo' }],
    ])
    expect(linesOfKind('messages')).toMatchObject([
      { from: 'ada', to: 'bo', text: 'hello "bo"' },
      { from: 'bo', to: 'ada', text: 'hello ada' },
    ])
    expect(linesOfKind('swaps')).toMatchObject([
      {
        initiator: 'ada',
        matched: 'bo',
        initiator_sent: { title: 'Rain' },
        rating_by_matched: 4,
        rating_by_initiator: null,
        matched_shares_at: null,
      },
      { rating_by_matched: 4, initiator_shares_at: null, matched_shares_at: expect.stringContaining('T') },
    ])
    expect([linesOfKind('blocks'), linesOfKind('mutes')]).toMatchObject([[{ username: 'cy' }], [{ username: 'cy' }]])
    expect(linesOfKind('reports')).toMatchObject([{ username: 'bo', reason: 'loud' }])
    expect(linesOfKind('activity')).toHaveLength(5)
    expect(linesOfKind('sessions')).toHaveLength(1)
  })

  test('the export has no secrets and no data that are only for others', () => {
    const all = [...files.values()].join('\n')
    expect(all).not.toMatch(/argon2|token_hash|not for ada/)
  })

  test('the export has the uncounted scrobbles with the reasons', async () => {
    const fay = await makeMember(server, 'fay')
    await sql`insert into scrobble_inbox (member_id, listened_at, artist, title, received_at, error)
      values (${fay.id}, '2026-11-20T08:00:00Z', 'Sol "Ferro"', 'Rain', '2026-11-20T08:05:00Z', 'no such day')`.execute(
      server.db,
    )
    expect(linesOf(await unzipped(await exported(fay)), 'scrobbles-waiting.jsonl')).toEqual([
      {
        listened_at: '2026-11-20T08:00:00.000Z',
        artist_name: 'Sol "Ferro"',
        track_name: 'Rain',
        received_at: '2026-11-20T08:05:00.000Z',
        error: 'no such day',
      },
    ])
  })

  test('the file of an export has a fixed name with the date, without a name of the member', async () => {
    const { status, headers } = await send('GET', '/api/user/export', { user: 'ada', file_name: 'x.html"' }, ada)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="flipside-export-\d{4}-\d\d-\d\d\.zip"$/)
  })

  test('the export is available only to its member', async () => {
    expect((await send('GET', '/api/user/export', { user: 'ada' }, bo)).status).toBe(403)
    expect((await send('GET', '/api/user/export', { user: 'ada' })).status).toBe(401)
    expect((await send('POST', '/api/user/export', { user: 'ada' }, ada)).status).toBe(405)
  })
})

describe('importing the export', () => {
  test('an export imported by a new member makes the same listens and charts', async () => {
    const newcomer = await makeMember(server, 'newcomer')
    const outcome = await imported(zip, newcomer)
    expect(outcome).toMatchObject({ status: 'done', taken: 6065, known: 0, skipped: [], note: '' })
    expect(await listensOf(newcomer)).toEqual(await listensOf(ada))
    expect(await chartsOf(newcomer)).toEqual(await chartsOf(ada))
    const { body } = await server.get('/api/user/listening-sources', { user: 'newcomer' }, { as: newcomer })
    const bySource = body.sources.map((count: { source: string; listens: number }) => [count.source, count.listens])
    expect(bySource.toSorted()).toEqual([
      ['flipside', 1],
      ['lastfm-csv', 6000],
      ['spotify-extended', 64],
    ])
  })

  test('an export imported by its member adds nothing', async () => {
    const before = [await listensOf(ada), await chartsOf(ada)]
    expect(await imported(zip, ada)).toMatchObject({ status: 'done', taken: 0, known: 6065 })
    expect([await listensOf(ada), await chartsOf(ada)]).toEqual(before)
  })
})
