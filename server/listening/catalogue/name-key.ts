/**
 * Returns the folded name for comparison: `Nine  Rooms ` and `nine rooms` are one artist.
 * Scrobblers differ in case, width and spaces.
 */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
