import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { testServer } from '#tests/support/test-server.ts'
import { storeIdentities } from './store-identities.ts'

const mbid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Stores the MBIDs of a first file on a new server. Returns how long it took, in ms. */
async function storeFirst(artists: number): Promise<number> {
  const server = await testServer()
  const ada = await makeMember(server, 'ada')
  const tracks = Array.from({ length: artists }, (_, place) => ({
    artist: `Artist ${place}`,
    title: `Song ${place}`,
    details: { artistMbids: [mbid(place)], recordingMbid: mbid(place) },
  }))
  const begin = performance.now()
  await storeIdentities(server.db, ada.id, tracks)
  const ms = performance.now() - begin
  const { rows } = await sql`select (select count(*) from artists where mbid is not null) as artists,
    (select count(*) from tracks where mbid is not null) as tracks`.execute(server.db)
  expect(rows).toEqual([{ artists, tracks: artists }])
  return ms
}

test('MBIDs of a first file are stored without a look at all its names for each artist', async () => {
  const few = await storeFirst(1000)
  // Fourteen times as many take about fourteen times as long; with a look at all names, eighty times.
  expect((await storeFirst(14_000)) / few).toBeLessThan(40)
})
