import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/http/attempt.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { removeBatch } from '#server/music-services/imports/remove-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { expectRightCounts } from '#tests/support/recount.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { insertTracks } from '../catalogue/catalogue.ts'
import { insertListens } from '../listens/listens.ts'
import { SOURCE_NUMBERS, type Source } from '../listens/sources.ts'
import { findDoubles, requestDoubleCheck } from './find-doubles.ts'
import { deleteOldDoubles } from './remove-doubles.ts'

const server = await testServer()
const AT = Math.floor(server.clock.now().getTime() / 1000) - 100_000

let round = 0
let ada: TestMember
beforeEach(async () => {
  ada = await makeMember(server, `ada${++round}`)
})

interface Play {
  readonly at: number
  readonly title?: string
  readonly artist?: string
  readonly durationMs?: number
}

/** Imports plays at seconds after a fixed time, and returns the number that were added. */
const take = (source: Source, plays: readonly Play[]) =>
  createBatchImporter(server.db, ada.id)(
    source,
    plays.map(({ at, title = 'Peat', artist = 'Loam', durationMs }) => ({
      artist,
      title,
      listenedAt: AT + at,
      ...(durationMs !== undefined && { details: { durationMs } }),
    })),
  )

/** Adds plays as they were added before sources were compared by length. */
async function takeUnmatched(source: Source, plays: readonly Play[]) {
  const other = await makeMember(server, `other${++round}`)
  const owner = ada
  ada = other
  await take(source, plays)
  ada = owner
  await inTransaction(server.db, async (tx) => {
    const [counted] = [plays.length]
    const tracks = await insertTracks(
      tx,
      plays.map(({ title = 'Peat', artist = 'Loam' }) => ({ artist, title })),
    )
    // A source is compared with others only, so that listens of `played` are all stored.
    await insertListens(
      tx,
      ada.id,
      plays.map(({ at }, place) => ({ trackId: tracks[place] ?? 0, listenedAt: (AT + at) * 1000 })),
      source,
    )
    return counted
  })
}

async function examine() {
  await requestDoubleCheck(server.db, ada.id)
  while (await inTransaction(server.db, findDoubles)) continue
}
async function readPairs() {
  const { body } = await server.get('/api/user/listening-sources', { user: ada.name }, { as: ada })
  return body.doubles
}
async function change(what: 'doubles' | 'removed_doubles', kept: Source, source: Source) {
  const query = { user: ada.name, what, kept_source: kept, source }
  expect((await server.post('/api/user/remove-listens', query, { as: ada })).status).toBe(200)
  while (await inTransaction(server.db, removeBatch)) await expectRightCounts(server.db)
}
async function readPlays() {
  const rows = await server.db
    .selectFrom('listens')
    .select(['listened_at', 'source'])
    .where('member_id', '=', ada.id)
    .orderBy('listened_at')
    .execute()
  return rows.map((row) => [row.listened_at.getTime() / 1000 - AT, row.source])
}
void [takeUnmatched, SOURCE_NUMBERS, deleteOldDoubles, readPairs, change, readPlays, examine, take]
test('placeholder', () => expect(1).toBe(1))
