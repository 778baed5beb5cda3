import { inTransaction } from '#server/http/attempt.ts'
import { insertListens, insertTracks } from '#server/listening/index.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** Creates tracks, each written as `Title by Artist`, and returns their ids. */
export function makeTracks({ db }: TestServer, ...tracks: readonly string[]): Promise<readonly number[]> {
  const names = tracks.map((track) => {
    const [title = '', artist = ''] = track.split(' by ')
    return { artist, title }
  })
  return inTransaction(db, (tx) => insertTracks(tx, names))
}

/** Creates one track. */
export async function makeTrack(server: TestServer, track: string): Promise<number> {
  const [id = 0] = await makeTracks(server, track)
  return id
}

/**
 * Adds `plays` listens to a track for a member, a minute apart, the last one this many days ago.
 */
export function play(
  { db, clock }: TestServer,
  member: Pick<TestMember, 'id'>,
  trackId: number,
  { plays = 1, daysAgo = 0 }: { plays?: number; daysAgo?: number } = {},
): Promise<number> {
  const last = clock.now().getTime() - daysAgo * 86_400_000
  const listens = Array.from({ length: plays }, (_, place) => ({
    trackId,
    listenedAt: new Date(last - place * 60_000),
  }))
  return inTransaction(db, (tx) => insertListens(tx, member.id, listens))
}

/**
 * Adds the album to a member's latest listen to a track, which was just played. Returns the album's
 * id.
 */
export async function nameAlbum(
  { db, clock }: TestServer,
  member: Pick<TestMember, 'id'>,
  { artist, title, album }: { artist: string; title: string; album: string },
): Promise<number> {
  const listenedAt = Math.floor(clock.now().getTime() / 1000)
  await createBatchImporter(db, member.id)('played', [{ artist, title, listenedAt, details: { album } }])
  const { id } = await db.selectFrom('albums').select('id').where('title', '=', album).executeTakeFirstOrThrow()
  return id
}
