/**
 * Listen sources. The numbers are stored in `listens.source` and never change meaning. `played` is
 * recorded by this server: the demo's sample listens, and scrobbles. `lastfm-csv` has seconds;
 * `lastfm-csv-minutes`, from another exporter, only minutes, so the two are separate sources (until
 * 24 November 2026 both were `lastfm-csv`). `flipside` is recorded by another Flipside account's
 * server, `by-hand` by the member, `library` by the player of the page. The JSON and the HTML of
 * one YouTube history are two sources, since one rounds its times.
 */
export const SOURCE_NUMBERS = {
  played: 0,
  'spotify-extended': 1,
  'spotify-account': 2,
  'lastfm-csv': 3,
  'lastfm-json': 4,
  listenbrainz: 5,
  maloja: 6,
  'lastfm-csv-minutes': 7,
  flipside: 8,
  'apple-music': 9,
  'youtube-json': 10,
  'youtube-html': 11,
  'scrobbler-log': 12,
  lastfmstats: 13,
  koito: 14,
  'pano-scrobbler': 15,
  librefm: 16,
  deezer: 17,
  tidal: 18,
  'by-hand': 20,
  library: 21,
} as const

export type Source = keyof typeof SOURCE_NUMBERS

export const isSource = (name: unknown): name is Source =>
  typeof name === 'string' && Object.hasOwn(SOURCE_NUMBERS, name)

export const toSource = (number: number): Source =>
  // The keys in SOURCE_NUMBERS are its names; a number written by a newer program gets a fallback.
  (Object.keys(SOURCE_NUMBERS) as Source[]).find((sourceNumber) => SOURCE_NUMBERS[sourceNumber] === number) ?? 'played'
