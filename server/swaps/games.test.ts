import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { playGames } from '#tests/support/swap-games.ts'
import { testServer } from '#tests/support/test-server.ts'

// For ten thousand and more: npm run simulate -- swaps.
test('swag equals the sum of the ratings after sixty random games', { tags: NIGHTLY }, async () => {
  const server = await testServer()
  const tracks = await makeTracks(server, 'One by A', 'Two by B', 'Three by C')
  const members = await makeMembers(server, ...Array.from({ length: 8 }, (_, n) => `player${n}`))
  for (const member of members) for (const track of tracks) await play(server, member, track)
  const players = members.map((member) => ({
    name: member.name,
    tracks,
    request: (method: string, path: string, query: object) =>
      server.request(method, path, { ...query }, { as: member }),
  }))
  const { faults, completed, ended, refused } = await playGames({ players, games: 60, seed: 1, atOnce: 6 })
  expect(faults).toEqual([])
  expect(completed).toBeGreaterThan(40)
  expect(ended).toBeGreaterThan(0)
  expect(Object.keys(refused).toSorted()).toEqual([
    'already_rated',
    'bad_input',
    'not_allowed',
    'not_yours',
    'swap_ended',
    'swap_order',
  ])
  const { rows } = await sql<{ swag: number; ratings: number }>`
    select (select sum(swag) from members) as swag,
      (select sum(coalesce(matched_rating, 0) + coalesce(initiator_rating, 0)) from song_swaps) as ratings`.execute(
    server.db,
  )
  expect(rows[0]?.swag).toBe(rows[0]?.ratings)
})
