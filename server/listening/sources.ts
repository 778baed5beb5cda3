/**
 * Where a listen came from. The numbers are stored in `listens.source` and never change meaning. `played` is what this server saw
 * itself: the demo's sample listens, and scrobbles. `lastfm-csv` knows seconds; `lastfm-csv-minutes`, from another exporter, minutes
 * only, so the two are separate sources (until 24 November 2026 both were `lastfm-csv`). `flipside` is what another account of
 * Flipside saw itself.
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
} as const

export type Source = keyof typeof SOURCE_NUMBERS

/** Whether a text is the name of a source. */
export const isSource = (name: unknown): name is Source =>
  typeof name === 'string' && Object.hasOwn(SOURCE_NUMBERS, name)

/** The name of a number in `listens.source`. */
export const sourceOf = (number: number): Source =>
  // The keys of SOURCE_NUMBERS are its names; a number that a newer program wrote is shown as what is known of it.
  (Object.keys(SOURCE_NUMBERS) as Source[]).find((it) => SOURCE_NUMBERS[it] === number) ?? 'played'
