import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { countsOf, makeToken } from '#tests/support/players.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { lockListens } from '../listens.ts'
import { takeAlone, takeGroup } from './take-group.ts'
import type { Bearer } from './tokens.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})

async function bearerOf(name: string): Promise<Bearer> {
  const member = await server.signUp(name)
  await makeToken(server, member)
  const { id } = await server.db
    .selectFrom('scrobble_tokens')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow()
  return { tokenId: id, memberId: member.id, memberName: name }
}

const rain = (listenedAt: number, title = 'Rain') => ({ artist: 'Sol Ferro', title, listenedAt })
const none = { listens: 0, byDay: 0, byArtist: 0 }
const one = { listens: 1, byDay: 1, byArtist: 1 }

test('of one transaction each submission has an outcome of its own', async () => {
  const [ada, bo, cy, dee] = await Promise.all([bearerOf('ada'), bearerOf('bo'), bearerOf('cy'), bearerOf('dee')])
  const at = 1_610_000_000
  const first = { bearer: ada, scrobbles: [rain(at)] }
  expect(await takeGroup(server.db, [first])).toEqual(['of unknown tracks'])
  expect(await takeGroup(server.db, [{ ...first, isOfNewTracks: true }])).toEqual(['taken'])
  await server.db.deleteFrom('scrobble_tokens').where('member_id', '=', bo.memberId).execute()
  await server.db.transaction().execute(async (tx) => {
    await lockListens(tx, cy.memberId)
    const outcomes = await takeGroup(server.db, [
      first,
      { bearer: bo, scrobbles: [rain(at)] },
      { bearer: cy, scrobbles: [rain(at)] },
      { bearer: dee, scrobbles: [rain(at)] },
      { bearer: dee, scrobbles: [rain(at), rain(at + 500), rain(at + 900, 'Never heard')] },
      { bearer: dee, scrobbles: [rain(at)] },
    ])
    expect(outcomes).toEqual(['taken', 'revoked', 'wanted by another', 'taken', 'of unknown tracks', 'taken'])
  })
  expect(await countsOf(server, ada.memberId)).toEqual(one)
  expect(await countsOf(server, bo.memberId)).toEqual(none)
  expect(await countsOf(server, cy.memberId)).toEqual(none)
  expect(await countsOf(server, dee.memberId)).toEqual(one)
})

test('tracks that several name for the first time are made once, as the first one writes them', async () => {
  const [eve, fay] = await Promise.all([bearerOf('eve'), bearerOf('fay')])
  const names = ['Brand "new" \\ {track}', 'brand  "NEW" \\ {Track} ', "it's, NULL"]
  const group = [eve, fay].map((bearer) => ({
    bearer,
    scrobbles: names.map((title, place) => ({
      artist: ' Nine  Rooms',
      title,
      listenedAt: 1_611_000_000 + place * 500,
    })),
    isOfNewTracks: true,
  }))
  expect(await takeGroup(server.db, group)).toEqual(['taken', 'taken'])
  const { rows } = await sql`select artists.name, title, sum(track_plays.plays)::integer as plays from track_plays
    join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
    where artists.name_key = 'nine rooms' group by 1, 2 order by 2`.execute(server.db)
  expect(rows).toEqual([
    { name: 'Nine  Rooms', title: 'Brand "new" \\ {track}', plays: 4 },
    { name: 'Nine  Rooms', title: "it's, NULL", plays: 2 },
  ])
})

test('what was counted while it waited for the lock is seen by whoever waited', async () => {
  const gil = await bearerOf('gil')
  const submission = { bearer: gil, scrobbles: [rain(1_612_000_000)] }
  let waiting: ReturnType<typeof takeAlone> | undefined
  await server.db.transaction().execute(async (tx) => {
    await lockListens(tx, gil.memberId)
    waiting = takeAlone(server.db, submission)
    await expect
      .poll(async () => (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(tx)).rows)
      .toHaveLength(1)
    // As a file tells it, forty seconds off; and from now on the member is on no board.
    const { rows } = await sql<{ id: number }>`select id from tracks where title = 'Rain'`.execute(tx)
    await sql`insert into listens values (${gil.memberId}, to_timestamp(1612000040), ${rows[0]?.id}, 1)`.execute(tx)
    await sql`insert into listen_sources values (${gil.memberId}, 1, 1, now())`.execute(tx)
    await sql`insert into unranked_members (member_id) values (${gil.memberId})`.execute(tx)
  })
  expect(await waiting).toBe('taken')
  expect((await countsOf(server, gil.memberId)).listens).toBe(1)
  const later = { bearer: gil, scrobbles: [rain(1_612_000_200)] }
  expect(await takeGroup(server.db, [later])).toEqual(['taken'])
  const { rows } = await sql`select from artist_plays_changes where member_id = ${gil.memberId}`.execute(server.db)
  expect(rows).toEqual([])
})

test('whoever deletes the account meanwhile gets nothing', async () => {
  const hal = await bearerOf('hal')
  await sql`delete from members where id = ${hal.memberId}`.execute(server.db)
  expect(await takeGroup(server.db, [{ bearer: hal, scrobbles: [rain(1_613_000_000)] }])).toEqual(['revoked'])
  expect(await countsOf(server, hal.memberId)).toEqual(none)
})
