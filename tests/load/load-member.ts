import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '#tests/simulation/random.ts'
import { openMemberSession, parseBody } from './member-session.ts'
import type { RequestSender } from './request-sender.ts'
import type { WriteLedger } from './write-ledger.ts'

/** What all members in a run share. */
export interface LoadContext {
  readonly seed: number
  readonly ledger: WriteLedger
  readonly names: readonly string[]
  /** The first second for listens. Each member has a million seconds. */
  readonly listensSince: number
  /** Broadcast ids that a feed has shown. */
  readonly broadcastIds: Set<number>
}

/** A member with a session, a player and some tracks. */
export interface LoadMember {
  /** Does one random thing, to its acknowledgement. */
  act(): Promise<void>
}

const TRACKS = 3

/** Signs a member up, with listens to share. The place is its index among the names. */
export async function createLoadMember(
  sender: RequestSender,
  place: number,
  { seed, ledger, names, listensSince, broadcastIds }: LoadContext,
): Promise<LoadMember> {
  const random = createRandom(seed * 1000 + place)
  const session = await openMemberSession(sender, names[place] ?? '', { ledger, random })
  const { name } = session
  const others = names.filter((other) => other !== name)
  let count = 0
  let etag = ''

  const scrobble = (track: number) =>
    session.scrobble(listensSince + place * 1_000_000 + count++ * 200, `Artist ${place % 5}`, `Track ${track}`)

  async function readFeed(): Promise<void> {
    const response = await session.get('/api/get-broadcasts', { current_user: name, limit: '30' }, etag)
    if (response.status === 304) return
    etag = response.headers.etag ?? ''
    for (const { id } of parseBody(response).broadcasts) broadcastIds.add(id)
  }

  async function share(): Promise<void> {
    const title = `share ${name} ${count++}`
    const query = { title, body: '', relatedtype: 'Track', relatedid: random.pick(tracks) }
    const { status } = await session.post('broadcast', '/api/create-broadcast', query)
    if (status === 200) ledger.rows.broadcasts.add(title)
  }

  async function sendMessage(): Promise<void> {
    const message = `message ${name} ${count++}`
    const query = { recipient: random.pick(others), message }
    const { status } = await session.post('message', '/api/send-direct-message', query)
    if (status === 200) ledger.rows.messages.add(message)
  }

  async function toggleLike(): Promise<void> {
    if (broadcastIds.size === 0) return readFeed()
    const id = random.pick([...broadcastIds])
    const key = `${name} ${id}`
    const isLiked = ledger.states.likes.get(key) ?? false
    const query = { relatedtype: 'Broadcast', relatedid: String(id) }
    const { status } = await session.post('like', isLiked ? '/api/undo-like' : '/api/create-like', query)
    if (status === 200) ledger.states.likes.set(key, !isLiked)
  }

  async function toggleFollow(): Promise<void> {
    const followee = random.pick(others)
    const key = `${name} ${followee}`
    const isFollowed = ledger.states.follows.get(key) ?? false
    const path = isFollowed ? '/api/user/unfollow' : '/api/user/follow'
    const { status } = await session.post('follow', path, { followee }, 'follower')
    if (status === 200) ledger.states.follows.set(key, !isFollowed)
  }

  async function playSwap(): Promise<void> {
    const begun = await session.post('swap', '/api/create-song-swap', { matched_user: random.pick(others) })
    if (begun.status !== 200) return
    const songswapid = String(parseBody(begun).song_swap_id)
    ledger.rows.swaps.add(songswapid)
    await session.post('swap', '/api/add-song-swap-track', { songswapid, trackid: random.pick(tracks) })
    const ended = await session.post('swap', '/api/withdraw-song-swap', { songswapid })
    if (ended.status === 200) ledger.rows.withdrawals.add(songswapid)
  }

  const act = (): Promise<void> => {
    const turn = random.next() * 100
    if (turn < 20) return share()
    if (turn < 40) return sendMessage()
    if (turn < 62) return toggleLike()
    if (turn < 74) return toggleFollow()
    if (turn < 88) return scrobble(random.between(0, 40))
    if (turn < 92) return playSwap()
    if (turn < 93) return session.signUp(`${name}x${count++}`)
    return readFeed()
  }

  for (let track = 0; track < TRACKS; track++) await scrobble(track)
  const tracks = await waitForTracks(() => session.get('/api/user/top-tracks', { user: name, period: 'overall' }))
  return { act }
}

/** Resolves to a member's track ids, once the scrobbles are aggregated. */
async function waitForTracks(read: () => ReturnType<RequestSender['send']>): Promise<readonly string[]> {
  for (;;) {
    const { topTracks } = parseBody(await read())
    if (topTracks.length >= TRACKS) return topTracks.map((track: { id: number }) => String(track.id))
    await wait(50)
  }
}
