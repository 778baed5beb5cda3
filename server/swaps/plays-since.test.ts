import { beforeEach, expect, test } from 'vitest'
import { play } from '#tests/support/music.ts'
import { swapServer } from '#tests/support/swap-server.ts'
import type { TestMember } from '#tests/support/test-server.ts'

const { server, nightBus, saltFlats, newPair, rate, answeredSwap, swaps } = await swapServer()
let ada: TestMember
let bo: TestMember
let id: number

/** Ada has sent Night Bus and Bo Salt Flats, five days ago; both had played Night Bus two days ago. */
beforeEach(async () => {
  ;({ ada, bo } = await newPair())
  id = await answeredSwap({ ada, bo })
  await rate(ada, id, 5)
  await server.db
    .updateTable('song_swaps')
    .set({ completed_at: new Date(server.clock.now().getTime() - 5 * 86_400_000) })
    .where('id', '=', id)
    .execute()
})

const playsFor = async (as: TestMember) => (await swaps(as, id))[0].plays_since

test('a completed swap has the plays of the received tracks on later days', async () => {
  await play(server, bo, nightBus, { plays: 3, daysAgo: 1 })
  await play(server, ada, saltFlats, { plays: 2, daysAgo: 5 })
  await play(server, ada, saltFlats, { daysAgo: 4 })
  expect(await playsFor(ada)).toEqual({ initiated: 1, matched: 4 })
  expect(await playsFor(bo)).toEqual({ initiated: 1, matched: 4 })
  expect((await swaps(ada))[0].plays_since).toEqual({ initiated: 1, matched: 4 })
})

test('plays of a member that hides their listening are for that member alone', async () => {
  await server.db.updateTable('members').set({ hides_listening: true }).where('id', '=', bo.id).execute()
  expect(await playsFor(ada)).toEqual({ initiated: 0, matched: null })
  expect(await playsFor(bo)).toEqual({ initiated: 0, matched: 1 })
})

test('plays of ignored artists do not count', async () => {
  const track = await server.db
    .selectFrom('tracks')
    .select('artist_id')
    .where('id', '=', nightBus)
    .executeTakeFirstOrThrow()
  await server.db
    .insertInto('ignored_artists')
    .values({ member_id: bo.id, artist_id: track.artist_id, ignored_at: server.clock.now() })
    .execute()
  expect(await playsFor(ada)).toEqual({ initiated: 0, matched: 0 })
})

test('a swap without both ratings has no plays', async () => {
  const pair = await newPair()
  const open = await answeredSwap(pair)
  expect((await swaps(pair.ada, open))[0]).not.toHaveProperty('plays_since')
})
