import { expect, test } from 'vitest'
import { listTrackLinks } from '#server/listening/links/read-track-links.ts'
import { type Source, toSource } from '#server/listening/listens/sources.ts'
import { listMonths, readMonth } from '#server/ownership/export/listens.ts'
import { importFile } from '#tests/support/import-files.ts'
import {
  brainzListen,
  csvTable,
  deezerPlay,
  extendedPlay,
  koitoExport,
  koitoListen,
  lastfmTrack,
  scrobblerLog,
  statsScrobble,
  youtubeCell,
  youtubeHtml,
  youtubeWatch,
} from '#tests/support/listen-files.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { makeWorkbook } from '#tests/support/workbooks.ts'

/* Every format with ids: the file is imported, exported, and the export imported into an empty server. */

const server = await testServer()
const empty = await testServer()
const MBID = '0ee1ba95-3b4f-4d3b-8f3c-2b3f1b7bd0a1'
const RELEASE = '0b9e6a8e-6a0e-4b7c-9f53-4c8f0d4d1a01'
const AT = 1_715_950_440
const YOUTUBE = 'https://music.youtube.com/watch?v=-e8Nfjl_AKk'
const HEADER = 'uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid'

/** A listen of ListenBrainz with every field that names a track at a service. */
const brainz = (title: string, info: object) => {
  const listen = brainzListen('Nine Rooms', title, AT)
  return JSON.stringify({ ...listen, track_metadata: { ...listen.track_metadata, additional_info: info } })
}
const sent = {
  origin_url: 'https://nine-rooms.bandcamp.com/track/slow-ferry',
  spotify_id: 'https://open.spotify.com/track/0000000000000000000001',
  spotify_album_id: '0000000000000000000002',
  youtube_id: '-e8Nfjl_AKk',
  isrc: 'DE-A62-24-00001',
  recording_mbid: MBID,
  release_mbid: RELEASE,
}
const addresses = {
  apple: ['https://music.apple.com/gb/album/harbour/1440935467?i=1440935468', 'apple:1440935468'],
  deezer: ['https://www.deezer.com/en/track/3135556', 'deezer:3135556'],
  tidal: ['https://listen.tidal.com/track/77646168', 'tidal:77646168'],
  soundcloud: ['https://soundcloud.com/nine-rooms/slow-ferry', 'soundcloud:nine-rooms/slow-ferry'],
  amazon: ['https://music.amazon.com/tracks/B0ABCDEFGH', 'amazon:B0ABCDEFGH'],
  qobuz: ['https://open.qobuz.com/track/1234567', 'qobuz:1234567'],
} as const

type Format = readonly [source: Source, makeFile: (title: string) => string | Buffer | object, ids: readonly string[]]
const formats: readonly Format[] = [
  [
    'spotify-extended',
    (title) => [extendedPlay({ master_metadata_track_name: title })],
    ['spotify:0000000000000000000001'],
  ],
  ['youtube-json', (title) => [youtubeWatch({ title: `Watched ${title}` })], ['youtube:-e8Nfjl_AKk']],
  ['youtube-html', (title) => youtubeHtml([youtubeCell({ title, url: YOUTUBE })], 100), ['youtube:-e8Nfjl_AKk']],
  ['deezer', (title) => [deezerPlay({ 'Song Title': title })], ['isrc:DEA622400001']],
  [
    'deezer',
    (title) => csvTable(Object.keys(deezerPlay()), [deezerPlay({ 'Song Title': title, ISRC: 'DE-A62-24-00002' })]),
    ['isrc:DEA622400002'],
  ],
  [
    'deezer',
    (title) =>
      makeWorkbook({
        '10_listeningHistory': [Object.keys(deezerPlay()), Object.values(deezerPlay({ 'Song Title': title }))],
      }),
    ['isrc:DEA622400001'],
  ],
  [
    'listenbrainz',
    (title) => brainz(title, sent),
    [
      'bandcamp:nine-rooms/slow-ferry',
      'spotify:0000000000000000000001',
      'spotify-album:0000000000000000000002',
      'youtube:-e8Nfjl_AKk',
      'isrc:DEA622400001',
      `musicbrainz:${MBID}`,
    ],
  ],
  [
    'listenbrainz',
    (title) => {
      const listen = brainzListen('Nine Rooms', title, AT)
      return [{ ...listen, track_metadata: { ...listen.track_metadata, mbid_mapping: { recording_mbid: MBID } } }]
    },
    [`musicbrainz:${MBID}`],
  ],
  ...Object.entries(addresses).map(
    ([, [origin_url, id]]): Format => ['listenbrainz', (title) => brainz(title, { origin_url }), [id]],
  ),
  [
    'lastfm-json',
    (title) => [{ ...lastfmTrack('Nine Rooms', title, String(AT)), mbid: MBID }],
    [`musicbrainz:${MBID}`],
  ],
  [
    'lastfm-csv',
    (title) => `${HEADER}\n${AT},,Nine Rooms,,Harbour,${RELEASE},${title},${MBID}\n`,
    [`musicbrainz:${MBID}`],
  ],
  [
    'koito',
    (title) => {
      const listen = koitoListen()
      const aliases = [{ alias: title, source: 'Canonical', is_primary: true }]
      return koitoExport({ ...listen, track: { ...listen.track, aliases } })
    },
    [`musicbrainz:${MBID}`],
  ],
  [
    'scrobbler-log',
    (title) => scrobblerLog('UTC', ['Nine Rooms', 'Harbour', title, 3, 180, 'L', AT, MBID]),
    [`musicbrainz:${MBID}`],
  ],
  ['lastfmstats', (title) => ({ username: 'mirelle', scrobbles: [statsScrobble({ track: title })] }), []],
]

/** Returns the member's listens as they are exported, without the parts that each server makes. */
async function exportListens(of: TestServer, member: TestMember): Promise<string> {
  const lines = []
  for (const month of await listMonths(of.db, member.id))
    lines.push(...(await Array.fromAsync(readMonth(of.db, member.id, month))))
  return lines.join('')
}

async function readIds(of: TestServer, title: string): Promise<readonly string[]> {
  const { id } = await of.db.selectFrom('tracks').select('id').where('title', '=', title).executeTakeFirstOrThrow()
  const links = await listTrackLinks(of.db, id, 0, server.clock.now())
  return links.map((link) => `${link.service}:${link.id}`).toSorted()
}

const toInfo = (lines: string): Record<string, unknown> => {
  const { submission_client: _, ...info } = JSON.parse(lines).track_metadata.additional_info
  return info
}

test.each(formats.map((format, place) => [...format, place] as const))(
  'ids of a file of %s are the same after an export into an empty server (%#)',
  async (source, makeFile, ids, place) => {
    const title = `Slow Ferry ${place}`
    const member = await makeMember(server, `from${place}`)
    expect(await importFile(server, member, makeFile(title))).toMatchObject({ taken: 1 })
    const listens = server.db.selectFrom('listens').select('source').where('member_id', '=', member.id)
    expect((await listens.execute()).map((listen) => toSource(listen.source))).toEqual([source])
    expect(await readIds(server, title)).toEqual(ids.toSorted())

    const exported = await exportListens(server, member)
    const other = await makeMember(empty, `to${place}`)
    expect(await importFile(empty, other, exported)).toMatchObject({ taken: 1 })
    expect(await readIds(empty, title)).toEqual(ids.toSorted())
    expect(toInfo(await exportListens(empty, other))).toEqual(toInfo(exported))
  },
)
