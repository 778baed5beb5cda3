/** Records in the services' export formats; fields that a test does not set have a likely value. */

type Fields = Readonly<Record<string, unknown>>

/** A row in Spotify's extended streaming history: the play ends at `ts`. */
export const extendedPlay = (more: Fields = {}) => ({
  ts: '2024-05-17T12:54:30Z',
  username: 'mirelle',
  platform: 'android',
  ms_played: 180_000,
  conn_country: 'DE',
  ip_addr_decrypted: '203.0.113.77',
  user_agent_decrypted: 'unknown',
  ip_addr: '203.0.113.77',
  master_metadata_track_name: 'Slow Ferry',
  master_metadata_album_artist_name: 'Nine Rooms',
  master_metadata_album_album_name: 'Harbour',
  spotify_track_uri: 'spotify:track:0000000000000000000001',
  episode_name: null,
  episode_show_name: null,
  spotify_episode_uri: null,
  reason_start: 'trackdone',
  reason_end: 'trackdone',
  shuffle: false,
  skipped: false,
  offline: false,
  offline_timestamp: null,
  incognito_mode: false,
  ...more,
})

/** A row in Spotify's account data: the play ends in the minute `endTime`. */
export const accountPlay = (more: Fields = {}) => ({
  endTime: '2024-05-17 12:54',
  artistName: 'Nine Rooms',
  trackName: 'Slow Ferry',
  msPlayed: 180_000,
  ...more,
})

/** A ListenBrainz listen. */
export const brainzListen = (artist: string, title: string, listenedAt: unknown) => ({
  listened_at: listenedAt,
  inserted_at: 1_715_950_600,
  track_metadata: {
    artist_name: artist,
    track_name: title,
    release_name: 'Harbour',
    recording_msid: '3f1ba2b5-0d1f-4f4e-9a5d-1b1d54a1c001',
    additional_info: { artist_names: [artist], tags: [] },
    mbid_mapping: { artists: [{ artist_credit_name: artist, join_phrase: '' }] },
  },
})

/** A Last.fm track, as in its responses. */
export const lastfmTrack = (artist: string, title: string, uts?: string) => ({
  name: title,
  mbid: '',
  artist: { '#text': artist, mbid: '' },
  album: { '#text': 'Harbour', mbid: '' },
  image: [{ size: 'small', '#text': '' }],
  ...(uts === undefined ? { '@attr': { nowplaying: 'true' } } : { date: { uts, '#text': 'then' } }),
})

/** A Maloja export. */
export const malojaExport = (...scrobbles: readonly Fields[]) => ({ maloja: { export_time: 1_715_950_600 }, scrobbles })

const csvField = (value: unknown): string => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  return `"${text.replaceAll('"', '""')}"`
}

/** A CSV table with quoted fields; a missing value is empty. */
export const csvTable = (columns: readonly string[], rows: readonly Fields[]): string =>
  [columns.join(','), ...rows.map((row) => columns.map((column) => csvField(row[column])).join(','))]
    .map((line) => `${line}\n`)
    .join('')

/** The `.scrobbler.log` from a portable player with Rockbox, with the time zone `zone`. */
export const scrobblerLog = (
  zone: 'UTC' | 'UNKNOWN',
  ...lines: ReadonlyArray<ReadonlyArray<string | number>>
): string =>
  [
    '#AUDIOSCROBBLER/1.1',
    `#TZ/${zone}`,
    '#CLIENT/Rockbox sansae200 $Revision$',
    '#ARTIST\t#ALBUM\t#TITLE\t#TRACKNUM\t#LENGTH\t#RATING\t#TIMESTAMP\t#MUSICBRAINZ_TRACKID',
    ...lines.map((fields) => fields.join('\t')),
    '',
  ].join('\n')

/** A lastfmstats.com scrobble. */
export const statsScrobble = (more: Fields = {}) => ({
  artist: 'Nine Rooms',
  album: 'Harbour',
  albumId: '0b9e6a8e-6a0e-4b7c-9f53-4c8f0d4d1a01',
  track: 'Slow Ferry',
  date: 1_715_950_440_000,
  ...more,
})

/** A lastfmstats.com CSV. */
export const statsCsv = (...scrobbles: readonly Fields[]): string => {
  const columns = ['Artist', 'Album', 'AlbumId', 'Track', 'Date#mirelle']
  const rows = scrobbles.map(({ artist, album, albumId, track, date }) => [artist, album, albumId, track, date])
  return `\ufeff${columns.join(';')}\n${rows.map((row) => row.map(csvField).join(';')).join('\n')}`
}

/** A listen in a Koito export. */
export const koitoListen = (more: Fields = {}) => ({
  listened_at: '2024-05-17T12:54:00Z',
  client: 'Navidrome',
  track: {
    mbid: '0ee1ba95-3b4f-4d3b-8f3c-2b3f1b7bd0a1',
    duration: 180,
    aliases: [
      { alias: 'Slow Ferry (Remaster)', source: 'MusicBrainz', is_primary: false },
      { alias: 'Slow Ferry', source: 'Canonical', is_primary: true },
    ],
  },
  album: {
    image_url: 'https://covers.example/1.jpg',
    mbid: '0b9e6a8e-6a0e-4b7c-9f53-4c8f0d4d1a01',
    aliases: [{ alias: 'Harbour', source: 'Canonical', is_primary: true }],
    various_artists: false,
  },
  artists: [koitoArtist('Nine Rooms', '65f4f0c5-ef9e-490c-aee3-909e7ae6b2ab')],
  ...more,
})

/** An artist in a Koito export. */
export const koitoArtist = (name: string, mbid: string | null = null) => ({
  image_url: '',
  mbid,
  is_primary: true,
  aliases: [{ alias: name, source: 'Canonical', is_primary: true }],
})

/** A Koito export. */
export const koitoExport = (...listens: readonly Fields[]): string =>
  JSON.stringify({ version: '1', exported_at: '2024-05-20T08:00:00Z', user: 'mirelle', listens }, null, 2)

/** An entry of Pano Scrobbler's log file. */
export const panoEntry = (more: Fields = {}) => ({
  timeHuman: 'May 17, 2024, 14:54 CEST',
  timeMs: 1_715_950_440_123,
  artist: 'Nine Rooms',
  track: 'Slow Ferry',
  album: 'Harbour',
  albumArtist: 'Various Artists',
  durationMs: 180_000,
  mediaPlayerPackage: 'com.ventismedia.android.mediamonkey',
  mediaPlayerName: 'MediaMonkey',
  mediaPlayerVersion: '2.0.4.1231',
  event: 'scrobble',
  ...more,
})

/** A Libre.fm export, with the comments above its header. */
export const librefmCsv = (...rows: readonly Fields[]): string =>
  `+ACM- Data export from Libre.fm,,,\n# 2024-05-20,,,\n${csvTable(['Artist', 'Track', 'Album', 'Time'], rows)}`

/** A row in the listening history from Deezer's data export. */
export const deezerPlay = (more: Fields = {}) => ({
  'Song Title': 'Slow Ferry',
  Artist: 'Nine Rooms',
  ISRC: 'DEA622400001',
  'Album Title': 'Harbour',
  'IP Address': '203.0.113.77',
  'Listening Time': 180,
  'Platform Name': 'Android',
  'Platform Model': 'Pixel',
  Date: '2024-05-17 12:54:00',
  ...more,
})

/** A row in Tidal's `streaming.csv`. */
export const tidalStream = (more: Fields = {}) => ({
  artist_name: 'Nine Rooms',
  track_title: 'Slow Ferry',
  entry_date: '17/05/2024 14:54',
  stream_duration_ms: '180000.0',
  product_type: 'TRACK',
  ip_address: '203.0.113.77',
  client_name_from_session: 'Tidal Web Player',
  country_name: 'Germany',
  region_name: 'Berlin',
  city_name: 'Berlin',
  postal_code: '10115',
  time_zone: 'Europe/Berlin',
  ...more,
})

/** Tidal's `streaming.csv`. */
export const tidalCsv = (...rows: readonly Fields[]): string => csvTable(Object.keys(tidalStream()), rows)

/** An entry in a Google Takeout watch history, as JSON. */
export const youtubeWatch = (more: Fields = {}) => ({
  header: 'YouTube Music',
  title: 'Watched Slow Ferry',
  titleUrl: 'https://music.youtube.com/watch?v=-e8Nfjl_AKk',
  subtitles: [{ name: 'Nine Rooms - Topic', url: 'https://www.youtube.com/channel/UC-oXNBXG4lHLc7cNuK6mwPQ' }],
  time: '2024-05-17T12:54:00.784Z',
  products: ['YouTube'],
  activityControls: ['YouTube watch history'],
  ...more,
})

interface HtmlWatch {
  readonly product?: string
  readonly verb?: string
  readonly title?: string
  readonly url?: string
  readonly channel?: string | undefined
  readonly date?: string
  readonly details?: string
}

/** An entry in the same history, as HTML. Texts are HTML. */
export const youtubeCell = ({
  product = 'YouTube Music',
  verb = 'Watched&nbsp;',
  title = 'Slow Ferry',
  url = 'https://music.youtube.com/watch?v=-e8Nfjl_AKk',
  channel = 'Nine Rooms - Topic',
  date = 'May 17, 2024, 5:54:00\u202fAM PDT',
  details = '',
}: HtmlWatch = {}): string => {
  const video = title === '' ? '' : `<a href="${url}">${title}</a>`
  const by = channel === '' ? '' : `<a href="https://www.youtube.com/channel/UC-oXN">${channel}</a><br>`
  const cell = (kind: string, content: string) => `<div class="${kind}">${content}</div>`
  const content = 'content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1'
  return cell(
    'outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp',
    cell(
      'mdl-grid',
      cell('header-cell mdl-cell mdl-cell--12-col', `<p class="mdl-typography--title">${product}<br></p>`) +
        cell(content, `${verb}${video}<br>${by}${date}<br>`) +
        cell(`${content} mdl-typography--text-right`, '') +
        cell(
          'content-cell mdl-cell mdl-cell--12-col mdl-typography--caption',
          `<b>Products:</b><br>&emsp;YouTube<br>${details}<b>Why is this here?</b><br>&emsp;This activity was saved ` +
            'to your Google Account because the following settings were on:&nbsp;YouTube watch history.&nbsp;You can ' +
            'control these settings &nbsp;<a href="https://myaccount.google.com/activitycontrols">here</a>.',
        ),
    ),
  )
}

/** A watch history's HTML, below a style sheet with `styleBytes` bytes. */
export const youtubeHtml = (cells: readonly string[], styleBytes = 150_000): string =>
  '<html><head><title>My Activity History</title><style type="text/css">.outer-cell{margin-bottom:16px}' +
  `${'.mdl-grid>p{color:#fff}'.repeat(Math.ceil(styleBytes / 23))}</style></head><body><div class="mdl-grid">` +
  `${cells.join('')}</div></body></html>`

/** Columns in Apple's play activity that are read, among others that are not. */
const playActivityColumns = [
  'Age Bucket',
  'Album Name',
  'Apple ID Number',
  'Client IP Address',
  'Container Album Name',
  'Container Artist Name',
  'Container Name',
  'Device Identifier',
  'End Position In Milliseconds',
  'End Reason Type',
  'Event End Timestamp',
  'Event Start Timestamp',
  'Event Type',
  'IP City',
  'IP Latitude',
  'Item Type',
  'Media Duration In Milliseconds',
  'Media Type',
  'Play Duration Milliseconds',
  'Song Name',
  'UTC Offset In Seconds',
] as const

/** A row in Apple's play activity, which ends at `Event End Timestamp`. */
export const playActivity = (more: Fields = {}) => ({
  'Album Name': 'Harbour',
  'Apple ID Number': 12_345_678,
  'Client IP Address': '203.0.113.77',
  'Device Identifier': 'phone-1',
  'End Reason Type': 'NATURAL_END_OF_TRACK',
  'Event End Timestamp': '2024-05-17T12:57:00.120Z',
  'Event Start Timestamp': '2024-05-17T12:54:00.120Z',
  'Event Type': 'PLAY_END',
  'IP City': 'Berlin',
  'Item Type': 'ITUNES_STORE_CONTENT',
  'Media Duration In Milliseconds': 180_000,
  'Media Type': 'AUDIO',
  'Play Duration Milliseconds': 180_000,
  'Song Name': 'Slow Ferry',
  'UTC Offset In Seconds': 7200,
  ...more,
})

/** Apple's play activity, with its 145 columns. `columns` are further ones, as in older exports. */
export const playActivityCsv = (rows: readonly Fields[], columns: readonly string[] = []): string => {
  const other = Array.from({ length: 124 }, (_, place) => `Some Other Column ${place}`)
  return csvTable([...playActivityColumns, ...columns, ...other], rows)
}

/** A row in Apple's daily tracks. */
export const dailyTrack = (more: Fields = {}) => ({
  Country: 'DE',
  'Track Identifier': 1_445_167_429,
  'Media type': 'AUDIO',
  'Date Played': '20240517',
  Hours: '14',
  'Play Duration Milliseconds': 180_000,
  'Source Type': 'IPHONE',
  'Play Count': 1,
  'Skip Count': 0,
  'Ignore For Recommendations': '',
  'Track Reference': 1_445_167_429,
  'Track Description': 'Nine Rooms - Slow Ferry',
  ...more,
})

/** Apple's daily tracks. */
export const dailyTracksCsv = (...rows: readonly Fields[]): string => csvTable(Object.keys(dailyTrack()), rows)

/** A track in Apple's library. */
export const libraryTrack = (more: Fields = {}) => ({
  'Content Type': 'Song',
  'Track Identifier': 182_889_262,
  Title: 'Slow Ferry',
  'Sort Name': 'Slow Ferry',
  Artist: 'Nine Rooms',
  Album: 'Harbour',
  'Album Artist': 'Nine Rooms',
  'Track Number On Album': 3,
  ...more,
})
