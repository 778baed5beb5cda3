import { beforeAll, describe, expect, test } from 'vitest'
import { countChanges, updateTaste } from '#server/listening/index.ts'
import { runToEnd } from '#tests/support/jobs.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack, nameAlbum, play } from '#tests/support/music.ts'
import { makeToken, submitListens } from '#tests/support/players.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import { type TestMember, type TestResponse, type TestServer, testServer } from '#tests/support/test-server.ts'
import { visibilityByEndpoint } from '#tests/support/visibility.ts'

/*
 * What one member sees about another, and may do to them, before and after one blocks the other.
 * Every endpoint has a row, unless its visibility is `own` or `everyone`.
 */

/** Records of one member that the other can reach. */
interface Made {
  readonly broadcast: number
  /** A reply of the other to the broadcast. */
  readonly reply: number
  /** A swap that this member sent to the other, without a response. */
  readonly swap: number
  /** A message that this member sent to the other. */
  readonly message: number
}
interface World {
  readonly server: TestServer
  readonly common: TestMember
  readonly track: number
  readonly album: number
  readonly artist: number
  /** The common member's broadcast, with a reply by each. */
  readonly talk: number
  /** A completed swap between both, with shared results. */
  readonly sharedSwap: number
  readonly made: ReadonlyMap<TestMember, Made>
}
interface Sides {
  readonly me: TestMember
  readonly other: TestMember
  readonly mine: Made
  readonly theirs: Made
  readonly world: World
}
type Query = Record<string, string | number>
type Row =
  /** The other is in the response before the block, and not after it. */
  | {
      readonly hides: (sides: Sides) => Query
      readonly isSeen?: (response: TestResponse, other: TestMember) => boolean
    }
  /** Responds before the block, and after it as if the other did not exist. */
  | { readonly denies: (sides: Sides) => Query; readonly as?: readonly [number, string] }
  /** Refuses after the block as if the other, or their records, did not exist. */
  | { readonly refuses: (sides: Sides) => Query }
  /** Works for both as before the block, for this reason. */
  | { readonly allows: string }

const own = ({ me }: Sides) => ({ user: me.name })
const ofOther = ({ other }: Sides) => ({ user: other.name })
const ofCommon = ({ world }: Sides) => ({ user: world.common.name })
const NOT_FOUND = [404, 'not_found'] as const
const like = ({ me, theirs }: Sides) => ({ user: me.name, relatedtype: 'Broadcast', relatedid: theirs.broadcast })
const aReaction = { artist: 'Sol Ferro', track: 'Rain', played_at: '2026-11-21T12:00:00Z', is_reacted: 'true' }

const table: Readonly<Record<string, readonly Row[]>> = {
  'GET /api/user/status': [
    {
      hides: () => ({}),
      // One entry is by the member that knows both.
      isSeen: ({ body }) => body.unread_messages > 0 || body.unread_activity > 1 || body.swaps_waiting > 0,
    },
  ],
  'GET /api/user/profile': [
    { denies: ofOther, as: [400, 'profile_not_found'] },
    { denies: ({ other }) => ({ user: other.id }), as: [400, 'profile_not_found'] },
    { hides: ({ other }) => ({ user: other.name.slice(1, 5), partial: 'true' }) },
  ],
  'GET /api/user/get-users': [{ hides: ({ other }) => ({ search_term: other.name.slice(0, 5) }) }],
  'GET /api/user/followers': [{ denies: ofOther, as: NOT_FOUND }, { hides: ofCommon }, { hides: own }],
  'GET /api/user/following': [{ denies: ofOther, as: NOT_FOUND }, { hides: ofCommon }, { hides: own }],
  'POST /api/user/follow': [{ refuses: ({ me, other }) => ({ follower: me.name, followee: other.name }) }],
  'POST /api/user/unfollow': [{ allows: 'the block has ended the follow already' }],
  'GET /api/user/now-playing': [{ denies: ofOther, as: NOT_FOUND }],
  'GET /api/user/listens': [{ denies: ofOther, as: NOT_FOUND }],
  'GET /api/user/following-now-playing': [{ hides: own }],
  'GET /api/user/loved-tracks': [{ denies: ofOther, as: NOT_FOUND }],
  'GET /api/user/blocks': [{ allows: 'the list of the caller; see below' }],
  'POST /api/user/block': [{ allows: 'a blocked member can block back' }],
  'POST /api/user/unblock': [{ allows: 'ends only the block of the caller' }],
  'POST /api/user/mute': [{ allows: 'shows nothing of the other member' }],
  'POST /api/user/unmute': [{ allows: 'shows nothing of the other member' }],
  'POST /api/user/report': [{ allows: 'a member can be reported after a block' }],
  'GET /api/user/activity': [{ hides: own }],
  'GET /api/artist/by-id': [{ allows: 'the artist itself, without listeners' }],
  'GET /api/artist/top-listeners': [{ hides: () => ({ artist: 'Sol Ferro' }) }],
  'GET /api/artist/listens': [{ denies: ({ other }) => ({ user: other.name, artist: 'Sol Ferro' }), as: NOT_FOUND }],
  'GET /api/artist/exploration': [{ hides: ({ world }) => ({ id: world.artist }) }],
  'GET /api/user/top-artists': [{ denies: ofOther, as: NOT_FOUND }],
  'GET /api/artist/music': [{ allows: 'sums of all members on leaderboards, without names' }],
  'GET /api/album/by-id': [{ hides: ({ world }) => ({ id: world.album }) }],
  'GET /api/track/by-id': [{ hides: ({ world }) => ({ id: world.track }) }],
  'GET /api/track/broadcasts': [{ hides: ({ world }) => ({ id: world.track }) }],
  'GET /api/track/swaps': [{ hides: ({ me, world }) => ({ user: me.name, id: world.track }) }],
  'GET /api/search-broadcasts': [{ hides: () => ({ search_term: 'sol' }) }],
  'GET /api/popular-music': [{ allows: 'names of music, without members' }],
  'GET /api/search-music': [{ allows: 'names of music, without members; see search.test.ts' }],
  'GET /api/user/chart': [{ denies: ({ other }) => ({ user: other.name, kind: 'tracks' }), as: NOT_FOUND }],
  'GET /api/user/listening-time': [{ denies: ({ other }) => ({ user: other.name }), as: NOT_FOUND }],
  'GET /api/user/weekly-report': [{ hides: ({ me }) => ({ user: me.name, week: '2026-W47' }) }],
  'GET /api/user/similar-taste': [{ hides: own }],
  'GET /api/user/compare': [{ denies: ({ me, other }) => ({ user: me.name, other: other.name }), as: NOT_FOUND }],
  'GET /api/user/top-broadcasted-tracks': [{ denies: ofOther, as: NOT_FOUND }],
  'GET /api/get-broadcasts': [{ hides: () => ({}) }],
  'POST /api/delete-broadcast': [{ refuses: ({ theirs }) => ({ id: theirs.broadcast }) }],
  'GET /api/user/following-broadcasts': [{ hides: own }],
  'GET /api/user/broadcasts': [{ denies: ofOther, as: NOT_FOUND }],
  'GET /api/broadcast/replies': [
    { denies: ({ theirs }) => ({ id: theirs.broadcast }), as: NOT_FOUND },
    { hides: ({ world }) => ({ id: world.talk }) },
  ],
  'POST /api/create-reply': [
    { refuses: ({ me, theirs }) => ({ user: me.name, broadcast: theirs.broadcast, text: 'hello' }) },
  ],
  'POST /api/edit-reply': [{ refuses: ({ me, theirs }) => ({ user: me.name, id: theirs.reply, text: 'hello' }) }],
  'GET /api/get-likes': [{ denies: like, as: NOT_FOUND }],
  'POST /api/create-like': [{ refuses: like }],
  'POST /api/user/react-to-play': [
    { refuses: ({ me, other }) => ({ ...aReaction, user: me.name, member: other.name }) },
  ],
  'POST /api/undo-like': [{ allows: 'a like belongs to the caller' }],
  'GET /api/user/conversations': [{ hides: own }],
  'GET /api/user/direct-messages': [
    { denies: ({ me, other }) => ({ user: me.name, conversant: other.name }), as: NOT_FOUND },
  ],
  'POST /api/send-direct-message': [
    { refuses: ({ me, other }) => ({ user: me.name, recipient: other.name, message: 'hello' }) },
  ],
  'POST /api/mark-messages-read': [{ refuses: ({ me, other }) => ({ sender: other.name, recipient: me.name }) }],
  'POST /api/edit-direct-message': [
    { refuses: ({ me, mine }) => ({ user: me.name, message_id: mine.message, message: 'changed' }) },
  ],
  'POST /api/delete-direct-message': [{ refuses: ({ me, mine }) => ({ user: me.name, message_id: mine.message }) }],
  'POST /api/react-to-message': [
    { refuses: ({ me, theirs }) => ({ user: me.name, message_id: theirs.message, emoji: '🎧' }) },
  ],
  'GET /api/get-song-swaps': [
    { hides: own },
    { hides: ({ me, theirs }) => ({ user: me.name, songswapid: theirs.swap }) },
  ],
  'GET /api/shared-swap': [{ denies: ({ world }) => ({ songswapid: world.sharedSwap }), as: NOT_FOUND }],
  'POST /api/share-song-swap': [{ refuses: ({ me, world }) => ({ user: me.name, songswapid: world.sharedSwap }) }],
  'POST /api/unshare-song-swap': [{ allows: 'ends only the agreement of the caller' }],
  'GET /api/find-song-swap-match': [{ hides: own }],
  'POST /api/create-song-swap': [{ refuses: ({ me, other }) => ({ user: me.name, matched_user: other.name }) }],
  'POST /api/add-song-swap-track': [
    { refuses: ({ me, theirs, world }) => ({ user: me.name, songswapid: theirs.swap, trackid: world.track }) },
    { refuses: ({ me, mine, world }) => ({ user: me.name, songswapid: mine.swap, trackid: world.track }) },
  ],
  'POST /api/add-song-swap-reaction': [
    { refuses: ({ me, theirs }) => ({ user: me.name, songswapid: theirs.swap, reaction: 1 }) },
  ],
  'POST /api/decline-song-swap': [{ refuses: ({ me, theirs }) => ({ user: me.name, songswapid: theirs.swap }) }],
  'GET /api/user/offline-copy': [{ hides: own }],
  'POST /api/withdraw-song-swap': [{ refuses: ({ me, mine }) => ({ user: me.name, songswapid: mine.swap }) }],
}

test('the table has every endpoint that involves other members, and no other', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(visibilityByEndpoint).toSorted())
})

const rows = Object.entries(table).flatMap(([name, list]) => list.map((row, place) => ({ name, place, row })))
const named = (other: TestMember, { status, body }: TestResponse) =>
  status === 200 && JSON.stringify(body).includes(other.name)

describe.each(['the one who blocked', 'the one who was blocked'])('%s', (who) => {
  const seenBefore = new Map<Row, boolean>()
  let sides: Sides
  let request: (name: string, query: Query) => Promise<TestResponse>

  const isSeen = async (name: string, row: Row): Promise<boolean> => {
    if ('hides' in row) {
      const response = await request(name, row.hides(sides))
      return row.isSeen?.(response, sides.other) ?? named(sides.other, response)
    }
    return 'denies' in row && (await request(name, row.denies(sides))).status === 200
  }

  beforeAll(async () => {
    const { world, blocker, blocked } = await aWorld()
    const [me, other] = who === 'the one who blocked' ? [blocker, blocked] : [blocked, blocker]
    sides = { me, other, mine: of(world, me), theirs: of(world, other), world }
    request = (name, query) => {
      const [method = '', path = ''] = name.split(' ')
      return world.server.request(method, path, query, { as: me })
    }
    for (const { name, row } of rows) seenBefore.set(row, await isSeen(name, row))
    await world.server.post('/api/user/block', { user: blocker.name, other: blocked.name }, { as: blocker })
  }, 60_000)

  test.each(rows.filter(({ row }) => !('allows' in row)))(
    'a block limits $name as its row states ($place)',
    async ({ name, row }) => {
      if ('hides' in row) {
        expect([seenBefore.get(row), await isSeen(name, row)]).toEqual([true, false])
      } else if ('denies' in row) {
        const { status, body } = await request(name, row.denies(sides))
        expect([seenBefore.get(row), status, body.code]).toEqual([true, ...(row.as ?? NOT_FOUND)])
      } else if ('refuses' in row) {
        const { status, body } = await request(name, row.refuses(sides))
        expect([status, body.code]).toEqual(NOT_FOUND)
        expect(JSON.stringify(body)).not.toMatch(/block/i)
      }
    },
  )

  test('a block leaves no follow, open swap or message between the two', async () => {
    const { db } = sides.world.server
    const pair = [sides.me.id, sides.other.id]
    const follows = await db
      .selectFrom('follows')
      .selectAll()
      .where('follower_id', 'in', pair)
      .where('followee_id', 'in', pair)
      .execute()
    const open = await db
      .selectFrom('song_swaps')
      .selectAll()
      .where('initiator_id', 'in', pair)
      .where('matched_id', 'in', pair)
      .where('ended', 'is', null)
      .where('completed_at', 'is', null)
      .execute()
    const messages = await db.selectFrom('messages').selectAll().where('body', '=', 'hello').execute()
    expect([follows, open, messages]).toEqual([[], [], []])
    const { body } = await request('GET /api/user/blocks', { user: sides.me.name })
    expect(body.blocks).toHaveLength(who === 'the one who blocked' ? 1 : 0)
  })
})

const of = (world: World, member: TestMember): Made => {
  const made = world.made.get(member)
  if (made === undefined) throw new Error(`${member.name} has made nothing.`)
  return made
}

/** Two members with all relations to each other, and one that knows both. */
async function aWorld(): Promise<{ world: World; blocker: TestMember; blocked: TestMember }> {
  const server = await testServer()
  const blocker = await makeMember(server, 'Amaranth')
  const blocked = await makeMember(server, 'Belladonna')
  const common = await makeMember(server, 'cy')
  const track = await makeTrack(server, 'Rain by Sol Ferro')
  for (const member of [blocker, blocked]) await play(server, member, track, { plays: 9 })
  const names = { artist: 'Sol Ferro', title: 'Rain', album: 'Weather' }
  const [album = 0] = await Promise.all([blocker, blocked].map((member) => nameAlbum(server, member, names)))
  const sharedSwap = await insertCompletedSwap(server, blocker, blocked, track)
  for (const as of [blocker, blocked])
    await server.post('/api/share-song-swap', { user: as.name, songswapid: sharedSwap }, { as })
  const { artist_id: artist } = await server.db
    .selectFrom('tracks')
    .select('artist_id')
    .where('id', '=', track)
    .executeTakeFirstOrThrow()
  // The member seen most recently is matched first.
  const longAgo = new Date('2026-01-01T00:00:00Z')
  await server.db.updateTable('members').set({ active_at: longAgo }).where('id', '=', common.id).execute()
  const shared = { title: 'Listen', body: 'x', relatedtype: 'Track', relatedid: track }
  const { id: talk } = (await server.post('/api/create-broadcast', { user: common.name, ...shared }, { as: common }))
    .body
  const made = new Map<TestMember, Made>()
  for (const [me, other] of [
    [blocker, blocked],
    [blocked, blocker],
  ] as const) {
    made.set(me, await meet(server, me, other, { common, track, talk }))
  }
  await computeTaste(server)
  for (const member of [blocker, blocked]) {
    const token = await makeToken(server, member)
    const playing = { track_metadata: { track_name: 'Rain', artist_name: 'Sol Ferro' } }
    await submitListens(server, token, { listen_type: 'playing_now', payload: [playing] })
  }
  return { world: { server, common, track, album, artist, talk, sharedSwap, made }, blocker, blocked }
}

/** Creates every relation of one member to the other and to the member that knows both. */
async function meet(
  server: TestServer,
  me: TestMember,
  other: TestMember,
  { common, track, talk }: Pick<World, 'common' | 'track' | 'talk'>,
) {
  const post = async (path: string, query: Query, as = me) => {
    const response = await server.post(path, query, { as })
    expect([path, response.status]).toEqual([path, 200])
    return response.body
  }
  const { id: broadcast } = await post('/api/create-broadcast', {
    user: me.name,
    title: 'Listen',
    body: 'x',
    relatedtype: 'Track',
    relatedid: track,
  })
  await post('/api/create-like', { user: other.name, relatedtype: 'Broadcast', relatedid: broadcast }, other)
  await post('/api/create-reply', { user: me.name, broadcast: talk, text: 'Oh yes.' })
  const { id: reply } = await post('/api/create-reply', { user: other.name, broadcast, text: 'Oh yes.' }, other)
  await post('/api/user/follow', { follower: me.name, followee: other.name })
  await post('/api/user/follow', { follower: me.name, followee: common.name })
  await post('/api/user/follow', { follower: common.name, followee: me.name }, common)
  const text = { user: me.name, recipient: other.name, message: 'before the block' }
  const { id: message } = await post('/api/send-direct-message', text)
  const { song_swap_id: swap } = await post('/api/create-song-swap', { user: me.name, matched_user: other.name })
  await post('/api/add-song-swap-track', { user: me.name, songswapid: swap, trackid: track })
  return { broadcast, reply, swap, message }
}

/** Runs the computation that the server's jobs run every few seconds. */
async function computeTaste(server: TestServer): Promise<void> {
  server.clock.advance({ seconds: 5 })
  await server.db.transaction().execute(countChanges)
  await runToEnd(server.db, updateTaste, server.clock.now())
}
