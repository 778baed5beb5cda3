/** Records in the services' export formats; fields that a test does not set have a likely value. */

type Fields = Readonly<Record<string, unknown>>

/** A row of Spotify's extended streaming history: the play ends at `ts`. */
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

/** A row of Spotify's account data: the play ends in the minute `endTime`. */
export const accountPlay = (more: Fields = {}) => ({
  endTime: '2024-05-17 12:54',
  artistName: 'Nine Rooms',
  trackName: 'Slow Ferry',
  msPlayed: 180_000,
  ...more,
})

/** A listen of ListenBrainz. */
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

/** A track of Last.fm, as in its responses. */
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
