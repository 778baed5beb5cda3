import { expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { aggregateInbox } from '#server/music-services/scrobbling/aggregate-inbox.ts'
import { insertScrobbles } from '#server/music-services/scrobbling/inbox.ts'
import { insertToken } from '#server/music-services/scrobbling/tokens.ts'
import { createRandom, type Random } from '#tests/simulation/random.ts'
import { makeMember } from '#tests/support/members.ts'
import { expectRightCounts } from '#tests/support/recount.ts'
import { chooseSeeds } from '#tests/support/seeds.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import type { Scrobble } from './scrobble.ts'
import type { Source } from './sources.ts'

/*
 * After random imports, scrobbles, deletions, corrections and additions by hand, all counts equal
 * those over all listens, and what was sent before adds nothing when it is sent again. A failure
 * prints its seed.
 */

interface Row {
  readonly id: string
  readonly track: string
  readonly artist: string
  readonly album: string
  readonly source: string
  readonly listened_at: string
}

const DAY_S = 86_400

async function post(server: TestServer, as: TestMember, path: string, query: Record<string, string>) {
  const { status, body } = await server.post(`/api/user/${path}`, { user: as.name, ...query }, { as })
  // 404: a listen that is deleted; 409: it has the names already.
  expect([200, 404, 409].includes(status), `${path} ${JSON.stringify(query)}: ${JSON.stringify(body)}`).toBe(true)
  return status
}

async function readAll(server: TestServer, as: TestMember): Promise<readonly Row[]> {
  const { body } = await server.get('/api/user/listens', { user: as.name, limit: 1000 }, { as })
  return body.listens
}

/** Few names, some with differences in case only, so that corrections meet existing tracks. */
const randomNames = (random: Random) => ({
  artist: random.pick(['Ebb', 'ebb', 'Flow', 'The Flow', 'Tide']),
  title: random.pick(['Dawn', 'dusk', 'Noon', 'Night']),
})
const randomAlbum = (random: Random) => (random.percent(25) ? undefined : random.pick(['Days', 'days', 'Nights']))

function randomScrobbles(random: Random, nowS: number): Scrobble[] {
  return Array.from({ length: random.between(1, 25) }, () => {
    const album = randomAlbum(random)
    const details = album === undefined ? {} : { details: { album, player: 'mpd' } }
    const midnight = Math.floor(nowS / DAY_S) * DAY_S - random.between(0, 4) * DAY_S
    return { ...randomNames(random), listenedAt: midnight - random.between(0, 40) * 30, ...details }
  })
}

test.each(chooseSeeds(1, 2, 3, 4, 5, 6, 7, 8, 15, 25, 28, 45))(
  'all counts are right after any changes, and what was sent before adds nothing, seed %i',
  async (seed) => {
    const server = await testServer()
    const random = createRandom(seed)
    const member = await makeMember(server, 'ada')
    const nowS = Math.floor(server.clock.now().getTime() / 1000)
    const { id: tokenId } = await server.db.transaction().execute(async (tx) => {
      await insertToken(tx, member.id, 'player', server.clock.now())
      return tx.selectFrom('scrobble_tokens').select('id').executeTakeFirstOrThrow()
    })
    const importBatch = (source: Source, scrobbles: readonly Scrobble[]) =>
      createBatchImporter(server.db, member.id)(source, scrobbles)
    const scrobble = async (scrobbles: readonly Scrobble[]) => {
      await insertScrobbles(server.db, [{ bearer: { tokenId, memberId: member.id, memberName: 'ada' }, scrobbles }])
      await aggregateInbox(server.services)
    }
    const sent: { source: Source | 'player'; scrobbles: readonly Scrobble[] }[] = []
    const ids: string[] = []
    for (let round = 0; round < 25; round++) {
      const rows = await readAll(server, member)
      const row = rows.length === 0 ? undefined : random.pick(rows)
      if (row !== undefined) ids.push(row.id)
      // Some ids are those that a listen had before a correction.
      const id = ids.length === 0 ? undefined : random.percent(70) ? ids.at(-1) : random.pick(ids)
      const { artist, title: track } = randomNames(random)
      const album = randomAlbum(random)
      const toAlbum = album === undefined ? {} : { album: random.percent(20) ? '' : album }
      switch (id === undefined ? 0 : random.between(0, 6)) {
        case 0: {
          const source = random.pick(['player', 'lastfm-csv', 'spotify-extended', 'listenbrainz'] as const)
          const scrobbles = randomScrobbles(random, nowS)
          sent.push({ source, scrobbles })
          await (source === 'player' ? scrobble(scrobbles) : importBatch(source, scrobbles))
          break
        }
        case 1:
        case 2:
          await post(server, member, 'delete-listen', { id: id ?? '' })
          break
        case 3:
          await post(server, member, 'correct-listen', { id: id ?? '', artist, track, ...toAlbum })
          break
        case 4:
        case 5:
          await post(server, member, 'correct-listen', {
            id: id ?? '',
            artist,
            track,
            scope: random.pick(['track', 'album']),
            ...toAlbum,
          })
          break
        default: {
          const at = new Date((nowS - random.between(0, 5 * DAY_S)) * 1000).toISOString()
          await post(server, member, 'add-listen', { artist, track, album: album ?? '', listened_at: at })
        }
      }
      await expectRightCounts(server.db)
    }
    const before = await readAll(server, member)
    for (const { source, scrobbles } of sent) {
      await (source === 'player' ? scrobble(scrobbles) : importBatch(source, scrobbles))
      expect((await readAll(server, member)).map((row) => row.id)).toEqual(before.map((row) => row.id))
    }
    await expectRightCounts(server.db)
  },
)
