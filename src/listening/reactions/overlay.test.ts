import { expect, test } from 'vitest'
import { pendingActions } from '#tests/support/pending-actions.ts'
import { overlayOthersListens } from '../listens/overlay.ts'
import { overlayFollowedPlaying } from '../now-playing/overlay.ts'
import { reactToPlay } from '../senders.ts'

const AT = '2026-11-25T08:00:00.000Z'
const after = (ms: number) => new Date(Date.parse(AT) + ms).toISOString()

const playing = (is_reacted?: boolean) => ({
  playing: [
    {
      username: 'bo',
      pfpsm: '',
      track: 'Rain',
      artist: 'Sol Ferro',
      artist_id: null,
      track_id: null,
      started_at: AT,
      ends_at: after(200_000),
      is_reacted,
    },
  ],
})
const react = (isReacted: boolean, more: object = {}) =>
  [
    reactToPlay,
    { user: 'ada', member: 'Bo', artist: 'Sol Ferro', track: 'rain', playedAt: AT, isReacted, ...more },
  ] as const
const listen = (listened_at: string) => ({
  id: listened_at,
  listened_at,
  track_id: 7,
  track: 'Rain',
  artist_id: 1,
  artist: 'Sol Ferro',
  artists: undefined,
  album_id: null,
  album: '',
  cover: '',
  lastfmtrackurl: '',
  links: undefined,
  source: '',
  player: '',
  client: '',
  service: '',
  is_reacted: false,
})

test('the last pending reaction to what plays decides, however often it is applied', () => {
  const pending = pendingActions(react(false), react(true))
  const shown = overlayFollowedPlaying(playing(false), pending)
  expect(shown?.playing[0]?.is_reacted).toBe(true)
  expect(overlayFollowedPlaying(shown, pending)).toEqual(shown)
  expect(overlayFollowedPlaying(playing(true), pendingActions(react(false)))?.playing[0]?.is_reacted).toBe(false)
})

test('a pending reaction shows nothing on a host without reactions to plays', () => {
  expect(overlayFollowedPlaying(playing(), pendingActions(react(true)))?.playing[0]?.is_reacted).toBeUndefined()
})

test('a pending reaction to what plays is that of its listen, and of no other play of the track', () => {
  const rows = [listen(after(119_000)), listen(after(121_000)), { ...listen(AT), track: 'Fog' }]
  const shown = overlayOthersListens(rows, 'bo', pendingActions(react(true)))
  expect(shown.map((row) => 'is_reacted' in row && row.is_reacted)).toEqual([true, false, false])
})
