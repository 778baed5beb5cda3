import { beforeAll, describe, expect, test } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { runJob } from '#server/jobs/jobs.ts'
import { countChanges, updateTaste } from '#server/listening/index.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { makeToken, submitListens } from '#tests/support/players.ts'
import { type TestAnswer, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

/*
 * What others see of a member who hides their listening, or whose profile is private: call by call, as docs/ownership.md has it.
 * A call that the contract gains must be given a row here.
 */

interface Sides {
  /** Who looks. */
  readonly me: TestMember
  /** Who hides. */
  readonly other: TestMember
  readonly common: TestMember
  readonly artist: number
  readonly broadcast: number
}
type Query = Record<string, string | number>
/** What is still to be seen: when the listening is hidden, when the profile is private, the same by who is let in. */
type Seen = readonly [hidden: boolean, isPrivate: boolean, letIn: boolean]
type Row =
  | {
      readonly ask: (sides: Sides) => Query
      readonly seen: Seen
      readonly isSeen?: (it: TestAnswer, sides: Sides) => boolean
    }
  /** Shows nothing of others, or of those alone who have turned to the member; says why. */
  | { readonly apart: string }

const LISTENING: Seen = [false, false, true]
/** Where one competes: the same for all viewers. */
const BOARD: Seen = [false, false, false]
const PROFILE: Seen = [true, false, true]
const ALWAYS: Seen = [true, true, true]

const own = ({ me }: Sides) => ({ user: me.name })
const ofOther = ({ other }: Sides) => ({ user: other.name })
const copyOf = (it: TestAnswer, { name }: TestMember) =>
  it.body.members.find((member: { profile: { profile: string } }) => member.profile.profile === name)
const isFilled = (list: string) => (it: TestAnswer) => it.body[list]?.length > 0

const table: Readonly<Record<string, readonly Row[]>> = {
  'GET /api/user/session': [{ apart: 'tells of oneself' }],
  'GET /api/user/status': [
    { ask: () => ({}), seen: PROFILE, isSeen: (it, { broadcast }) => it.body.newest_broadcast >= broadcast },
  ],
  'GET /api/user/profile': [
    { ask: ofOther, seen: ALWAYS, isSeen: (it, { other }) => it.body.userProfile?.[0]?.profile === other.name },
    { ask: ofOther, seen: PROFILE, isSeen: (it) => it.body.userProfile?.[0]?.swag === 7 },
    { ask: ofOther, seen: LISTENING, isSeen: (it) => it.body.userProfile?.[0]?.bootstrapped === 1 },
    { ask: ofOther, seen: LISTENING, isSeen: (it) => it.body.userProfile?.[0]?.profileurl !== '' },
    { ask: ({ other }) => ({ user: other.name.slice(1, 5), partial: 'true' }), seen: PROFILE },
  ],
  'GET /api/user/get-users': [{ ask: ({ other }) => ({ search_term: other.name }), seen: PROFILE }],
  'GET /api/user/followers': [
    { ask: ofOther, seen: PROFILE, isSeen: isFilled('followers') },
    { ask: ({ common }) => ({ user: common.name }), seen: PROFILE },
  ],
  'GET /api/user/following': [
    { ask: ofOther, seen: PROFILE, isSeen: isFilled('following') },
    { ask: ({ common }) => ({ user: common.name }), seen: PROFILE },
  ],
  'POST /api/user/follow': [{ apart: 'is how one asks to be let in' }],
  'POST /api/user/unfollow': [{ apart: 'ends what is one own' }],
  'POST /api/user/login': [{ apart: 'tells of oneself' }],
  'POST /api/user/logout': [{ apart: 'tells of oneself' }],
  'POST /api/user/create-profile': [{ apart: 'a name is taken whoever has it' }],
  'POST /api/user/edit-profile': [{ apart: 'tells of oneself' }],
  'POST /api/user/remove-picture': [{ apart: 'tells of oneself' }],
  'POST /api/user/change-password': [{ apart: 'tells of oneself' }],
  'POST /api/user/reset-password': [{ apart: 'tells of oneself' }],
  'GET /api/user/sessions': [{ apart: 'is about the member alone' }],
  'POST /api/user/end-session': [{ apart: 'is about the member alone' }],
  'POST /api/user/end-sessions': [{ apart: 'is about the member alone' }],
  'GET /api/user/privacy': [{ apart: 'tells of oneself' }],
  'POST /api/user/edit-privacy': [{ apart: 'tells of oneself' }],
  'GET /api/user/music-account': [{ apart: 'tells of oneself' }],
  'POST /api/user/choose-music-account': [{ apart: 'tells of oneself' }],
  'POST /api/user/refresh-music-account': [{ apart: 'tells of oneself' }],
  'POST /api/user/connect-music-account': [{ apart: 'tells of oneself' }],
  'POST /api/user/prove-music-account': [{ apart: 'tells of oneself' }],
  'POST /api/user/delete-account': [{ apart: 'tells of oneself' }],
  'GET /api/user/listening-sources': [{ apart: 'tells of oneself' }],
  'GET /api/user/scrobble-tokens': [{ apart: 'tells of oneself' }],
  'POST /api/user/create-scrobble-token': [{ apart: 'tells of oneself' }],
  'POST /api/user/revoke-scrobble-token': [{ apart: 'tells of oneself' }],
  'GET /api/user/now-playing': [{ ask: ofOther, seen: LISTENING }],
  'GET /api/user/following-now-playing': [{ ask: own, seen: LISTENING }],
  'POST /api/user/cancel-import': [{ apart: 'tells of oneself' }],
  'POST /api/user/delete-listens': [{ apart: 'tells of oneself' }],
  'POST /api/user/sample-listens': [{ apart: 'tells of oneself' }],
  'GET /api/user/blocks': [{ apart: 'whom one keeps away oneself' }],
  'POST /api/user/block': [{ apart: 'everybody may be kept away' }],
  'POST /api/user/unblock': [{ apart: 'whom one keeps away oneself' }],
  'POST /api/user/mute': [{ apart: 'everybody may be kept away' }],
  'POST /api/user/unmute': [{ apart: 'whom one keeps away oneself' }],
  'POST /api/user/report': [{ apart: 'everybody may be reported' }],
  'GET /api/user/activity': [{ ask: own, seen: ALWAYS }],
  'POST /api/user/mark-activity-read': [{ apart: 'tells of oneself' }],
  'GET /api/artist/by-id': [
    { ask: ({ artist }) => ({ id: artist }), seen: BOARD, isSeen: (it) => it.body.artist?.scrobbles === 18 },
  ],
  'GET /api/artist/top-listeners': [
    { ask: () => ({ artist: 'Sol Ferro' }), seen: BOARD },
    { ask: () => ({ artist: 'Sol Ferro', period: '7day' }), seen: BOARD },
    {
      ask: ({ me }) => ({ artist: 'Sol Ferro', current_user: me.name }),
      seen: BOARD,
      isSeen: (it) => it.body.rank === 2,
    },
  ],
  'GET /api/artist/listens': [
    {
      ask: ({ other }) => ({ user: other.name, artist: 'Sol Ferro' }),
      seen: LISTENING,
      isSeen: (it) => it.body.plays > 0,
    },
  ],
  'GET /api/artist/exploration': [
    { ask: ({ artist }) => ({ id: artist }), seen: BOARD },
    { ask: ({ artist }) => ({ id: artist }), seen: BOARD, isSeen: (it) => it.body.percentile === 50 },
  ],
  'GET /api/user/top-artists': [{ ask: ofOther, seen: LISTENING, isSeen: isFilled('topArtists') }],
  'GET /api/user/top-tracks': [{ apart: 'tells of oneself' }],
  'GET /api/user/daily-plays': [{ apart: 'tells of oneself' }],
  'GET /api/user/similar-taste': [{ ask: own, seen: LISTENING }],
  'GET /api/user/compare': [
    { ask: ({ me, other }) => ({ user: me.name, other: other.name }), seen: LISTENING, isSeen: isFilled('shared') },
  ],
  'GET /api/user/top-broadcasted-tracks': [{ ask: ofOther, seen: PROFILE, isSeen: isFilled('topTracks') }],
  'GET /api/get-broadcasts': [{ ask: () => ({}), seen: PROFILE }],
  'POST /api/create-broadcast': [{ apart: 'tells of oneself' }],
  'POST /api/delete-broadcast': [{ apart: 'is for the author and admins' }],
  'GET /api/get-likes': [
    {
      ask: ({ me, broadcast }) => ({ user: me.name, relatedtype: 'Broadcast', relatedid: broadcast }),
      seen: PROFILE,
      isSeen: (it) => it.status === 200,
    },
  ],
  'POST /api/create-like': [
    {
      ask: ({ me, broadcast }) => ({ user: me.name, relatedtype: 'Broadcast', relatedid: broadcast }),
      seen: PROFILE,
      isSeen: (it) => it.status === 200 || it.status === 409,
    },
  ],
  'POST /api/undo-like': [{ apart: "a like is its giver's to take back" }],
  'GET /api/user/conversations': [{ ask: own, seen: ALWAYS }],
  'GET /api/user/direct-messages': [
    {
      ask: ({ me, other }) => ({ user: me.name, conversant: other.name }),
      seen: ALWAYS,
      isSeen: isFilled('directMessages'),
    },
  ],
  'POST /api/send-direct-message': [
    {
      ask: ({ me, other }) => ({ user: me.name, recipient: other.name, message: 'hello' }),
      seen: ALWAYS,
      isSeen: (it) => it.status === 200,
    },
  ],
  'POST /api/mark-messages-read': [{ apart: 'of messages that were sent to the member' }],
  'GET /api/get-song-swaps': [{ ask: own, seen: ALWAYS }],
  'GET /api/find-song-swap-match': [{ ask: own, seen: PROFILE }],
  'POST /api/create-song-swap': [{ apart: 'whoever knows the name may ask, as with a message' }],
  'POST /api/add-song-swap-track': [{ apart: 'of a swap that both play' }],
  'POST /api/add-song-swap-reaction': [{ apart: 'of a swap that both play' }],
  'POST /api/decline-song-swap': [{ apart: 'of a swap that both play' }],
  'GET /api/user/offline-copy': [
    { ask: own, seen: ALWAYS },
    { ask: own, seen: PROFILE, isSeen: (it, { other }) => copyOf(it, other)?.profile.swag === 7 },
    {
      ask: own,
      seen: LISTENING,
      isSeen: (it, { other }) => copyOf(it, other)?.charts?.top_artists.topArtists.length > 0,
    },
    {
      ask: own,
      seen: PROFILE,
      isSeen: (it, { other }) => copyOf(it, other)?.charts?.top_broadcasted.topTracks.length > 0,
    },
  ],
  'GET /api/user/offline-pictures': [{ apart: 'pictures are public to everyone with their address' }],
  'POST /api/withdraw-song-swap': [{ apart: 'of a swap that both play' }],
}

test('every call of the contract has a row', () => {
  expect(Object.keys(table).toSorted()).toEqual(endpoints.map(endpointName).toSorted())
})

const rows = Object.entries(table).flatMap(([name, list]) => list.map((row, place) => ({ name, place, row })))
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
      if ('apart' in row) continue
      const [method = '', path = ''] = name.split(' ')
      const answer = await server.request(method, path, row.ask(sides), { as: me })
      const isNamed = answer.status === 200 && JSON.stringify(answer.body).includes(other.name)
      seen.set(row, row.isSeen?.(answer, sides) ?? isNamed)
    }
  }, 60_000)

  test.each(rows.filter(({ row }) => !('apart' in row)))('$name ($place)', ({ row }) => {
    expect(seen.get(row)).toBe('seen' in row && isSeenOf(row.seen))
  })

  test('their own view is full', async () => {
    const { server, sides } = await theWorld
    const { other, artist } = sides
    const get = async (path: string, query: Query) => (await server.get(path, query, { as: other })).body
    expect((await get('/api/user/profile', { user: other.name })).userProfile[0]).toMatchObject({
      bootstrapped: 1,
      swag: 7,
    })
    expect((await get('/api/user/top-artists', { user: other.name })).topArtists).toHaveLength(1)
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
  // Whoever joined first stands first of equal ones.
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
  const { artist_id: artist } = await server.db
    .selectFrom('tracks')
    .select('artist_id')
    .where('id', '=', track)
    .executeTakeFirstOrThrow()
  const post = async (as: TestMember, path: string, query: Query) => {
    const answer = await server.post(path, query, { as })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.body
  }
  const shared = { title: 'Listen', body: 'x', relatedtype: 'Track', relatedid: track }
  const { id: broadcast } = await post(other, '/api/create-broadcast', { user: other.name, ...shared })
  const follow = (follower: TestMember, followee: TestMember) =>
    post(follower, '/api/user/follow', { follower: follower.name, followee: followee.name })
  await follow(other, common)
  await follow(common, other)
  await post(other, '/api/send-direct-message', { user: other.name, recipient: me.name, message: 'hello' })
  const { song_swap_id } = await post(other, '/api/create-song-swap', { user: other.name, matched_user: me.name })
  await post(other, '/api/add-song-swap-track', { user: other.name, songswapid: song_swap_id, trackid: track })
  // Those whom one follows: their head of the feed says what they play.
  await follow(me, other)
  const playing = { track_metadata: { track_name: 'Rain', artist_name: 'Sol Ferro' } }
  await submitListens(server, await makeToken(server, other), { listen_type: 'playing_now', payload: [playing] })
  return { server, sides: { me, other, common, artist, broadcast } }
}

/** As the server's jobs do every few seconds. */
async function computeTaste(server: TestServer): Promise<void> {
  server.clock.advance({ seconds: 5 })
  await server.db.transaction().execute(countChanges)
  const job = { name: 'test', everyMs: 1, run: updateTaste }
  while ((await runJob(server.db, job, server.clock.now())) === 'there is more');
}
