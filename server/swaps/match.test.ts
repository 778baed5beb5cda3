import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { makeSwap } from '#tests/support/swaps.ts'
import { testServer } from '#tests/support/test-server.ts'
import { findRandomMatch } from './match-store.ts'

describe('a random match', () => {
  const alone = async () => {
    const own = await testServer({ settings: { matchPauseMs: 3_600_000 } })
    const me = await makeMember(own, 'me')
    const match = async () => own.get('/api/find-song-swap-match', { user: 'me' }, { as: me })
    return { own, me, match }
  }

  test('there is no random match without other members', async () => {
    const { match } = await alone()
    const response = await match()
    expect(response.status).toBe(404)
    expect(response.body).toEqual({ error: 'No matches found', code: 'no_match' })
  })

  test('a random match stays the same within its window and changes with it', async () => {
    const { own, match } = await alone()
    for (let n = 0; n < 12; n++) await play(own, await makeMember(own, `candidate${n}`), await makeTrack(own, 'A by B'))
    const names = new Set<string>()
    for (let hour = 0; hour < 8; hour++) {
      const first = (await match()).body
      expect((await match()).body).toEqual(first)
      names.add(first.matched_user_profile)
      own.clock.advance({ hours: 1 })
    }
    expect(names.size).toBeGreaterThan(2)
    expect(names.has('me')).toBe(false)
    expect(names.has('System')).toBe(false)
  })

  test('a random match is a member seen within a week, or any member if there is none', async () => {
    const { own, match } = await alone()
    await makeMember(own, 'gone')
    own.clock.advance({ days: 8 })
    expect((await match()).body.matched_user_profile).toBe('gone')
    await makeMember(own, 'here')
    expect((await match()).body.matched_user_profile).toBe('here')
  })

  test('a random match is repeated after a swap until the pause ends, and then changes', async () => {
    const { own, me, match } = await alone()
    const track = await makeTrack(own, 'A by B')
    for (const name of ['cara', 'dora']) await play(own, await makeMember(own, name), track)
    await play(own, me, track)
    const first = (await match()).body.matched_user_profile
    const swap = await own.post('/api/create-song-swap', { user: 'me', matched_user: first }, { as: me })
    expect((await match()).body).not.toHaveProperty('next_match_at')
    const sent = { user: 'me', songswapid: swap.body.song_swap_id, trackid: track }
    expect((await own.post('/api/add-song-swap-track', sent, { as: me })).status).toBe(200)
    own.clock.advance({ minutes: 59 })
    expect((await match()).body).toEqual({
      matched_user_profile: first,
      next_match_at: '2026-11-21T13:00:00.000Z',
    })
    own.clock.advance({ minutes: 2 })
    const second = (await match()).body
    expect(second.matched_user_profile).not.toBe(first)
    expect(second).not.toHaveProperty('next_match_at')
  })

  test('a random match that deletes its account is not repeated', async () => {
    const { own, me, match } = await alone()
    const track = await makeTrack(own, 'A by B')
    await play(own, me, track)
    const cara = await own.signUp('cara')
    const dora = await own.signUp('dora')
    const first = (await match()).body.matched_user_profile
    const swap = await own.post('/api/create-song-swap', { user: 'me', matched_user: first }, { as: me })
    const sent = { user: 'me', songswapid: swap.body.song_swap_id, trackid: track }
    await own.post('/api/add-song-swap-track', sent, { as: me })
    const [leaver, other] = first === 'cara' ? [cara, dora] : [dora, cara]
    const deletion = { user: first, password: leaver.password }
    expect((await own.post('/api/user/delete-account', deletion, { as: leaver })).status).toBe(200)
    expect((await match()).body).toEqual({ matched_user_profile: other.name })
  })

  test('a swap with a chosen partner does not pause random matches', async () => {
    const { own, me, match } = await alone()
    const track = await makeTrack(own, 'A by B')
    for (const name of ['cara', 'dora', 'eva', 'fay']) await play(own, await makeMember(own, name), track)
    await play(own, me, track)
    const random = (await match()).body.matched_user_profile
    const before = new Date(own.clock.now().getTime() - 3_600_000)
    own.clock.advance({ hours: -1 })
    expect(own.clock.now()).toEqual(before)
    const previous = (await match()).body.matched_user_profile
    own.clock.advance({ hours: 1 })
    const chosen = ['cara', 'dora', 'eva', 'fay'].find((name) => name !== random && name !== previous) ?? ''
    const swap = await own.post('/api/create-song-swap', { user: 'me', matched_user: chosen }, { as: me })
    const sent = { user: 'me', songswapid: swap.body.song_swap_id, trackid: track }
    await own.post('/api/add-song-swap-track', sent, { as: me })
    expect((await match()).body).toEqual({ matched_user_profile: random })
  })

  test('a random match has no block in either direction', async () => {
    const { own, me, match } = await alone()
    const cara = await makeMember(own, 'cara')
    await sql`insert into blocks (blocker_id, blocked_id) values (${cara.id}, ${me.id})`.execute(own.db)
    expect((await match()).status).toBe(404)
  })

  test('a random match prefers members without a recent swap, then those with listens', async () => {
    const { own, me, match } = await alone()
    const track = await makeTrack(own, 'A by B')
    const [cara, dora, eva] = await makeMembers(own, 'cara', 'dora', 'eva')
    if (!cara || !dora || !eva) throw new Error('Three names make three members.')
    for (const member of [cara, dora]) await play(own, member, track)
    const matches = async () => {
      const names = new Set<string>()
      for (let hour = 0; hour < 12; hour++) {
        names.add((await match()).body.matched_user_profile)
        own.clock.advance({ hours: 1 })
      }
      return [...names].toSorted()
    }
    expect(await matches()).toEqual(['cara', 'dora'])
    await makeSwap(own, 'sent', { initiator: cara, matched: me, tracks: [track, track] })
    expect(await matches()).toEqual(['dora'])
    await makeSwap(own, 'sent', { initiator: me, matched: dora, tracks: [track, track] })
    expect(await matches()).toEqual(['eva'])
  })

  test('a random match is uniformly distributed among few and many members', { tags: NIGHTLY }, async () => {
    const { own, me } = await alone()
    const add = (from: number, to: number) =>
      sql`
      insert into members (name, name_key, joined_at, active_at, last_login_at)
      select 'm' || n, 'm' || n, ${own.clock.now()}, ${own.clock.now()}, ${own.clock.now()}
      from generate_series(${sql.lit(from)}, ${sql.lit(to)}) as n`.execute(own.db)
    const tally = async (people: number) => {
      const counts = new Map<number, number>()
      for (let window = 0; window < people * 4; window++) {
        const now = new Date(own.clock.now().getTime() + window * 600_000)
        const found = await findRandomMatch(own.db, { memberId: me.id, now, pauseMs: 1000, mayMeetStrangers: true })
        if (found !== undefined) counts.set(found.id, (counts.get(found.id) ?? 0) + 1)
      }
      return counts
    }
    await add(1, 50)
    const ofFew = await tally(50)
    await add(51, 300)
    for (const [people, counts] of [
      [50, ofFew],
      [300, await tally(300)],
    ] as const) {
      // Each is expected four times: the sum of squared deviations divided by the expected number
      // is then about the member count.
      const squares =
        [...counts.values()].reduce((sum, times) => sum + (times - 4) ** 2, (people - counts.size) * 16) / 4
      expect(squares / people).toBeGreaterThan(0.6)
      expect(squares / people).toBeLessThan(1.4)
    }
  })
})
