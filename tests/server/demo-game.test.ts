import { expect, test } from 'vitest'
import { aFolder, aServerProcess } from '#tests/support/server-process.ts'

const MINUTE_MS = 60_000

interface Swap {
  id: number
  initiated_user: string
  matched_reaction: number | null
  initiated_reaction: number | null
  completed_timestamp?: string
}

/** Somebody who uses nothing but the spec's calls over plain HTTP. */
async function aNewcomer(url: string, user: string) {
  let cookie = ''
  const ask = async (method: 'GET' | 'POST', path: string, query: Record<string, string | number> = {}) => {
    const pairs = Object.entries<string | number>({ user, ...query }).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const answer = await fetch(`${url}${path}?${new URLSearchParams(pairs)}`, { method, headers: { cookie } })
    expect([path, answer.status]).toEqual([path, 200])
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return answer.json()
  }
  const names = { firstname: user, lastname: user, email: `${user}@flipside.example` }
  await ask('POST', '/api/user/create-profile', { ...names, password: 'a newcomer' })
  await ask('POST', '/api/user/login', { password: 'a newcomer' })
  await ask('POST', '/api/user/sample-listens')
  const { topTracks } = await ask('GET', '/api/user/top-tracks', { period: '1month', limit: 2 })
  const find = async (wanted: (swap: Swap) => boolean): Promise<Swap | undefined> =>
    (await ask('GET', '/api/get-song-swaps')).songSwaps.find(wanted)
  const swag = async (): Promise<number> => (await ask('GET', '/api/user/profile')).userProfile[0].swag
  return {
    swag,
    /** A swap as soon as it is as wanted. */
    wait: async (wanted: (swap: Swap) => boolean): Promise<Swap> => {
      await expect.poll(() => find(wanted), { timeout: MINUTE_MS, interval: 500 }).toBeDefined()
      const swap = await find(wanted)
      if (swap === undefined) throw new Error('It was as wanted a moment ago.')
      return swap
    },
    match: async (): Promise<string> => (await ask('GET', '/api/find-song-swap-match')).matched_user_profile,
    begin: async (matched_user: string): Promise<number> =>
      (await ask('POST', '/api/create-song-swap', { matched_user })).song_swap_id,
    sendTrack: (songswapid: number) =>
      ask('POST', '/api/add-song-swap-track', { songswapid, trackid: topTracks[0].id }),
    rate: (songswapid: number, reaction: number) =>
      ask('POST', '/api/add-song-swap-reaction', { songswapid, reaction }),
  }
}

test('a newcomer plays a whole game in both directions within a minute', { timeout: 3 * MINUTE_MS }, async () => {
  const { url } = await aServerProcess({ dataDir: aFolder(), settings: { DEMO: '1' } })
  const startedAt = Date.now()
  const { swag, wait, match, begin, sendTrack, rate } = await aNewcomer(url, 'newcomer')

  const own = await begin(await match())
  await sendTrack(own)
  await wait((it) => it.id === own && it.matched_reaction !== null)
  await rate(own, 5)
  const first = await wait((it) => it.id === own && it.completed_timestamp !== undefined)

  const invite = await wait((it) => it.initiated_user !== 'newcomer')
  await sendTrack(invite.id)
  await rate(invite.id, 4)
  const second = await wait((it) => it.id === invite.id && it.completed_timestamp !== undefined)

  expect(Date.now() - startedAt).toBeLessThan(MINUTE_MS)
  expect(await swag()).toBe((first.matched_reaction ?? 0) + (second.initiated_reaction ?? 0))
})
