import { expect } from 'vitest'
import { makeMember } from './members.ts'
import { makeTrack, play } from './music.ts'
import { swapCalls } from './swaps.ts'
import { type TestMember, type TestServer, testServer } from './test-server.ts'

/** Two members that may swap both tracks and are unknown to all others in the test file. */
interface Pair {
  readonly ada: TestMember
  readonly bo: TestMember
}

/** Starts a server with functions that swap two tracks and read the result. */
export async function swapServer() {
  const server: TestServer = await testServer({ settings: { matchPauseMs: 3_600_000 } })
  const nightBus = await makeTrack(server, 'Night Bus by Lamplight Parade')
  const saltFlats = await makeTrack(server, 'Salt Flats by The Quiet Meridian')
  const calls = swapCalls(server.post)
  let pairs = 0
  const newPair = async (): Promise<Pair> => {
    pairs += 1
    const [ada, bo] = [await makeMember(server, `ada${pairs}`), await makeMember(server, `bo${pairs}`)]
    for (const member of [ada, bo]) {
      await play(server, member, nightBus, { daysAgo: 2 })
      await play(server, member, saltFlats, { daysAgo: 300 })
    }
    return { ada, bo }
  }
  /** Creates a swap with its first track sent. */
  const sentSwap = async ({ ada, bo }: Pair): Promise<number> => {
    const { song_swap_id: id } = (await calls.begin(ada, bo.name)).body
    await calls.addTrack(ada, id, nightBus)
    return id
  }
  /** Creates one that was also rated, with the second track sent. */
  const answeredSwap = async (pair: Pair, rating = 4): Promise<number> => {
    const id = await sentSwap(pair)
    await calls.addTrack(pair.bo, id, saltFlats)
    await calls.rate(pair.bo, id, rating)
    return id
  }
  const swaps = async (as: TestMember, songswapid?: number) =>
    (await server.get('/api/get-song-swaps', { user: as.name, songswapid }, { as })).body.songSwaps
  const swagOf = async (member: TestMember) =>
    (await server.get('/api/user/profile', { user: member.name })).body.userProfile[0].swag
  /** Resolves to the waiting swap count, which must equal the number of swaps that it names. */
  const waiting = async (as: TestMember): Promise<number> => {
    const { swaps_waiting, waiting_swaps } = (await server.get('/api/user/status', {}, { as })).body
    expect([as.name, waiting_swaps.length]).toEqual([as.name, swaps_waiting])
    return swaps_waiting
  }
  return { ...calls, server, nightBus, saltFlats, newPair, sentSwap, answeredSwap, swaps, swagOf, waiting }
}
