import { expect, test } from 'vitest'
import { VERSION } from '#server/http/version.ts'
import { linkListenbrainz, nowS, relayWorld, scrobble, sendAll } from '#tests/support/relays.ts'

const RECORDING = '0b9c5b1e-1111-4000-8000-000000000001'
const RELEASE = '0b9c5b1e-1111-4000-8000-000000000002'
const ARTIST = '0b9c5b1e-1111-4000-8000-000000000003'

/** The fields of `additional_info` that are sent on as they arrived. */
const unchanged = {
  artist_mbids: [ARTIST],
  recording_mbid: RECORDING,
  release_mbid: RELEASE,
  release_artist_name: 'Various Artists',
  tracknumber: 3,
  duration_ms: 180_400,
  media_player: 'mpv',
  spotify_id: 'https://open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm',
  spotify_album_id: 'https://open.spotify.com/album/2noRn2Aes5aoNVsU6iWThc',
  youtube_id: 'dQw4w9WgXcQ',
  isrc: 'DE-A62-21-00123',
}
/** Those that are not stored, and so not sent on. */
const dropped = {
  release_group_mbid: '0b9c5b1e-1111-4000-8000-000000000004',
  track_mbid: '0b9c5b1e-1111-4000-8000-000000000005',
  work_mbids: ['0b9c5b1e-1111-4000-8000-000000000006'],
  tags: ['slow'],
  media_player_version: '0.40',
  submission_client_version: '1.2',
  spotify_artist_ids: ['https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb'],
  spotify_album_artist_ids: ['https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb'],
  discnumber: 1,
}
/** An address at each service, and the name of a service with and without a domain. */
const origins = [
  ['https://open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm', { music_service: 'spotify.com' }],
  ['https://music.apple.com/gb/album/wet/1440935467?i=1440935468', { music_service: 'music.apple.com' }],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RD1', { music_service: 'music.youtube.com' }],
  ['https://www.deezer.com/en/track/3135556', { music_service: 'deezer.com' }],
  ['https://listen.tidal.com/track/77646168', { music_service: 'tidal.com' }],
  ['https://soundcloud.com/sol-ferro/rain', { music_service: 'soundcloud.com' }],
  ['https://sol-ferro.bandcamp.com/track/rain', { music_service: 'bandcamp.com' }],
  ['https://music.amazon.com/tracks/B0ABCDEFGH', { music_service_name: 'Amazon Music' }],
  ['https://open.qobuz.com/track/1234567', { music_service_name: 'Qobuz' }],
  [`https://musicbrainz.org/recording/${RECORDING}`, { music_service_name: 'MusicBrainz' }],
] as const

test('every field of a submission arrives at ListenBrainz as it was sent, or is one that is not stored', async () => {
  const { server, ada, player, listenbrainz } = await relayWorld()
  expect((await linkListenbrainz(server, ada)).body).toEqual({ success: true })
  const at = nowS(server) - 3600
  const listens = origins.map(([origin_url, service], place) => ({
    listened_at: at + place * 300,
    track_metadata: {
      artist_name: 'Søl & Ferro',
      track_name: `Rain = 100 % ${place}`,
      release_name: 'Wet',
      additional_info: { ...unchanged, ...dropped, ...service, origin_url, submission_client: 'rescrobbled' },
    },
  }))
  await scrobble(server, player, ...listens)
  await sendAll(server)
  expect(
    listenbrainz.store.scrobbles.map(({ at: sentAt, sent }) => ({ listened_at: sentAt, track_metadata: sent })),
  ).toEqual(
    listens.map(({ listened_at, track_metadata: { artist_name, track_name, release_name } }, place) => ({
      listened_at,
      track_metadata: {
        artist_name,
        track_name,
        release_name,
        additional_info: {
          ...unchanged,
          ...origins[place]?.[1],
          origin_url: origins[place]?.[0],
          submission_client: expect.stringMatching(/^Flipside \([0-9a-f]{8}\)$/),
          submission_client_version: VERSION,
          original_submission_client: 'rescrobbled',
        },
      },
    })),
  )
})
