import { expect, test, vi } from 'vitest'
import { checkOutRelease } from '#tests/load/old-version.ts'
import { stopsEngineOf } from '#tests/support/embedded-engine.ts'
import { aFolder, aServerProcess, startProcess } from '#tests/support/server-process.ts'

vi.setConfig({ testTimeout: 600_000 })

const NOW_S = Math.floor(Date.now() / 1000)
const DAY_S = 86_400
/** Names that are folded, split and searched by different rules. */
const ARTISTS = [
  'Nine Rooms',
  'Sigur Rós',
  '初音ミク',
  'A feat. B',
  'AC/DC',
  'ｆｕｌｌ ｗｉｄｔｈ',
  'Simon & Garfunkel',
  '%_\\',
]

interface Member {
  readonly name: string
  readonly cookie: string
}
type Query = Readonly<Record<string, string | number>>

/** Returns the requests to a server. One that is refused throws. */
function connect(url: string) {
  async function request(path: string, query: Query, init: RequestInit) {
    const sent = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const response = await fetch(`${url}${path}?${sent}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text}`)
    return { body: JSON.parse(text), response }
  }
  return {
    signUp: async (user: string): Promise<Member> => {
      const logIn = { user, password: `the password of ${user}` }
      const profile = { ...logIn, firstname: user, lastname: '', email: `${user}@flipside.example` }
      await request('/api/user/create-profile', profile, { method: 'POST' })
      const { response } = await request('/api/user/login', logIn, { method: 'POST' })
      return { name: user, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    },
    get: async ({ name, cookie }: Member, path: string, query: Query = {}) =>
      (await request(path, { user: name, ...query }, { headers: { cookie } })).body,
    post: async ({ name, cookie }: Member, path: string, query: Query = {}, body = '') => {
      const init = { method: 'POST', headers: { cookie }, ...(body !== '' && { body }) }
      return (await request(path, { user: name, ...query }, init)).body
    },
    /** Sends listens as a player does. */
    scrobble: (token: string, payload: readonly object[]) =>
      request(
        '/1/submit-listens',
        {},
        {
          method: 'POST',
          headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ listen_type: 'import', payload }),
        },
      ),
  }
}

type Community = ReturnType<typeof connect>

const aListen = (place: number) => ({
  listened_at: NOW_S - 40 * DAY_S + place * 3600,
  track_metadata: {
    artist_name: ARTISTS[place % ARTISTS.length],
    track_name: `Track ${place % 20}`,
    release_name: `Album ${place % 3}`,
    additional_info: { duration_ms: 180_000, ...(place % 4 === 0 && { artist_names: ['Nine Rooms', 'Guest'] }) },
  },
})

const aFileRow = (_: unknown, place: number) =>
  `"${NOW_S - 90 * DAY_S + place * 900}","","${ARTISTS[place % 5]}","","Album","","Track ${place % 30}",""`

/** The file of an export of Last.fm. */
const FILE = [
  'uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid',
  ...Array.from({ length: 400 }, aFileRow),
].join('\n')

/** Sends, imports, deletes and corrects listens. Returns the token of a player. */
async function listen({ get, post, scrobble }: Community, ada: Member, bo: Member): Promise<string> {
  const { token } = await post(ada, '/api/user/create-scrobble-token', { name: 'Player' })
  const played = Array.from({ length: 300 }, (_, place) => aListen(place))
  await scrobble(token, played)
  await post(bo, '/api/user/import-listens', { file_name: 'lastfm.csv', time_zone: 'Asia/Kathmandu' }, FILE)
  await expect.poll(async () => (await get(bo, '/api/user/listening-sources')).imports[0].status).toBe('done')
  const { listens } = await get(ada, '/api/user/listens')
  await post(ada, '/api/user/delete-listen', { id: listens[0].id })
  const corrected = { id: listens[3].id, artist: 'Corrected', track: 'Title', scope: 'track' }
  await post(ada, '/api/user/correct-listen', corrected)
  await post(ada, '/api/user/love-track', { artist: 'Nine Rooms', track: 'Track 0', is_loved: 'true' })
  return token
}

/** Shares tracks, of which the last has likes and replies. Returns its id. */
async function share({ get, post }: Community, bo: Member, others: readonly Member[]): Promise<number> {
  const { topTracks } = await get(bo, '/api/user/top-tracks', { period: 'overall' })
  for (const { id } of topTracks.slice(0, 3))
    await post(bo, '/api/create-broadcast', { title: `@ada, ${id}`, body: '', relatedtype: 'Track', relatedid: id })
  const { broadcasts } = await get(bo, '/api/user/broadcasts')
  const broadcast: number = broadcasts[0].id
  for (const member of others) {
    await post(member, '/api/user/follow', { follower: member.name, followee: bo.name })
    await post(member, '/api/create-like', { relatedtype: 'Broadcast', relatedid: broadcast })
    await post(member, '/api/create-reply', { broadcast, text: `a reply to @bo by ${member.name}` })
  }
  return broadcast
}

async function talkAndSwap({ get, post }: Community, ada: Member, bo: Member): Promise<void> {
  for (const [place, [from, to]] of [[ada, bo] as const, [bo, ada] as const, [ada, bo] as const].entries())
    await post(from, '/api/send-direct-message', { recipient: to.name, message: `line ${place}` })
  const { song_swap_id: songswapid } = await post(ada, '/api/create-song-swap', { matched_user: bo.name })
  for (const member of [ada, bo]) {
    const { topTracks } = await get(member, '/api/user/top-tracks', { period: '6month' })
    await post(member, '/api/add-song-swap-track', { songswapid, trackid: topTracks[0].id, text: member.name })
  }
  await post(bo, '/api/add-song-swap-reaction', { songswapid, reaction: 4 })
  await post(ada, '/api/add-song-swap-reaction', { songswapid, reaction: 5, text: 'thanks' })
}

/** Fills an empty server as its members do. */
async function fill(community: Community) {
  const { signUp, post } = community
  const [ada, bo, cy] = [await signUp('ada'), await signUp('bo'), await signUp('cy')]
  const token = await listen(community, ada, bo)
  const broadcast = await share(community, bo, [ada, cy])
  await talkAndSwap(community, ada, bo)
  await post(cy, '/api/user/edit-privacy', { is_private: 'true' })
  await post(ada, '/api/user/mute', { other: 'cy' })
  return { members: [ada, bo, cy], token, broadcast }
}

/** Returns all that a member sees, by request. */
async function readAs({ get }: Community, member: Member, members: readonly Member[], broadcast: number) {
  const names = members.map(({ name }) => name)
  const paths = ['conversations', 'blocks', 'privacy', 'loved-tracks', 'scrobble-tokens', 'listening-sources']
  const reads: readonly (readonly [path: string, query?: Query])[] = [
    ['/api/get-broadcasts', { current_user: member.name }],
    ['/api/broadcast/replies', { id: broadcast, current_user: member.name }],
    ['/api/get-song-swaps'],
    ['/api/user/top-tracks', { period: 'overall' }],
    ...paths.map((path) => [`/api/user/${path}`] as const),
    ...['artists', 'tracks', 'albums'].map((kind) => ['/api/user/chart', { kind, period: 'overall' }] as const),
    ...ARTISTS.map((artist) => ['/api/artist/listens', { artist, user: 'ada' }] as const),
    ...names
      .filter((name) => name !== member.name)
      .map((conversant) => ['/api/user/direct-messages', { conversant }] as const),
    ...['profile', 'followers', 'following', 'listens', 'broadcasts'].flatMap((path) =>
      names.map((user) => [`/api/user/${path}`, { user }] as const),
    ),
  ]
  const read: Record<string, unknown> = {}
  for (const [path, query] of reads) read[`${path} ${JSON.stringify(query)}`] = await get(member, path, query)
  // Of the entries only the number: the format of their ids has changed.
  read['unread activity'] = (await get(member, '/api/user/activity')).unread
  return read
}

const readAll = async (url: string, members: readonly Member[], broadcast: number) =>
  Object.fromEntries(
    await Promise.all(
      members.map(async (member) => [member.name, await readAs(connect(url), member, members, broadcast)] as const),
    ),
  )

test('members find all they had after an upgrade from the latest release that was killed once', async ({ skip }) => {
  const root = checkOutRelease()
  if (root === undefined) return skip('the history has no release')
  const dataDir = aFolder()
  stopsEngineOf(dataDir)
  const old = await aServerProcess({ dataDir, root })
  const { members, token, broadcast } = await fill(connect(old.url))
  const before = await readAll(old.url, members, broadcast)
  await old.kill('SIGTERM')

  const killed = await startProcess({
    dataDir,
    onOutput: (output, child) => {
      if (output.includes(' info  Migration ')) child.kill('SIGKILL')
    },
  })
  // It starts if no migration has followed the release.
  if ('url' in killed) await killed.kill('SIGTERM')

  const { url } = await aServerProcess({ dataDir })
  // Jobs complete what migrations leave to them. Responses may have further fields.
  await expect.poll(() => readAll(url, members, broadcast), { timeout: 60_000 }).toMatchObject(before)
  await connect(url).scrobble(token, [aListen(900)])
})
