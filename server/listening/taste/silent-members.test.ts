import { expect, test } from 'vitest'
import { runToEnd } from '#tests/support/jobs.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { testServer } from '#tests/support/test-server.ts'
import { countChanges } from '../leaderboards/artist-counts.ts'
import { updateTaste } from './taste-job.ts'

test('a member without any listens leaves the similar taste of others', async () => {
  const server = await testServer()
  const [ada, bo, cy] = await makeMembers(server, 'ada', 'bo', 'cy')
  if (ada === undefined || bo === undefined || cy === undefined) throw new Error('A member is missing.')
  for (const artist of ['Loam', 'Mothlight', 'Ebb']) {
    const track = await makeTrack(server, `Song by ${artist}`)
    for (const member of [ada, bo]) await play(server, member, track, { plays: 5 })
  }
  await play(server, cy, await makeTrack(server, 'Song by Hexagons'), { plays: 5 })
  const readNeighbours = async () => {
    server.clock.advance({ seconds: 5 })
    await server.db.transaction().execute(countChanges)
    await runToEnd(server.db, updateTaste, server.clock.now())
    const { body } = await server.get('/api/user/similar-taste', { user: 'ada' }, { as: ada })
    return body.neighbours.map(({ username }: { username: string }) => username)
  }
  expect(await readNeighbours()).toEqual(['bo'])
  for (const table of ['artist_plays', 'track_plays', 'plays_daily'] as const)
    await server.db.deleteFrom(table).where('member_id', '=', bo.id).execute()
  expect(await readNeighbours()).toEqual([])
  const weights = await server.db
    .selectFrom('taste_weights')
    .select('artist_id')
    .where('member_id', '=', bo.id)
    .execute()
  expect(weights).toEqual([])
})
