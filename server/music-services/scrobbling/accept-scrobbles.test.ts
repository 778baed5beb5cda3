import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { insertTracks } from '#server/listening/catalogue/catalogue.ts'
import { lockListens } from '#server/listening/catalogue/lock.ts'
import { joinTracks } from '#server/listening/identities/join.ts'
import { countChanges } from '#server/listening/index.ts'
import { insertListens } from '#server/listening/listens/listens.ts'
import { aggregateAccepted, aListen, countsOf, makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember
let tokens: readonly [string, string]

beforeAll(async () => {
  server = await testServer()
  ada = await server.signUp('ada')
  bo = await server.signUp('bo')
  tokens = [await makeToken(server, ada), await makeToken(server, bo)]
})

const listenOf = (token: string, listenedAt: number, track?: string) =>
  submitListens(server, token, { listen_type: 'single', payload: [aListen(listenedAt, track)] })

test('concurrent scrobbles of many members are all stored and counted once, in charts and leaderboards', async () => {
  const sent = Array.from({ length: 120 }, (_, place) => ({
    token: tokens[place % 2 === 0 ? 0 : 1],
    at: 1_700_000_000 + Math.floor(place / 4) * 100,
    track: `Track ${place % 5}`,
  }))
  const responses = await Promise.all(sent.map((scrobble) => listenOf(scrobble.token, scrobble.at, scrobble.track)))
  expect(responses.every((response) => response.status === 200)).toBe(true)
  const unique = (token: string) =>
    new Set(sent.filter((scrobble) => scrobble.token === token).map((scrobble) => `${scrobble.at} ${scrobble.track}`))
      .size
  for (const [place, member] of [ada, bo].entries()) {
    const listens = unique(tokens[place] ?? '')
    expect(await countsOf(server, member.id)).toEqual({ listens, byDay: listens, byArtist: listens })
  }
  await server.db.transaction().execute(countChanges)
  const { body } = await server.get('/api/artist/top-listeners', { artist: 'Sol Ferro' })
  expect(body.topListeners.map((it: { playcount: number }) => it.playcount)).toEqual([
    unique(tokens[0]),
    unique(tokens[1]),
  ])
  const heard = await server.db.selectFrom('artist_plays').select('tracks_heard').execute()
  expect(heard.map((it) => it.tracks_heard)).toEqual([5, 5])
})

test('scrobbles during an import are accepted without waiting, and counted after it', async () => {
  const before = await countsOf(server, ada.id)
  await server.db.transaction().execute(async (tx) => {
    await lockListens(tx, ada.id)
    for (const token of tokens) expect((await listenOf(token, 1_600_000_000)).status).toBe(200)
    expect((await countsOf(server, bo.id)).listens).toBe(before.listens + 1)
    expect(await countsOf(server, ada.id)).toEqual(before)
  })
  expect((await countsOf(server, ada.id)).listens).toBe(before.listens + 1)
})

test('a scrobble within a minute of a listen from a file is the same listen', async () => {
  const cy = await server.signUp('cy')
  const token = await makeToken(server, cy)
  await server.db.transaction().execute(async (tx) => {
    const [trackId = 0] = await insertTracks(tx, [{ artist: 'Sol Ferro', title: 'Rain' }])
    await insertListens(tx, cy.id, [{ trackId, listenedAt: new Date(1_650_000_000_000) }], 'spotify-extended')
  })
  await listenOf(token, 1_650_000_040)
  expect((await countsOf(server, cy.id)).listens).toBe(1)
  await listenOf(token, 1_650_000_070)
  expect((await countsOf(server, cy.id)).listens).toBe(2)
})

test('a rejected submission stores nothing, also in a batch with others', async () => {
  const ida = await server.signUp('ida')
  const token = await makeToken(server, ida)
  const send = (payload: object[]) => submitListens(server, token, { listen_type: 'import', payload })
  const both = [aListen(1_611_000_000), { ...aListen(1_611_000_100), listened_at: 'never' }]
  expect((await send(both)).status).toBe(400)
  expect((await countsOf(server, ida.id)).listens).toBe(0)
  const many = Array.from({ length: 300 }, (_, at) => aListen(1_611_000_000 + at * 200, `Unheard ${at % 70}`))
  const responses = await Promise.all([send(many.slice(0, 50)), send(many), send(many.slice(250))])
  expect(responses.map((it) => it.status)).toEqual([200, 200, 200])
  expect(await countsOf(server, ida.id)).toEqual({ listens: 300, byDay: 300, byArtist: 300 })
  const heard = await server.db
    .selectFrom('artist_plays')
    .select('tracks_heard')
    .where('member_id', '=', ida.id)
    .execute()
  expect(heard).toEqual([{ tracks_heard: 70 }])
})

test('a scrobble of another spelling counts for the main track', async () => {
  const jo = await server.signUp('jo')
  const token = await makeToken(server, jo)
  await listenOf(token, 1_612_000_000, 'Regen')
  await listenOf(token, 1_612_000_500, 'Rain')
  await aggregateAccepted(server)
  const idOf = async (title: string) => {
    const track = server.db.selectFrom('tracks').select('id').where('title_key', '=', title.toLowerCase())
    return (await track.executeTakeFirstOrThrow()).id
  }
  await joinTracks(server.db, await idOf('Regen'), await idOf('Rain'))
  await listenOf(token, 1_612_001_000, 'Regen')
  await aggregateAccepted(server)
  const played = await server.db
    .selectFrom('track_plays')
    .select(['track_id', 'plays'])
    .where('member_id', '=', jo.id)
    .execute()
  expect(played).toEqual([{ track_id: await idOf('Rain'), plays: 3 }])
})

test('a failing scrobble does not affect the others of its batch', async () => {
  const dee = await server.signUp('dee')
  const token = await makeToken(server, dee)
  const before = await countsOf(server, bo.id)
  // A trigger that fails the statement for one member only.
  await sql`create function break_dee() returns trigger language plpgsql as $$ begin
    if new.member_id = ${sql.lit(dee.id)} then raise exception 'no'; end if; return new; end $$`.execute(server.db)
  await sql`create trigger break_dee before insert on scrobble_inbox for each row execute function break_dee()`.execute(
    server.db,
  )
  const [broken, fine] = await Promise.all([listenOf(token, 1_620_000_000), listenOf(tokens[1], 1_620_000_000)])
  await sql`drop trigger break_dee on scrobble_inbox`.execute(server.db)
  expect([broken?.status, broken?.body.code]).toEqual([500, 500])
  expect(fine?.status).toBe(200)
  expect((await countsOf(server, bo.id)).listens).toBe(before.listens + 1)
})

test('scrobbles accepted before the token is revoked are counted, later ones are not', async () => {
  const eli = await server.signUp('eli')
  const token = await makeToken(server, eli)
  await server.db.transaction().execute(async (tx) => {
    // The lock prevents aggregation before the token is revoked.
    await lockListens(tx, eli.id)
    expect((await listenOf(token, 1_630_000_000)).status).toBe(200)
    const { body } = await server.get('/api/user/scrobble-tokens', { user: 'eli' }, { as: eli })
    await server.post('/api/user/revoke-scrobble-token', { user: 'eli', id: body.tokens[0].id }, { as: eli })
    expect((await listenOf(token, 1_630_000_500)).status).toBe(401)
  })
  expect((await countsOf(server, eli.id)).listens).toBe(1)
})
