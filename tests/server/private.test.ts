import { beforeAll, describe, expect, test } from 'vitest'
import type { Visibility } from '#contract/endpoint.ts'
import { countChanges, updateTaste } from '#server/listening/index.ts'
import { runToEnd } from '#tests/support/jobs.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack, nameAlbum, play } from '#tests/support/music.ts'
import { makeToken, submitListens } from '#tests/support/players.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import { type TestMember, type TestResponse, type TestServer, testServer } from '#tests/support/test-server.ts'
import { visibilityByEndpoint } from '#tests/support/visibility.ts'

/*
 * What others see about a member that hides their listening, or has a private profile
 * (docs/ownership.md). Every endpoint has a row, unless its visibility is `own` or `everyone`.
 */

interface Sides {
  /** The viewer. */
  readonly me: TestMember
  /** The member with restricted visibility. */
  readonly other: TestMember
  readonly common: TestMember
  readonly artist: number
  /** An artist that only the other has played. */
  readonly ownArtist: number
  readonly track: number
  readonly album: number
  readonly broadcast: number
  /** A reply of the viewer to the broadcast. */
  readonly reply: number
  /** The common member's broadcast, with a reply by the other. */
  readonly talk: number
  /** A completed swap between the two, with shared results. */
  readonly sharedSwap: number
}
type Query = Record<string, string | number>
/**
 * Whether it is still visible: when the listening is hidden, when the profile is private, and then
 * to an allowed viewer.
 */
type Seen = readonly [hidden: boolean, isPrivate: boolean, letIn: boolean]
type Row =
  | {
      readonly request: (sides: Sides) => Query
      /** By default follows from the endpoint's visibility. */
      readonly seen?: Seen
      readonly isSeen?: (it: TestResponse, sides: Sides) => boolean
    }
  /** Privacy settings do not restrict it, for this reason. */
  | { readonly unrestricted: string }

const LISTENING: Seen = [false, false, true]
/** Leaderboards: the same for all viewers. */
const BOARD: Seen = [false, false, false]
const PROFILE: Seen = [true, false, true]
const ALWAYS: Seen = [true, true, true]

const seenByVisibility: Readonly<Record<Visibility, Seen>> = {
  own: [false, false, false],
  contact: ALWAYS,
  profile: PROFILE,
  listening: LISTENING,
  leaderboard: BOARD,
  everyone: ALWAYS,
  admins: ALWAYS,
}

const own = ({ me }: Sides) => ({ user: me.name })
const ofOther = ({ other }: Sides) => ({ user: other.name })
const copyOf = (response: TestResponse, { name }: TestMember) =>
  response.body.members.find((member: { profile: { profile: string } }) => member.profile.profile === name)
const isFilled = (list: string) => (response: TestResponse) => response.body[list]?.length > 0

const table: Readonly<Record<string, readonly Row[]>> = {
  'GET /api/user/status': [
    { request: () => ({}), isSeen: (response, { broadcast }) => response.body.newest_broadcast >= broadcast },
  ],
  'GET /api/user/profile': [
    {
      request: ofOther,
      seen: ALWAYS,
      isSeen: (response, { other }) => response.body.userProfile?.[0]?.profile === other.name,
    },
    { request: ofOther, isSeen: (response) => response.body.userProfile?.[0]?.swag === 7 },
    { request: ofOther, seen: LISTENING, isSeen: (response) => response.body.userProfile?.[0]?.bootstrapped === 1 },
    { request: ofOther, seen: LISTENING, isSeen: (response) => response.body.userProfile?.[0]?.profileurl !== '' },
    { request: ({ other }) => ({ user: other.name.slice(1, 5), partial: 'true' }) },
  ],
  'GET /api/user/get-users': [{ request: ({ other }) => ({ search_term: other.name }) }],
  'GET /api/user/followers': [
    { request: ofOther, isSeen: isFilled('followers') },
    { request: ({ common }) => ({ user: common.name }) },
  ],
  'GET /api/user/following': [
    { request: ofOther, isSeen: isFilled('following') },
    { request: ({ common }) => ({ user: common.name }) },
  ],
  'POST /api/user/follow': [{ unrestricted: 'a follow is how a member asks for access' }],
  'POST /api/user/unfollow': [{ unrestricted: 'changes only the follows of the caller' }],
  'GET /api/user/now-playing': [{ request: ofOther }],
  'GET /api/user/listens': [{ request: ofOther, isSeen: isFilled('listens') }],
  'GET /api/user/following-now-playing': [{ request: own }],
  'GET /api/user/loved-tracks': [{ request: ofOther, isSeen: isFilled('lovedTracks') }],
  'GET /api/user/blocks': [{ unrestricted: 'the list of the caller' }],
  'POST /api/user/block': [{ unrestricted: 'every member can be blocked or muted' }],
  'POST /api/user/unblock': [{ unrestricted: 'the list of the caller' }],
  'POST /api/user/mute': [{ unrestricted: 'every member can be blocked or muted' }],
  'POST /api/user/unmute': [{ unrestricted: 'the list of the caller' }],
  'POST /api/user/report': [{ unrestricted: 'every member can be reported' }],
  'GET /api/user/activity': [{ request: own }],
  'GET /api/artist/by-id': [
    { request: ({ artist }) => ({ id: artist }), isSeen: (response) => response.body.artist?.scrobbles === 18 },
    { request: ({ ownArtist }) => ({ id: ownArtist }), seen: LISTENING, isSeen: (response) => response.status === 200 },
  ],
  'GET /api/artist/top-listeners': [
    { request: () => ({ artist: 'Sol Ferro' }) },
    { request: () => ({ artist: 'Sol Ferro', period: '7day' }) },
    {
      request: ({ me }) => ({ artist: 'Sol Ferro', current_user: me.name }),
      isSeen: (response) => response.body.rank === 2,
    },
  ],
  'GET /api/artist/listens': [
    {
      request: ({ other }) => ({ user: other.name, artist: 'Sol Ferro' }),
      isSeen: (response) => response.body.plays > 0,
    },
  ],
  'GET /api/artist/exploration': [
    { request: ({ artist }) => ({ id: artist }) },
    { request: ({ artist }) => ({ id: artist }), isSeen: (response) => response.body.percentile === 50 },
    { request: ({ ownArtist }) => ({ id: ownArtist }), seen: LISTENING, isSeen: (response) => response.status === 200 },
  ],
  'GET /api/user/top-artists': [{ request: ofOther, isSeen: isFilled('topArtists') }],
  'GET /api/artist/music': [
    { request: ({ artist }) => ({ id: artist }), isSeen: (response) => response.body.tracks[0]?.listeners === 2 },
    { request: ({ artist }) => ({ id: artist }), isSeen: (response) => response.body.albums[0]?.listeners === 2 },
  ],
  'GET /api/album/by-id': [
    { request: ({ album }) => ({ id: album }) },
    { request: ({ album }) => ({ id: album }), isSeen: (response) => response.body.listeners === 2 },
    { request: ({ album }) => ({ id: album }), isSeen: (response) => response.body.tracks[0]?.plays === 18 },
  ],
  'GET /api/track/by-id': [
    { request: ({ track }) => ({ id: track }) },
    { request: ({ track }) => ({ id: track }), isSeen: (response) => response.body.plays === 18 },
  ],
  'GET /api/track/broadcasts': [{ request: ({ track }) => ({ id: track }) }],
  'GET /api/track/swaps': [{ request: ({ me, track }) => ({ user: me.name, id: track }) }],
  'GET /api/search-broadcasts': [{ request: () => ({ search_term: 'sol' }) }],
  'GET /api/popular-music': [{ unrestricted: 'names of music that others on leaderboards have played' }],
  'GET /api/search-music': [
    { unrestricted: 'names of music that others on leaderboards have played; see search.test.ts' },
  ],
  'GET /api/user/chart': [
    { request: ({ other }) => ({ user: other.name, kind: 'artists' }), isSeen: isFilled('rows') },
    { request: ({ other }) => ({ user: other.name, kind: 'tracks' }), isSeen: isFilled('rows') },
  ],
  'GET /api/user/listening-time': [{ request: ofOther, isSeen: ({ body }) => body.minutes !== null }],
  'GET /api/user/weekly-report': [{ request: ({ me }) => ({ user: me.name, week: '2026-W47' }) }],
  'GET /api/user/similar-taste': [{ request: own }],
  'GET /api/user/compare': [
    { request: ({ me, other }) => ({ user: me.name, other: other.name }), isSeen: isFilled('shared') },
  ],
  'GET /api/user/top-broadcasted-tracks': [{ request: ofOther, isSeen: isFilled('topTracks') }],
  'GET /api/get-broadcasts': [{ request: () => ({}) }],
  'POST /api/delete-broadcast': [{ unrestricted: 'only the author and admins delete a broadcast' }],
  'GET /api/user/following-broadcasts': [{ request: own }],
  'GET /api/user/broadcasts': [{ request: ofOther, isSeen: isFilled('broadcasts') }],
  'GET /api/broadcast/replies': [
    { request: ({ broadcast }) => ({ id: broadcast }), isSeen: (response) => response.status === 200 },
    { request: ({ talk }) => ({ id: talk }) },
  ],
  'POST /api/create-reply': [
    {
      request: ({ me, broadcast }) => ({ user: me.name, broadcast, text: 'Oh yes.' }),
      isSeen: (response) => response.status === 200,
    },
  ],
  'POST /api/edit-reply': [
    {
      request: ({ me, reply }) => ({ user: me.name, id: reply, text: 'Oh no.' }),
      isSeen: (response) => response.status === 200,
    },
  ],
  'GET /api/get-likes': [
    {
      request: ({ me, broadcast }) => ({ user: me.name, relatedtype: 'Broadcast', relatedid: broadcast }),
      isSeen: (response) => response.status === 200,
    },
  ],
  'POST /api/create-like': [
    {
      request: ({ me, broadcast }) => ({ user: me.name, relatedtype: 'Broadcast', relatedid: broadcast }),
      isSeen: (response) => response.status === 200 || response.status === 409,
    },
  ],
  'POST /api/user/react-to-play': [
    {
      request: ({ me, other }) => ({
        user: me.name,
        member: other.name,
        artist: 'Sol Ferro',
        track: 'Rain',
        played_at: '2026-11-21T12:00:00Z',
        is_reacted: 'true',
      }),
      seen: LISTENING,
      isSeen: (response) => response.status === 200,
    },
  ],
  'POST /api/undo-like': [{ unrestricted: 'a like belongs to the caller' }],
  'GET /api/user/conversations': [{ request: own }],
  'GET /api/user/direct-messages': [
    {
      request: ({ me, other }) => ({ user: me.name, conversant: other.name }),
      isSeen: isFilled('directMessages'),
    },
  ],
  'POST /api/send-direct-message': [
    {
      request: ({ me, other }) => ({ user: me.name, recipient: other.name, message: 'hello' }),
      isSeen: (response) => response.status === 200,
    },
  ],
  'POST /api/mark-messages-read': [{ unrestricted: 'messages that were sent to the caller' }],
  'POST /api/edit-direct-message': [{ unrestricted: 'a message of the caller' }],
  'POST /api/delete-direct-message': [{ unrestricted: 'a message of the caller' }],
  'POST /api/react-to-message': [{ unrestricted: 'a message of both members' }],
  'GET /api/get-song-swaps': [{ request: own }],
  'GET /api/shared-swap': [{ request: ({ sharedSwap }) => ({ songswapid: sharedSwap }) }],
  'POST /api/share-song-swap': [{ unrestricted: 'a swap of both members; others read /api/shared-swap' }],
  'POST /api/unshare-song-swap': [{ unrestricted: 'ends only the agreement of the caller' }],
  'GET /api/find-song-swap-match': [{ request: own }],
  'POST /api/create-song-swap': [{ unrestricted: 'every member can be invited by name, as with a message' }],
  'POST /api/add-song-swap-track': [{ unrestricted: 'a swap of both members' }],
  'POST /api/add-song-swap-reaction': [{ unrestricted: 'a swap of both members' }],
  'POST /api/decline-song-swap': [{ unrestricted: 'a swap of both members' }],
  'GET /api/user/offline-copy': [
    { request: own, seen: ALWAYS },
    { request: own, isSeen: (response, { other }) => copyOf(response, other)?.profile.swag === 7 },
    {
      request: own,
      seen: LISTENING,
      isSeen: (response, { other }) => copyOf(response, other)?.charts?.top_artists.topArtists.length > 0,
    },
    {
      request: own,
      isSeen: (response, { other }) => copyOf(response, other)?.charts?.top_broadcasted.topTracks.length > 0,
    },
  ],
  'POST /api/withdraw-song-swap': [{ unrestricted: 'a swap of both members' }],
}

test('the table has every endpoint that involves other members, and no other', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(visibilityByEndpoint).toSorted())
})

const rows = Object.entries(table).flatMap(([name, list]) => list.map((row, place) => ({ name, place, row })))
const seenOf = (name: string, row: Row) =>
  'seen' in row && row.seen ? row.seen : seenByVisibility[visibilityByEndpoint[name] ?? 'own']
const states = [
  ['who shows all', {}, () => true],
  ['who hides the listening', { hides_listening: 'true' }, ([hidden]: Seen) => hidden],
  ['whose profile is private', { hides_listening: 'false', is_private: 'true' }, ([, isPrivate]: Seen) => isPrivate],
  ['whose private profile is open to the viewer', { isLetIn: true }, ([, , letIn]: Seen) => letIn],
  ['who shows all again', { is_private: 'false' }, () => true],
] as const

describe.each(states)('of a member %s', (_, change, isSeenOf) => {
  const seen = new Map<Row, boolean>()
  beforeAll(async () => {
    const { server, sides } = await theWorld
    const { me, other } = sides
    const post = async (path: string, query: Query) => {
      expect((await server.post(path, query, { as: other })).status).toBe(200)
    }
    if ('isLetIn' in change) await post('/api/user/follow', { follower: other.name, followee: me.name })
    else await post('/api/user/edit-privacy', { user: other.name, ...change })
    if (Object.keys(change).length === 0) await computeTaste(server)
    for (const { name, row } of rows) {
      if ('unrestricted' in row) continue
      const [method = '', path = ''] = name.split(' ')
      const response = await server.request(method, path, row.request(sides), { as: me })
      const isNamed = response.status === 200 && JSON.stringify(response.body).includes(other.name)
      seen.set(row, row.isSeen?.(response, sides) ?? isNamed)
    }
  }, 60_000)

  test.each(rows.filter(({ row }) => !('unrestricted' in row)))(
    'privacy settings limit $name as its row states ($place)',
    ({ name, row }) => {
      expect(seen.get(row)).toBe(isSeenOf(seenOf(name, row)))
    },
  )

  test('a member with restricted visibility has a full view of their own data', async () => {
    const { server, sides } = await theWorld
    const { other, artist } = sides
    const get = async (path: string, query: Query) => (await server.get(path, query, { as: other })).body
    expect((await get('/api/user/profile', { user: other.name })).userProfile[0]).toMatchObject({
      bootstrapped: 1,
      swag: 7,
    })
    expect((await get('/api/user/top-artists', { user: other.name })).topArtists).toHaveLength(2)
    expect(await get('/api/artist/listens', { user: other.name, artist: 'Sol Ferro' })).toEqual({ plays: 9 })
    expect((await get('/api/user/similar-taste', { user: other.name })).neighbours).toHaveLength(1)
    expect(await get('/api/artist/exploration', { id: artist, current_user: other.name })).toMatchObject({
      heard_tracks: 1,
      percentile: 50,
    })
    expect((await get('/api/get-broadcasts', {})).broadcasts.map((it: { user: string }) => it.user)).toContain(
      other.name,
    )
    const board = await get('/api/artist/top-listeners', { artist: 'Sol Ferro', current_user: other.name })
    const isOnBoard = isSeenOf(BOARD)
    expect([board.rank, board.unranked]).toEqual(
      isOnBoard ? [1, undefined] : [undefined, 'is_private' in change || 'isLetIn' in change ? 'private' : 'hidden'],
    )
  })
})

const theWorld = aWorld()

async function aWorld(): Promise<{ server: TestServer; sides: Sides }> {
  const server = await testServer()
  // Among equal members the first to join is first.
  const other = await makeMember(server, 'Belladonna')
  const me = await makeMember(server, 'Amaranth')
  const common = await makeMember(server, 'cy')
  await server.db
    .updateTable('members')
    .set({ swag: 7, music_account_kind: 'lastfm', music_account_name: 'bella' })
    .where('id', '=', other.id)
    .execute()
  await server.db
    .updateTable('members')
    .set({ active_at: new Date(0) })
    .where('id', '=', common.id)
    .execute()
  const track = await makeTrack(server, 'Rain by Sol Ferro')
  for (const member of [me, other]) await play(server, member, track, { plays: 9 })
  const names = { artist: 'Sol Ferro', title: 'Rain', album: 'Weather' }
  const [album = 0] = await Promise.all([me, other].map((member) => nameAlbum(server, member, names)))
  const sharedSwap = await insertCompletedSwap(server, me, other, track)
  const { artist_id: artist } = await server.db
    .selectFrom('tracks')
    .select('artist_id')
    .where('id', '=', track)
    .executeTakeFirstOrThrow()
  const ownTrack = await makeTrack(server, 'Sleet by Only Bella')
  await play(server, other, ownTrack, { daysAgo: 2 })
  const { artist_id: ownArtist } = await server.db
    .selectFrom('tracks')
    .select('artist_id')
    .where('id', '=', ownTrack)
    .executeTakeFirstOrThrow()
  const post = async (as: TestMember, path: string, query: Query) => {
    const response = await server.post(path, query, { as })
    expect([path, response.status]).toEqual([path, 200])
    return response.body
  }
  for (const as of [me, other]) await post(as, '/api/share-song-swap', { user: as.name, songswapid: sharedSwap })
  const shared = { title: 'Listen', body: 'x', relatedtype: 'Track', relatedid: track }
  const { id: talk } = await post(common, '/api/create-broadcast', { user: common.name, ...shared })
  await post(other, '/api/create-reply', { user: other.name, broadcast: talk, text: 'Oh yes.' })
  const { id: broadcast } = await post(other, '/api/create-broadcast', { user: other.name, ...shared })
  const { id: reply } = await post(me, '/api/create-reply', { user: me.name, broadcast, text: 'Oh yes.' })
  const follow = (follower: TestMember, followee: TestMember) =>
    post(follower, '/api/user/follow', { follower: follower.name, followee: followee.name })
  await follow(other, common)
  await follow(common, other)
  await post(other, '/api/send-direct-message', { user: other.name, recipient: me.name, message: 'hello' })
  const { song_swap_id } = await post(other, '/api/create-song-swap', { user: other.name, matched_user: me.name })
  await post(other, '/api/add-song-swap-track', { user: other.name, songswapid: song_swap_id, trackid: track })
  await post(other, '/api/user/love-track', {
    user: other.name,
    artist: 'Sol Ferro',
    track: 'Rain',
    is_loved: 'true',
  })
  await post(other, '/api/user/edit-privacy', { user: other.name, shares_loved_tracks: 'true' })
  // Followed members: the feed's head shows their current tracks.
  await follow(me, other)
  const playing = { track_metadata: { track_name: 'Rain', artist_name: 'Sol Ferro' } }
  await submitListens(server, await makeToken(server, other), { listen_type: 'playing_now', payload: [playing] })
  return { server, sides: { me, other, common, artist, ownArtist, track, album, broadcast, reply, talk, sharedSwap } }
}

/** Runs the computation that the server's jobs run every few seconds. */
async function computeTaste(server: TestServer): Promise<void> {
  server.clock.advance({ seconds: 5 })
  await server.db.transaction().execute(countChanges)
  await runToEnd(server.db, updateTaste, server.clock.now())
}
