import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { accountPlay, brainzListen, extendedPlay, lastfmTrack, malojaExport } from '#tests/support/listen-files.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { createFileReader } from '#tests/support/read-listens.ts'
import { makeZip } from '#tests/support/zips.ts'

const nowS = Date.UTC(2024, 5, 1) / 1000
const { read, readChunks, spoolDir } = createFileReader(nowS)

const at = (time: string) => Date.parse(time) / 1000
const ferry = (time: string) => ({ artist: 'Nine Rooms', title: 'Slow Ferry', listenedAt: at(time) })
const onHarbour = { album: 'Harbour' }
const TRACK = 'https://open.spotify.com/track/0000000000000000000001'
/** An `extendedPlay` as a listen. */
const played = (time: string, playedMs = 180_000) => ({
  ...ferry(time),
  playedMs,
  details: { ...onHarbour, service: 'spotify.com', links: { spotify_id: TRACK } },
})
/** A `brainzListen` without MBIDs, as a listen. */
const submitted = (time: string) => ({ ...ferry(time), details: onHarbour })

describe('a listen is read from', () => {
  const csv = 'uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n'
  const begun = submitted('2024-05-17T12:54:00Z')
  test.each([
    [
      'Spotify, extended, whose time is the end of the play',
      [extendedPlay()],
      'spotify-extended',
      played('2024-05-17T12:51:30Z'),
    ],
    [
      'Spotify, account data',
      [accountPlay()],
      'spotify-account',
      { ...ferry('2024-05-17T12:51:00Z'), playedMs: 180_000, details: { service: 'spotify.com' } },
    ],
    [
      'a CSV with a header',
      `${csv}"1715950440","17 May 2024, 12:54","Nine Rooms","","Harbour","","Slow Ferry",""\r\n`,
      'lastfm-csv',
      begun,
    ],
    ['a CSV without one', 'Nine Rooms,Harbour,Slow Ferry,17 May 2024 12:54', 'lastfm-csv-minutes', begun],
    ['pages of Last.fm', [{ track: [lastfmTrack('Nine Rooms', 'Slow Ferry', '1715950440')] }], 'lastfm-json', begun],
    ['tracks of Last.fm', [lastfmTrack('Nine Rooms', 'Slow Ferry', '1715950440')], 'lastfm-json', begun],
    ['ListenBrainz, old', [brainzListen('Nine Rooms', 'Slow Ferry', 1_715_950_440)], 'listenbrainz', begun],
    [
      'ListenBrainz, lines',
      JSON.stringify(brainzListen('Nine Rooms', 'Slow Ferry', 1_715_950_440)),
      'listenbrainz',
      begun,
    ],
    [
      'Maloja',
      malojaExport({
        time: 1_715_950_440,
        track: {
          artists: ['Nine Rooms'],
          title: 'Slow Ferry',
          album: { artists: ['Nine Rooms'], albumtitle: 'Harbour' },
          length: 201,
        },
        origin: 'client:x',
      }),
      'maloja',
      { ...begun, details: { ...onHarbour, albumArtist: 'Nine Rooms', durationMs: 201_000, client: 'x' } },
    ],
  ])('a listen is read from %s', async (_, file, source, listen) => {
    for (const pieceSize of [1, 7, 100_000]) {
      expect(await read(file, pieceSize)).toEqual({ rows: [listen], sources: [source], notes: [] })
    }
    const text = typeof file === 'string' ? file : JSON.stringify(file, null, 2)
    expect((await read(`\ufeff${text}`)).rows).toEqual([listen])
  })
})

describe('it says why a record is no listen', () => {
  test.each([
    [
      'a podcast of Spotify',
      extendedPlay({ master_metadata_track_name: null, episode_name: 'On Ferries' }),
      'not_music',
    ],
    ['a private session', extendedPlay({ incognito_mode: true }), 'private_session'],
    ['a play that was skipped after 12 s', extendedPlay({ ms_played: 12_000, reason_end: 'fwdbtn' }), 'short'],
    ['a track without an artist', extendedPlay({ master_metadata_album_artist_name: null }), 'unnamed'],
    ['a play without a time', extendedPlay({ ts: 'yesterday' }), 'bad_time'],
    ['a play of 1970', extendedPlay({ ts: '1970-01-01T00:10:00Z' }), 'bad_time'],
    ['a play to come', extendedPlay({ ts: '2024-07-01T00:10:00Z' }), 'bad_time'],
    [
      'a podcast of the account data',
      { endTime: '2024-05-17 12:54', podcastName: 'x', episodeName: 'y', msPlayed: 9e5 },
      'not_music',
    ],
    ['ten seconds of the account data', accountPlay({ msPlayed: 10_000 }), 'short'],
    ['what plays now at Last.fm', lastfmTrack('Nine Rooms', 'Slow Ferry'), 'now_playing'],
    ['a null artist of ListenBrainz', brainzListen(null as unknown as string, 'Slow Ferry', 1_715_950_440), 'unnamed'],
    ['a name as long as a book', brainzListen('x'.repeat(5000), 'Slow Ferry', 1_715_950_440), 'too_long'],
  ])('a record is skipped with its reason: %s', async (_, record, reason) => {
    expect((await read([record])).rows).toEqual([reason])
  })

  test('a short track that was played to its end is a listen', async () => {
    const [row] = (await read([extendedPlay({ ms_played: 21_000 })])).rows
    expect(row).toEqual(played('2024-05-17T12:54:09Z', 21_000))
  })

  test('a play that an old file repeats is imported once', async () => {
    const { rows } = await read([
      extendedPlay(),
      extendedPlay({ ts: '2024-05-17T12:54:41Z' }),
      extendedPlay({ ts: '2024-05-17T12:58:00Z' }),
    ])
    expect(rows).toEqual([played('2024-05-17T12:51:30Z'), 'repeated', played('2024-05-17T12:55:00Z')])
  })
})

describe('names are read as they are', () => {
  test('names may contain commas, quotes, line breaks and every script', async () => {
    const artist = 'Earth, "Wind" & \u706b\n\ud83d\udd25'
    const quoted = `"1715950440","","${artist.replaceAll('"', '""')}","","","","Slow\\ Ferry",""\n`
    const { rows } = await read(`uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n${quoted}`, 1)
    const onOneLine = artist.replace('\n', ' ')
    expect(rows).toEqual([{ artist: onOneLine, title: 'Slow\\ Ferry', listenedAt: 1_715_950_440 }])
    expect((await read([brainzListen(artist, '\\"]}{[', 1_715_950_440.4)], 1)).rows).toEqual([
      { artist: onOneLine, title: '\\"]}{[', listenedAt: 1_715_950_440, details: onHarbour },
    ])
  })

  test('names of several artists are read as one, without characters that no database can store', async () => {
    const track = { artists: ['Nine\0 Rooms', 'Ada Lark'], title: 'Slow Ferry', album: null, length: null }
    expect((await read(malojaExport({ time: 1_715_950_440, track }))).rows).toEqual([
      { artist: 'Nine Rooms, Ada Lark', title: 'Slow Ferry', listenedAt: 1_715_950_440 },
    ])
  })

  test('other personal data in a file is not read', async () => {
    const all = JSON.stringify(await read([extendedPlay(), { nonsense: '203.0.113.77' }]))
    expect(all).toContain('Slow Ferry')
    expect(all).not.toMatch(/203\.0\.113|android|"DE"|mirelle/)
  })
})

describe('MBIDs are read', () => {
  const [of, recording] = ['65f4f0c5-ef9e-490c-aee3-909e7ae6b2ab', '0ee1ba95-3b4f-4d3b-8f3c-2b3f1b7bd0a1']
  const known = (details: object) => ({
    ...ferry('2024-05-17T12:54:00Z'),
    details: { ...details, artistMbids: [of], recordingMbid: recording },
  })
  const told = brainzListen('Nine Rooms', 'Slow Ferry', 1_715_950_440)
  const brainz = (info: object, mapping: object | null) => [
    { ...told, track_metadata: { ...told.track_metadata, additional_info: info, mbid_mapping: mapping } },
  ]
  const track = lastfmTrack('Nine Rooms', 'Slow Ferry', '1715950440')
  test.each([
    ['as the player sent them', brainz({ artist_mbids: [of], recording_mbid: recording }, null), onHarbour],
    [
      'as ListenBrainz found them',
      brainz({}, { artist_mbids: [of.toUpperCase()], recording_mbid: recording }),
      onHarbour,
    ],
    ['from Last.fm', [{ ...track, mbid: recording, artist: { ...track.artist, mbid: of } }], onHarbour],
    [
      'from columns of a CSV',
      `uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n1715950440,,Nine Rooms,${of},,,Slow Ferry,${recording}`,
      {},
    ],
  ])('MBIDs are read: %s', async (_, file, details) => {
    expect((await read(file)).rows).toEqual([known(details)])
  })

  test('MBIDs are skipped if they are invalid', async () => {
    const { rows } = await read(brainz({ artist_mbids: ['nine'], recording_mbid: 7 }, null))
    expect(rows).toEqual([submitted('2024-05-17T12:54:00Z')])
  })

  test.each([
    ['one of two is empty', { artist_mbids: [of, ''] }],
    ['one of two is invalid', { artist_mbids: ['nine', of] }],
  ])('MBIDs of artists are skipped if %s', async (_, info) => {
    const { rows } = await read(brainz(info, null))
    expect(rows).toEqual([submitted('2024-05-17T12:54:00Z')])
  })

  test('MBIDs of artists are skipped if two names have one', async () => {
    const { rows } = await read(brainz({ artist_mbids: [of], artist_names: ['Nine Rooms', 'Bo'] }, null))
    const submission = submitted('2024-05-17T12:54:00Z')
    expect(rows).toEqual([{ ...submission, details: { ...submission.details, artistNames: ['Nine Rooms', 'Bo'] } }])
  })
})

test('a million lines are all read', { tags: NIGHTLY }, async () => {
  const line = Buffer.from('"Nine, Rooms",Harbour,Slow Ferry,17 May 2024 12:54\r\n'.repeat(1000))
  async function* lines() {
    for (let at = 0; at < 1000; at++) yield line
  }
  let rows = 0
  for await (const read of readChunks(lines(), undefined)) rows += read.rows.length
  expect(rows).toBe(1_000_000)
})

describe('a file that was cut off', () => {
  const whole = JSON.stringify([extendedPlay(), extendedPlay({ ts: '2024-05-18T12:54:30Z' })])
  test('a truncated file yields the records before the cut, and a note about it', async () => {
    const { rows, notes } = await read(whole.slice(0, -40))
    expect(rows).toEqual([played('2024-05-17T12:51:30Z')])
    expect(notes).toEqual(['The file ends in the middle: it was cut off. What stood before is taken.'])
  })

  test('a file truncated at any byte causes no error and no invented listen', async () => {
    const all = [played('2024-05-17T12:51:30Z'), played('2024-05-18T12:51:30Z')]
    const first = whole.indexOf('}') + 1
    for (let length = first; length < whole.length; length += 13) {
      const { rows, notes } = await read(whole.slice(0, length), 64)
      expect(rows).toEqual(all.slice(0, rows.length))
      expect(notes).toHaveLength(1)
    }
  })
})

test('a broken record is counted, and the others are imported', async () => {
  const text = `[${JSON.stringify(extendedPlay())},{"ts":nonsense},${JSON.stringify(accountPlay())}]`
  expect((await read(text)).rows).toEqual([played('2024-05-17T12:51:30Z'), 'unreadable', 'not_music'])
})

describe('a zip', () => {
  const brainz = (listenedAt: number) => `${JSON.stringify(brainzListen('Nine Rooms', 'Slow Ferry', listenedAt))}\n`
  const others = [
    { name: 'user.json', content: '{"user_id":1,"username":"mirelle"}' },
    { name: 'feedback.jsonl', content: '{"recording_msid":"x","score":1,"created":1715950440}\n' },
    { name: 'cover.png', content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]) },
    { name: 'listens/', content: '' },
  ]

  test('a zip is read file by file, and files of other kinds are skipped', async () => {
    const zip = makeZip(
      ...others,
      { name: 'listens/2024/5.jsonl', content: brainz(1_715_950_440) },
      { name: 'x', content: brainz(1_715_950_500) },
    )
    expect((await read(zip)).rows).toEqual([submitted('2024-05-17T12:54:00Z'), submitted('2024-05-17T12:55:00Z')])
    expect(readdirSync(spoolDir)).toEqual([])
  })

  test.each([
    ['was cut off', makeZip({ name: 'a', content: brainz(1) }).subarray(0, 200), /damaged, was cut off/],
    ['leads out of itself', makeZip({ name: '../../etc/a', content: brainz(1) }), /names that lead out/],
    ['claims to hold 5 GB', makeZip({ name: 'a', content: 'x', claims: 2 ** 32 - 2 }), /larger than 2 GB/],
    ['is a bomb', makeZip({ name: 'a', content: Buffer.alloc(30_000_000, 32) }), /far more than listens would/],
    [
      'holds too many files',
      makeZip(...Array.from({ length: 1001 }, (_, index) => ({ name: `${index}`, content: '' }))),
      /more than 1000 files/,
    ],
    ['holds nothing of ours', makeZip(...others.filter(({ name }) => !name.startsWith('feedback'))), /can't read/],
    ['holds nothing', makeZip(), /can't read/],
  ])('a zip that %s is rejected with a sentence', async (_, zip, sentence) => {
    await expect(read(zip, 65_536)).rejects.toThrow(sentence)
    expect(readdirSync(spoolDir)).toEqual([])
  })

  test('a zip entry with a false size is dropped, and the rest is read', async () => {
    const lie = { name: 'a', content: brainz(1_715_950_440).repeat(500), claims: 1000 }
    const { rows, notes } = await read(makeZip(lie, { name: 'b', content: brainz(1_715_950_500) }))
    expect(rows.at(-1)).toEqual(submitted('2024-05-17T12:55:00Z'))
    expect(notes).toEqual(['One file in the zip is damaged and left out from there on.'])
  })
})

describe('no file of listens is', () => {
  test.each([
    ['an empty one', '', /empty/],
    ['an empty list', '[]', /can't read/],
    ['a letter', 'Dear Flipside,\nhere is my music.\n', /can't read/],
    ['another CSV', 'name,value\na,1\n', /can't read/],
    ['another JSON', { playlists: [{ name: 'x', items: [] }] }, /can't read/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), /can't read/],
    ['text as UTF-16', Buffer.from('\ufeffuts,artist,track', 'utf16le'), /UTF-16/],
    ['text as UTF-16 without a mark', Buffer.from('uts,artist,track', 'utf16le'), /UTF-16/],
  ])('an upload is rejected as no file of listens: %s', async (_, file, sentence) => {
    await expect(read(file, 4096)).rejects.toThrow(sentence)
  })
})
