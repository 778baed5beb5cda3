/** What services append to titles when they reissue a recording. */
const REMASTER = /\s*[-([]\s*(?:\d{4}\s+)?(?:digital(?:ly)?\s+)?remaster(?:ed)?(?:\s+version)?(?:\s+\d{4})?\s*[)\]]?$/i

/**
 * Returns the letters and digits of a name, without marks, case and a note on a remaster. In linear
 * time: in a run of blanks the pattern for the note would search from each of them.
 */
export const toLetters = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .replace(REMASTER, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '')

/** Returns whether two names have the same letters: `Beyoncé` and `Beyonce`, `AC/DC` and `ACDC`. */
export function areAlike(name: string, other: string): boolean {
  const letters = toLetters(name)
  return letters !== '' && letters === toLetters(other)
}
