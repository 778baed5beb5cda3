/**
 * Generated histories as files of all formats, and what the documented rules count of them, in plain
 * code: it shares nothing with the server.
 */
import type { Random } from '#tests/simulation/random.ts'
import {
  accountPlay,
  brainzListen,
  csvTable,
  deezerPlay,
  extendedPlay,
  koitoArtist,
  koitoExport,
  koitoListen,
  librefmCsv,
  malojaExport,
  panoEntry,
  scrobblerLog,
  statsCsv,
  tidalCsv,
  tidalStream,
} from './listen-files.ts'

/** A play as it happened. */
export interface Play {
  /** One, or those of a credit. */
  readonly artists: readonly string[]
  readonly title: string
  readonly album: string
  /** Seconds since 1970. */
  readonly at: number
}

/** What a file says about a play. */
export interface FileRow {
  readonly play: Play
  readonly artist: string
}

interface FileFormat {
  /** Whether it names the artist of the album in place of the whole credit. */
  readonly hasOnlyFirst?: boolean
  readonly lacksAlbum?: boolean
  /** The start of a play as the file has it, in seconds. */
  readonly toStart?: (at: number) => number
  /** Makes a file, with records that are no listens. Local times are in `timeZone`. */
  readonly write: (rows: readonly FileRow[], timeZone: string) => string
}

export const LENGTH_S = 200
const MINUTE = 60
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const toMinute = (seconds: number) => Math.floor(seconds / MINUTE) * MINUTE

/** Returns the wall time in a zone, as if it were UTC. */
const toWall = (seconds: number, timeZone: string) => {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    seconds * 1000,
  )
  return `${text.replace(' ', 'T')}.000Z`
}

export const fileFormats: Readonly<Record<string, FileFormat>> = {
  'spotify-extended': {
    hasOnlyFirst: true,
    write: (rows) =>
      JSON.stringify([
        ...rows.map(({ play, artist }) =>
          extendedPlay({
            ts: iso(play.at + LENGTH_S),
            ms_played: LENGTH_S * 1000,
            master_metadata_track_name: play.title,
            master_metadata_album_artist_name: artist,
            master_metadata_album_album_name: play.album,
            spotify_track_uri: null,
          }),
        ),
        extendedPlay({ ms_played: 3000, reason_end: 'fwdbtn', master_metadata_track_name: 'Too short' }),
        extendedPlay({ master_metadata_track_name: null, episode_name: 'Talk' }),
      ]),
  },
  'spotify-account': {
    hasOnlyFirst: true,
    lacksAlbum: true,
    toStart: (at) => toMinute(at + LENGTH_S) - LENGTH_S,
    write: (rows) =>
      JSON.stringify(
        rows.map(({ play, artist }) =>
          accountPlay({
            endTime: iso(play.at + LENGTH_S)
              .slice(0, 16)
              .replace('T', ' '),
            artistName: artist,
            trackName: play.title,
            msPlayed: LENGTH_S * 1000,
          }),
        ),
      ),
  },
  listenbrainz: {
    write: (rows) =>
      JSON.stringify([
        ...rows.map(({ play, artist }) => {
          const listen = brainzListen(artist, play.title, play.at)
          return { ...listen, track_metadata: { ...listen.track_metadata, release_name: play.album } }
        }),
        brainzListen('', 'Nameless', 1_715_950_000),
      ]),
  },
  lastfm: {
    write: (rows) =>
      csvTable(
        ['uts', 'utc_time', 'artist', 'artist_mbid', 'album', 'album_mbid', 'track', 'track_mbid'],
        rows.map(({ play, artist }) => ({ uts: play.at, artist, album: play.album, track: play.title })),
      ),
  },
  lastfmstats: {
    write: (rows) =>
      statsCsv(
        ...rows.map(({ play, artist }) => ({ artist, album: play.album, track: play.title, date: play.at * 1000 })),
      ),
  },
  koito: {
    write: (rows) =>
      koitoExport(
        ...rows.map(({ play, artist }) =>
          koitoListen({
            listened_at: iso(play.at),
            track: { mbid: null, duration: LENGTH_S, aliases: [{ alias: play.title, is_primary: true }] },
            album: { mbid: null, aliases: [{ alias: play.album, is_primary: true }], various_artists: false },
            artists: [koitoArtist(artist)],
          }),
        ),
      ),
  },
  pano: {
    write: (rows) =>
      rows
        .map(({ play, artist }) =>
          JSON.stringify(
            panoEntry({ artist, track: play.title, album: play.album, albumArtist: '', timeMs: play.at * 1000 + 321 }),
          ),
        )
        .join('\n'),
  },
  librefm: {
    write: (rows) =>
      librefmCsv(
        ...rows.map(({ play, artist }) => ({ Artist: artist, Track: play.title, Album: play.album, Time: play.at })),
      ),
  },
  deezer: {
    write: (rows) =>
      csvTable(
        Object.keys(deezerPlay()),
        rows.map(({ play, artist }) =>
          deezerPlay({
            'Song Title': play.title,
            Artist: artist,
            ISRC: '',
            'Album Title': play.album,
            'Listening Time': LENGTH_S,
            Date: iso(play.at).slice(0, 19).replace('T', ' '),
          }),
        ),
      ),
  },
  tidal: {
    lacksAlbum: true,
    toStart: toMinute,
    write: (rows, timeZone) =>
      tidalCsv(
        ...rows.map(({ play, artist }) => {
          const [year, month, day, hour, minute] = toWall(play.at, timeZone).split(/[-T:]/)
          const entry_date = `${day}/${month}/${year} ${hour}:${minute}`
          return tidalStream({ artist_name: artist, track_title: play.title, entry_date, time_zone: timeZone })
        }),
        tidalStream({ product_type: 'VIDEO' }),
      ),
  },
  'scrobbler-log': {
    write: (rows, timeZone) =>
      scrobblerLog(
        'UNKNOWN',
        ...rows.map(({ play, artist }) => {
          const wall = Date.parse(toWall(play.at, timeZone)) / 1000
          return [artist, play.album, play.title, '', LENGTH_S, 'L', wall]
        }),
        ['Nine Rooms', 'Harbour', 'Skipped', '', LENGTH_S, 'S', 1_715_950_000],
      ),
  },
  maloja: {
    write: (rows) =>
      JSON.stringify(
        malojaExport(
          ...rows.map(({ play, artist }) => ({
            time: play.at,
            track: { artists: [artist], title: play.title, album: { albumtitle: play.album }, length: LENGTH_S },
            duration: null,
            origin: 'client:web',
          })),
        ),
      ),
  },
}

/** Writes a name in another case, or with more spaces: the same name. */
export const respell = (random: Random, name: string): string =>
  random.percent(20) ? name.toUpperCase() : random.percent(20) ? name.replaceAll(' ', '  ') : name

/** Returns a name as all spellings of it compare. */
export const fold = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().toLowerCase()

/** Returns the day of a time in a calendar. */
export const toDay = (seconds: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(seconds * 1000)

const toText = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Returns the first day of a period that ends today; seven days, or calendar months. */
export function toFirstDay(period: string, today: string): string {
  if (period === 'overall') return '0001-01-01'
  const [year = 0, month = 0, date = 0] = today.split('-').map(Number)
  if (period === '7day') return toText(Date.UTC(year, month - 1, date - 6))
  const months = Number.parseInt(period, 10)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return toText(Date.UTC(year, month - 1 - months, Math.min(date, last) + 1))
}

/** Counts values by a key. */
export function countBy<T>(values: readonly T[], toKeys: (value: T) => readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) for (const key of toKeys(value)) counts[key] = (counts[key] ?? 0) + 1
  return counts
}
