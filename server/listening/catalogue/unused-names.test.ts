import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { deleteMember } from '#server/ownership/delete-account.ts'
import { runToEnd } from '#tests/support/jobs.ts'
import { makeMember } from '#tests/support/members.ts'
import { splitAllCredits } from '#tests/support/split-all-credits.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { countChanges } from '../leaderboards/artist-counts.ts'
import { deleteListens } from '../listens/delete-listens.ts'
import { recountCommunityCharts } from '../music/community-charts.ts'
import { deleteUnusedNames, findUnusedNames } from './unused-names.ts'

const server = await testServer()
const AT = Math.floor(server.clock.now().getTime() / 1000) - 900_000
let place = 0

/** Adds listens of `Artist/Title/Album`. */
const take = (member: TestMember, ...listens: readonly string[]) =>
  createBatchImporter(server.db, member.id)(
    'listenbrainz',
    listens.map((text) => {
      const [artist = '', title = '', album] = text.split('/')
      return { artist, title, listenedAt: AT + ++place * 400, details: { album, artistNames: undefined } }
    }),
  )
const remove = (member: TestMember) =>
  server.db.transaction().execute((tx) => deleteMember(tx, member, server.clock.now()))
const runJobs = async () => {
  await server.db.transaction().execute(countChanges)
  return runToEnd(server.db, deleteUnusedNames, server.clock.now())
}
/** Returns the names of the catalogue. */
async function listNames(): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from artists union all
    select artists.name || '/' || title from tracks join artists on artists.id = artist_id union all
    select artists.name || '//' || title from albums join artists on artists.id = artist_id order by 1`.execute(
    server.db,
  )
  return rows.map(({ name }) => name)
}

test('names that only a deleted member sent are deleted, and those that others have are not', async () => {
  const [ada, bo, cy] = [
    await makeMember(server, 'ada'),
    await makeMember(server, 'bo'),
    await makeMember(server, 'cy'),
  ]
  await take(bo, 'Loam/Peat/Moor', 'Sol/Rain', 'Lulla/Sleep')
  await take(cy, 'Loam/Fen')
  await splitAllCredits(server)
  const before = await listNames()
  const others = ['Sent/Swap', 'Kept/Broadcast', 'Kept/Message', 'Ruled/Name', 'Spelt/Name']
  await take(
    ada,
    'Loam/Made up/Made up',
    'Loam/Peat/Moor',
    'Invented/One/First',
    'Invented/Two',
    'Sol feat. Lulla/Duet',
  )
  await take(ada, ...others, 'Spellt/Name')
  await splitAllCredits(server)
  const id = async (title: string, artist = '%') => {
    const { rows } = await sql<{ id: number; artistId: number }>`select tracks.id, artist_id as "artistId" from tracks
      join artists on artists.id = artist_id where title = ${title} and name like ${artist}`.execute(server.db)
    return rows[0] ?? { id: 0, artistId: 0 }
  }
  const at = server.clock.now()
  await sql`insert into song_swaps (initiator_id, matched_id, initiator_track_id, sent_at)
    values (${ada.id}, ${bo.id}, ${(await id('Swap')).id}, ${at})`.execute(server.db)
  const broadcast = {
    user: 'bo',
    title: 'Loud',
    body: 'x',
    relatedtype: 'Track',
    relatedid: (await id('Broadcast')).id,
  }
  expect((await server.post('/api/create-broadcast', broadcast, { as: bo })).status).toBe(200)
  await sql`insert into track_feedback (member_id, track_id, score, created_at)
    values (${cy.id}, ${(await id('Message')).id}, 1, ${at})`.execute(server.db)
  await sql`insert into music_decisions (action, kind, music_id, names, state)
    values ('rename', 'artist', ${(await id('Name', 'Ruled')).artistId}, '{Ruled}', 'applied')`.execute(server.db)
  await sql`update artists set merged_into = ${(await id('Name', 'Spelt')).artistId}
    where id = ${(await id('Name', 'Spellt')).artistId}`.execute(server.db)
  await runToEnd(server.db, recountCommunityCharts, at)
  await remove(ada)
  expect((await findUnusedNames().execute(server.db)).rows.length).toBeGreaterThan(0)
  await runJobs()
  const kept = ['Kept', 'Kept/Broadcast', 'Kept/Message', 'Ruled', 'Sent', 'Sent/Swap', 'Spellt', 'Spelt']
  expect(await listNames()).toEqual([...before, ...kept].toSorted())
  expect((await findUnusedNames().execute(server.db)).rows).toEqual([])
  const { body } = await server.get('/api/search-music', { query: 'Invented' }, { as: bo })
  expect(JSON.stringify(body)).not.toContain('Invented"')
  // The same names can be sent again.
  await take(cy, 'Invented/One/First')
  expect(await listNames()).toEqual([...before, ...kept, 'Invented', 'Invented/One', 'Invented//First'].toSorted())
})

test('names that a deleted member has corrected are deleted, before and after the correction', async () => {
  const fay = await makeMember(server, 'fay')
  const before = await listNames()
  await take(fay, 'Slo/Rian', 'Slo/Snwo')
  const { listens } = (await server.get('/api/user/listens', { user: 'fay', limit: 2 }, { as: fay })).body
  const correct = async (place: number, track: string, scope: string) => {
    const query = { user: 'fay', id: listens[place].id, artist: 'Slow', track, scope }
    expect((await server.post('/api/user/correct-listen', query, { as: fay })).status).toBe(200)
  }
  await correct(0, 'Snow', 'track')
  await correct(1, 'Rain', 'one')
  // Then the records of corrections alone have the names.
  const range = { from: new Date(0), until: server.clock.now() }
  expect(await server.db.transaction().execute((tx) => deleteListens(tx, fay.id, range))).toBe(2)
  expect(await listNames()).toEqual(
    [...before, 'Slo', 'Slo/Rian', 'Slo/Snwo', 'Slow', 'Slow/Rain', 'Slow/Snow'].toSorted(),
  )
  await remove(fay)
  await runJobs()
  expect(await listNames()).toEqual(before)
})

test('a thousand names are deleted in parts, after the counts of their artists', async () => {
  const dee = await makeMember(server, 'dee')
  const before = await listNames()
  await take(dee, ...Array.from({ length: 1000 }, (_, number) => `Only ${number % 300}/Track ${number}`))
  await remove(dee)
  await runToEnd(server.db, deleteUnusedNames, server.clock.now())
  expect((await listNames()).length - before.length).toBe(300)
  expect(await runJobs()).toBeGreaterThan(1)
  expect(await listNames()).toEqual(before)
})
