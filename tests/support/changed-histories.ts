import { sql } from 'kysely'
import { expect } from 'vitest'
import { inTransaction } from '#server/http/attempt.ts'
import { lockListens } from '#server/listening/catalogue/lock.ts'
import { findDoubles, requestDoubleCheck } from '#server/listening/doubles/find-doubles.ts'
import { applyDecision } from '#server/listening/identities/apply-decisions.ts'
import { addListens } from '#server/listening/listens/add-listens.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { removeBatch } from '#server/music-services/imports/remove-batch.ts'
import type { Random } from '#tests/simulation/random.ts'
import { splitAllCredits } from './split-all-credits.ts'
import type { TestMember, TestServer } from './test-server.ts'

/* Histories around changes of the clock, and what members and admins do with them. */

const CHANGES = [
  '2026-11-01T06:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-09-26T14:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-03-08T07:00:00Z',
].map((time) => Date.parse(time) / 1000)
const ARTISTS = ['Loam', 'Silt', 'Nine Rooms', 'Nine Roms', 'Кино', 'Loam feat. Silt', 'Nine Roms feat. Loam', 'Peat']
const TITLES = ['Rain', 'Fog', 'Slow Ferry', 'Slow Fery', 'Tide']

export interface World {
  readonly server: TestServer
  readonly random: Random
  readonly admin: TestMember
  readonly members: readonly TestMember[]
  /** Each member's time zone, in the order of the members. */
  readonly zones: string[]
}

function generateListens(random: Random, now: number) {
  return Array.from({ length: 60 }, () => {
    const around = random.percent(60) ? random.pick(CHANGES) : now - random.between(1, 500) * 86_400
    const listenedAt = Math.min(now, around + random.between(-40, 40) * 600 + random.between(0, 2))
    return Array.from({ length: random.percent(30) ? 2 : 1 }, () => ({
      artist: random.pick(ARTISTS),
      title: random.pick(TITLES),
      listenedAt,
      details: {
        ...(random.percent(70) && { album: `Album ${random.between(1, 3)}` }),
        ...(random.percent(30) && { album: 'Hits', albumArtist: 'Various' }),
        ...(random.percent(70) && { durationMs: random.between(60, 400) * 1000 }),
        service: 'spotify.com',
      },
    }))
  }).flat()
}

/** Imports listens, and returns the import's id. */
async function importListens({ server }: World, member: TestMember, listens: ReturnType<typeof generateListens>) {
  const { rows } = await sql<{ id: number }>`insert into imports (member_id, file_name, status, ended_at)
    values (${member.id}, 'file', 'done', now()) returning id`.execute(server.db)
  await createBatchImporter(server.db, member.id, rows[0]?.id)('listenbrainz', listens)
  return rows[0]?.id ?? 0
}

const post = async ({ server }: World, path: string, query: Record<string, string | number>, as: TestMember) => {
  const { status, body } = await server.post(path, { user: as.name, ...query }, { as })
  expect([path, query, status, body.error]).toEqual([path, query, 200, undefined])
}
type Query = Readonly<Record<string, string | number>>
/** A change, with its name. */
type Change = readonly [string, () => Promise<unknown>]

const runAll = async ({ server }: World, change: Parameters<typeof inTransaction<boolean>>[1]) => {
  while (await inTransaction(server.db, change)) continue
}

async function merge(world: World, kind: string, from: Query, into: Query): Promise<void> {
  await post(world, '/api/admin/merge-music', { kind, ...from, ...into }, world.admin)
  await runAll(world, applyDecision)
}

/** Undoes the latest decision that is left. */
async function undoLatest(world: World): Promise<void> {
  const { body } = await world.server.get('/api/admin/music-decisions', { by: 'admins' }, { as: world.admin })
  await post(world, '/api/admin/undo-music-decision', { id: body.decisions[0].id }, world.admin)
  await runAll(world, applyDecision)
}

interface Listed {
  readonly id: string
  readonly artist: string
  readonly track: string
}

const listListens = async ({ server }: World, member: TestMember): Promise<readonly Listed[]> =>
  (await server.get('/api/user/listens', { user: member.name, limit: 100 }, { as: member })).body.listens

async function correct(world: World, member: TestMember, scope: string, artist: string): Promise<void> {
  const listens = (await listListens(world, member)).filter((listen) => listen.artist !== artist)
  const { id, track } = world.random.pick(listens)
  const names = { artist, track: scope === 'track' ? 'Slow Ferry' : track }
  await post(world, '/api/user/correct-listen', { id, scope, ...names }, member)
}

async function deleteSome(world: World, member: TestMember): Promise<void> {
  for (const { id } of (await listListens(world, member)).slice(3, 9))
    await post(world, '/api/user/delete-listen', { id }, member)
}

async function removeListens(world: World, member: TestMember, query: Query): Promise<void> {
  await post(world, '/api/user/remove-listens', query, member)
  await runAll(world, removeBatch)
}

/** Stores some listens again, from another source 20 s later, and lets the job find them. */
async function addDoubles(world: World, member: TestMember): Promise<void> {
  const { db } = world.server
  const stored = await db.selectFrom('listens').selectAll().where('member_id', '=', member.id).execute()
  await inTransaction(db, async (tx) => {
    await lockListens(tx, member.id)
    const doubles = stored.filter((_, place) => place % 3 === 0)
    const listens = doubles.map(({ track_id, listened_at, details_id }) => ({
      memberId: member.id,
      trackId: track_id,
      listenedAt: listened_at.getTime() + 20_000,
      detailsId: details_id,
    }))
    await addListens(tx, listens, 'maloja', { isMatched: false })
  })
  await requestDoubleCheck(db, member.id)
  await runAll(world, findDoubles)
}

async function ignore(world: World, member: TestMember, name: string, isIgnored: boolean): Promise<void> {
  const { rows } = await sql<{ id: number }>`select coalesce(merged_into, id) as id from artists
    where name = ${name}`.execute(world.server.db)
  await post(world, '/api/user/ignore-artist', { id: rows[0]?.id ?? 0, is_ignored: String(isIgnored) }, member)
}

/** Lets an admin decide that a name is one artist, or which artists it has. */
const split = (world: World, artist: string, names?: readonly string[]) =>
  post(world, '/api/admin/split-artist', { artist, ...(names && { names: names.join('\n') }) }, world.admin).then(() =>
    runAll(world, applyDecision),
  )

/** Deletes the listens of the latest year but one, as a range. */
async function deleteYear({ server, random }: World, member: TestMember): Promise<void> {
  const until = server.clock.now().getTime() - random.between(20, 60) * 86_400_000
  const query = { user: member.name, from: new Date(until - 120 * 86_400_000).toISOString() }
  const { status } = await server.post(
    '/api/user/delete-listens',
    { ...query, until: new Date(until).toISOString() },
    { as: member },
  )
  expect(status).toBe(200)
}

/** Returns the changes to make in this order. */
export function listChanges(world: World): readonly Change[] {
  const { server, random } = world
  const [ada, bo, cy] = world.members as [TestMember, TestMember, TestMember]
  const now = Math.floor(server.clock.now().getTime() / 1000)
  const imports = new Map<TestMember, number>()
  const importAll = async () => {
    for (const member of [...world.members, ...world.members])
      imports.set(member, await importListens(world, member, generateListens(random, now)))
  }
  const pair = { kept_source: 'listenbrainz', source: 'maloja' }
  const tracks = [
    { artist: 'Nine Rooms', title: 'Slow Fery' },
    { into_artist: 'Nine Rooms', into_title: 'Slow Ferry' },
  ] as const
  return [
    ['import', importAll],
    ['split credits', () => splitAllCredits(server)],
    ['merge artists', () => merge(world, 'artist', { artist: 'Nine Roms' }, { into_artist: 'Nine Rooms' })],
    ['merge tracks', () => merge(world, 'track', ...tracks)],
    ['correct one listen', () => correct(world, ada, 'one', 'Peat')],
    ['correct a track', () => correct(world, bo, 'track', 'Silt')],
    ['correct an artist', () => correct(world, cy, 'artist', 'Nine Rooms')],
    ['add doubles', () => addDoubles(world, ada)],
    ['ignore an artist', () => ignore(world, ada, 'Loam', true)],
    ['ignore an artist of a credit', () => ignore(world, bo, 'Silt', true)],
    ['move to other time zones', async () => world.zones.unshift(world.zones.pop() ?? 'UTC')],
    ['remove doubles', () => removeListens(world, ada, { what: 'doubles', ...pair })],
    ['merge an ignored artist', () => merge(world, 'artist', { artist: 'Loam' }, { into_artist: 'Кино' })],
    ['delete listens', () => deleteSome(world, ada)],
    ['delete days', () => deleteYear(world, cy)],
    ['make a credit one artist', () => split(world, 'Loam feat. Silt')],
    ['bring doubles back', () => removeListens(world, ada, { what: 'removed_doubles', ...pair })],
    ['undo an import', () => removeListens(world, bo, { what: 'import', id: imports.get(bo) ?? 0 })],
    ['undo that a credit is one artist', () => undoLatest(world)],
    ['undo the merge of an ignored artist', () => undoLatest(world)],
    ['delete a source', () => removeListens(world, ada, { what: 'source', source: 'listenbrainz' })],
    ['import again', importAll],
    ['undo the merge of tracks', () => undoLatest(world)],
    ['undo the merge of artists', () => undoLatest(world)],
    ['stop ignoring', () => ignore(world, ada, 'Loam', false)],
    ['stop ignoring an artist of a credit', () => ignore(world, bo, 'Silt', false)],
    ['move to further time zones', async () => world.zones.unshift('America/St_Johns')],
    ['undo another import', () => removeListens(world, ada, { what: 'import', id: imports.get(ada) ?? 0 })],
  ]
}
