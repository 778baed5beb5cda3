import { expect, test } from 'vitest'
import type { ListenDetails } from '#server/listening/listens/listen-details.ts'
import { isEcho, toSender } from './echo.ts'

const OWN = 'Flipside (00000001)'
const PEER = 'Flipside (00000002)'
const to = { lastfm: { service: 'lastfm', peer: null }, listenbrainz: { service: 'listenbrainz', peer: null } } as const

const cases: readonly (readonly [details: ListenDetails | undefined, lastfm: boolean, listenbrainz: boolean])[] = [
  [undefined, false, false],
  [{ album: 'Last.fm' }, false, false],
  [{ service: 'spotify.com', client: 'Pano Scrobbler', player: 'Spotify' }, false, false],
  [{ service: 'last.fm' }, true, false],
  [{ service: 'https://www.Last.fm/music/x' }, true, false],
  [{ service: 'notlast.fm' }, false, false],
  [{ service: 'listenbrainz.org' }, false, true],
  [{ client: 'lastfm' }, true, false],
  [{ client: 'ListenBrainz lastfm importer v2' }, true, true],
  [{ client: 'ListenBrainz' }, false, true],
  // These players send by ListenBrainz's protocol; they copy nothing from it.
  [{ client: 'listenbrainz-mpd' }, false, false],
  [{ client: 'Jellyfin ListenBrainz Plugin' }, false, false],
  [{ client: OWN }, true, true],
  [{ client: PEER }, false, false],
]

test.each(cases)('%o is an echo for Last.fm: %s, for ListenBrainz: %s', (details, lastfm, listenbrainz) => {
  expect([isEcho(details, to.lastfm, OWN), isEcho(details, to.listenbrainz, OWN)]).toEqual([lastfm, listenbrainz])
})

test('what another Flipside has relayed is an echo for that Flipside only, and retains its name', () => {
  expect(isEcho({ client: PEER }, { service: 'listenbrainz', peer: PEER }, OWN)).toBe(true)
  expect([toSender({ client: PEER }, OWN), toSender({ client: 'mpv' }, OWN), toSender(undefined, OWN)]).toEqual([
    PEER,
    OWN,
    OWN,
  ])
})
