import { beforeEach, describe, expect, test } from 'vitest'
import { exportOf, importFile } from '#tests/support/import-files.ts'
import {
  accountPlay,
  brainzListen,
  deezerPlay,
  extendedPlay,
  koitoArtist,
  koitoExport,
  koitoListen,
  lastfmTrack,
  librefmCsv,
  panoEntry,
  playActivity,
  playActivityCsv,
  scrobblerLog,
  statsCsv,
  tidalCsv,
  tidalStream,
  youtubeCell,
  youtubeHtml,
  youtubeWatch,
} from '#tests/support/listen-files.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { makeWorkbook } from '#tests/support/workbooks.ts'

const server = await testServer()
let round = 0
let ada: TestMember
beforeEach(async () => {
  ada = await makeMember(server, `ada${++round}`)
})

/** 60 plays of seven tracks at odd seconds, three to nine minutes apart. */
const START = Math.floor(Date.UTC(2024, 4, 17) / 1000)
const plays = Array.from({ length: 60 }, (_, place) => ({
  artist: 'Nine Rooms',
  title: `Track ${place % 7}`,
  at: START + place * 180 + ((place * 37) % 360),
}))
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May']
function minuteOf(seconds: number): string {
  const [year, month, day, hour, minute] = iso(seconds).split(/[-T:]/)
  return `${day} ${MONTHS[Number(month) - 1]} ${year} ${hour}:${minute}`
}

const files: Readonly<Record<string, string | object>> = {
  'ghan.nl CSV': `uts,artist,track\n${plays.map(({ artist, title, at }) => `${at},${artist},${title}`).join('\n')}`,
  'lastfm-to-csv': plays.map(({ artist, title, at }) => `${artist},Harbour,${title},${minuteOf(at)}`).join('\n'),
  'Last.fm JSON': [{ track: plays.map(({ artist, title, at }) => lastfmTrack(artist, title, String(at))) }],
  ListenBrainz: plays.map(({ artist, title, at }) => brainzListen(artist, title, at)),
  'Spotify account data': plays.map(({ artist, title, at }) =>
    accountPlay({
      artistName: artist,
      trackName: title,
      endTime: iso(at + 180)
        .slice(0, 16)
        .replace('T', ' '),
    }),
  ),
}
/** Each is compared with one file with seconds and one with minutes. */
const others: Readonly<Record<string, string | Buffer>> = {
  '.scrobbler.log': scrobblerLog('UTC', ...plays.map(({ artist, title, at }) => [artist, '', title, '', 180, 'L', at])),
  'lastfmstats.com': statsCsv(...plays.map(({ artist, title, at }) => ({ artist, track: title, date: at * 1000 }))),
  Koito: koitoExport(
    ...plays.map(({ artist, title, at }) =>
      koitoListen({
        listened_at: iso(at),
        artists: [koitoArtist(artist)],
        track: { mbid: null, duration: 0, aliases: [{ alias: title }] },
      }),
    ),
  ),
  'Pano Scrobbler': plays
    .map(({ artist, title, at }) => JSON.stringify(panoEntry({ artist, track: title, timeMs: at * 1000 + 999 })))
    .join('\n'),
  'Libre.fm': librefmCsv(...plays.map(({ artist, title, at }) => ({ Artist: artist, Track: title, Time: at }))),
  Deezer: makeWorkbook({
    history: [
      Object.keys(deezerPlay()),
      ...plays.map(({ artist, title, at }) => {
        const play = deezerPlay({ Artist: artist, 'Song Title': title, Date: iso(at).slice(0, 19) })
        return Object.values(play) as string[]
      }),
    ],
  }),
  'Apple Music': playActivityCsv(
    plays.map(({ artist, title, at }) => {
      const times = { 'Event Start Timestamp': iso(at), 'Event End Timestamp': iso(at + 180) }
      return { ...playActivity(times), 'Song Name': title, 'Artist Name': artist }
    }),
    ['Artist Name'],
  ),
  'YouTube Music, JSON': JSON.stringify(
    plays.map(({ artist, title, at }) =>
      youtubeWatch({ title: `Watched ${title}`, subtitles: [{ name: `${artist} - Topic` }], time: iso(at) }),
    ),
  ),
  'YouTube Music, HTML': youtubeHtml(
    plays.map(({ artist, title, at }) => {
      const [year, month, day, hour, minute, second] = iso(at).split(/[-T:.]/)
      const date = `${day}.${month}.${year}, ${hour}:${minute}:${second} UTC`
      return youtubeCell({ title, channel: `${artist} - Topic`, date })
    }),
  ),
  Tidal: tidalCsv(
    ...plays.map(({ artist, title, at }) => {
      const [year, month, day, hour, minute] = iso(at).split(/[-T:]/)
      const entry_date = `${day}/${month}/${year} ${hour}:${minute}`
      return tidalStream({ artist_name: artist, track_title: title, entry_date, time_zone: 'null' })
    }),
  ),
}
const pairs = Object.keys(files).flatMap((one) =>
  Object.keys(files)
    .filter((other) => other !== one)
    .map((other) => [one, other] as const),
)

describe('a history that two programs have exported is counted once', () => {
  test.each(pairs)('%s, then %s', async (one, other) => {
    expect(await importFile(server, ada, files[one] ?? '')).toMatchObject({ taken: 60, known: 0 })
    expect(await importFile(server, ada, files[other] ?? '')).toMatchObject({ taken: 0, known: 60 })
  })

  test.each(Object.keys(others))('%s, between two others and twice', async (one) => {
    expect(await importFile(server, ada, others[one] ?? '')).toMatchObject({ taken: 60, known: 0 })
    for (const other of [files['lastfm-to-csv'], files['ListenBrainz'], others[one]]) {
      expect(await importFile(server, ada, other ?? '')).toMatchObject({ taken: 0, known: 60 })
    }
  })
})

describe('a history that was moved to another account by an export', () => {
  const spotify = plays.map(({ title, at }) =>
    extendedPlay({ ts: iso(at + 180), master_metadata_track_name: title, spotify_track_uri: title }),
  )

  test('an imported Flipside export is not duplicated by a file the first account had imported', async () => {
    await importFile(server, ada, spotify)
    const brainz = files['ListenBrainz'] ?? ''
    expect(await importFile(server, ada, brainz)).toMatchObject({ taken: 0, known: 60 })
    const bo = await makeMember(server, `bo${round}`)
    expect(await importFile(server, bo, await exportOf(server, ada))).toMatchObject({ taken: 60, known: 0 })
    expect(await importFile(server, bo, brainz)).toMatchObject({ taken: 0, known: 60 })
    expect(await importFile(server, bo, spotify)).toMatchObject({ taken: 0, known: 60 })
    expect(await sourcesOf(bo)).toEqual([{ source: 'spotify-extended', listens: 60 }])
  })

  test('scrobbles in a Flipside export have another account of Flipside as their source', async () => {
    const token = await makeToken(server, ada)
    const payload = plays.map(({ artist, title, at }) => ({
      listened_at: at,
      track_metadata: { artist_name: artist, track_name: title },
    }))
    expect((await submitListens(server, token, { listen_type: 'import', payload })).status).toBe(200)
    await importFile(server, ada, [brainzListen('Nine Rooms', 'Other', START)])
    const bo = await makeMember(server, `bo${round}`)
    expect(await importFile(server, bo, await exportOf(server, ada))).toMatchObject({ taken: 61, known: 0 })
    expect(await sourcesOf(bo)).toEqual([
      { source: 'flipside', listens: 60 },
      { source: 'listenbrainz', listens: 1 },
    ])
    expect(await importFile(server, bo, files['ListenBrainz'] ?? '')).toMatchObject({ taken: 0, known: 60 })
  })

  const sourcesOf = async (member: TestMember) => {
    const { body } = await server.get('/api/user/listening-sources', { user: member.name }, { as: member })
    return body.sources
      .map(({ source, listens }: { source: string; listens: number }) => ({ source, listens }))
      .toSorted((a: { source: string }, b: { source: string }) => a.source.localeCompare(b.source))
  }
})
