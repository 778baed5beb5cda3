import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { testServer } from '#tests/support/test-server.ts'
import { storeIdentities } from './store-identities.ts'

const ARTISTS = 14_000
const mbid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

test('MBIDs of a first file are stored without a look at all its names for each artist', async () => {
  const server = await testServer()
  const ada = await makeMember(server, 'ada')
  const tracks = Array.from({ length: ARTISTS }, (_, place) => ({
    artist: `Artist ${place}`,
    title: `Song ${place}`,
    details: { artistMbids: [mbid(place)], recordingMbid: mbid(place) },
  }))
  const begin = performance.now()
  await storeIdentities(server.db, ada.id, tracks)
  // Two seconds; with a look at all names, 18.
  expect(performance.now() - begin).toBeLessThan(12_000)
  const { rows } = await sql`select (select count(*) from artists where mbid is not null) as artists,
    (select count(*) from tracks where mbid is not null) as tracks`.execute(server.db)
  expect(rows).toEqual([{ artists: ARTISTS, tracks: ARTISTS }])
})
