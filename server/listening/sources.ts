/**
 * Where a listen came from. The numbers stand in `listens.source` and never change meaning. `played` is what this server saw
 * itself: the demo's sample listens, later scrobbles.
 */
export const SOURCE_NUMBERS = {
  played: 0,
  'spotify-extended': 1,
  'spotify-account': 2,
  'lastfm-csv': 3,
  'lastfm-json': 4,
  listenbrainz: 5,
  maloja: 6,
} as const

export type Source = keyof typeof SOURCE_NUMBERS

/** The name of a number in `listens.source`. */
export const sourceOf = (number: number): Source =>
  // The keys of SOURCE_NUMBERS are its names; a number that a newer program wrote is shown as what is known of it.
  (Object.keys(SOURCE_NUMBERS) as Source[]).find((it) => SOURCE_NUMBERS[it] === number) ?? 'played'
