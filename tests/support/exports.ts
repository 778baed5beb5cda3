import yauzl from 'yauzl'
import { inTransaction } from '#server/http/attempt.ts'
import { insertListens, insertTracks } from '#server/listening/index.ts'
import { findDetails, insertDetails } from '#server/listening/listens/store-details.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** Returns a zip's files by path. */
export async function unzipped(zip: Buffer): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  const opened = await yauzl.fromBufferPromise(zip)
  for await (const entry of opened.eachEntry()) {
    const chunks = await Array.fromAsync(await opened.openReadStreamPromise(entry))
    files.set(entry.fileName, Buffer.concat(chunks as Buffer[]).toString('utf8'))
  }
  return files
}

/** Returns the records of a file of JSON lines. */
export const linesOf = (files: ReadonlyMap<string, string>, path: string) =>
  (files.get(path) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

export const LISTEN_DETAILS = {
  album: 'Harbour, "live"',
  albumArtist: 'Various Artists',
  releaseMbid: '22222222-1111-4111-8111-111111111111',
  trackNumber: 3,
  durationMs: 201_500,
  player: 'VLC',
  client: 'Pano Scrobbler',
  service: 'bandcamp.com',
}

/** Listens at day, month and year boundaries, close together, with names that must be escaped. */
export async function listenOften(server: TestServer, member: TestMember): Promise<void> {
  const names = ['Plain', 'With "quotes"', 'Zwölf\u2028Töne', 'A\\B', '🚋', 'a, b; c\tTab', '</script>', 'line\nbreak']
  const ids = await inTransaction(server.db, (tx) =>
    insertTracks(
      tx,
      names.map((title) => ({ artist: `Artist of ${title}`, title })),
    ),
  )
  const times = [
    '2005-02-14T00:00:00Z',
    '2023-12-31T23:59:59Z',
    '2024-01-01T00:00:00Z',
    '2024-02-29T12:00:00Z',
    '2026-10-31T23:59:59Z',
    '2026-11-01T00:00:00Z',
    '2026-11-20T08:00:00Z',
    '2026-11-20T08:00:40Z',
  ].map((at) => new Date(at))
  const [one = 0] = ids
  const all = times.flatMap((listenedAt) => ids.map((trackId) => ({ trackId, listenedAt })))
  const often = Array.from({ length: 6000 }, (_, place) => ({
    trackId: one,
    listenedAt: new Date(Date.parse('2024-06-01T00:00:00Z') + place * 40_000),
  }))
  await inTransaction(server.db, async (tx) => {
    const found = [...(await findDetails(tx, [{ artist: 'Nine Rooms', details: LISTEN_DETAILS }])).values()]
    const [detailsId = 0] = await insertDetails(
      tx,
      found.map((details) => ({ memberId: member.id, details })),
    )
    const detailed = all.map((listen) => ({ ...listen, detailsId }))
    return insertListens(tx, member.id, detailed, 'spotify-extended')
  })
  await inTransaction(server.db, (tx) => insertListens(tx, member.id, often, 'lastfm-csv'))
}
