import { type Row, toFields } from '#server/listening/listens/scrobble.ts'
import type { CsvColumns } from './csv-columns.ts'
import type { Format } from './format.ts'
import type { ReadContext } from './read-context.ts'

/*
 * The files in Apple's export that know track artists, but not play times: daily tracks, the last
 * plays, and the library.
 */

export const isSummaryHeader = (columns: CsvColumns): boolean =>
  (columns.has('track description') && (columns.has('date played') || columns.has('total plays'))) ||
  columns.has('track name', 'last played date')

/** Returns a reader for summary rows, which have `Artist - Title` as a description. */
export const createSummaryReader =
  (columns: CsvColumns, { trackArtists }: ReadContext) =>
  (row: readonly string[]): Row => {
    if (row.length !== columns.names.length) return 'unreadable'
    const description = columns.get(row, 'track description', 'track name') ?? ''
    const split = description.indexOf(' - ')
    if (split > 0) {
      const [artist, title] = [description.slice(0, split), description.slice(split + 3)]
      trackArtists.learn({ artist, title, day: toDay(columns.get(row, 'date played')) })
    }
    return 'day_only'
  }

/** Returns `20240517` as days since 1970. */
function toDay(date = ''): number {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(date.trim()) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000
}

/** Returns whether a record is a track from `Apple Music Library Tracks.json`. */
export const isLibraryTrack = (fields: Readonly<Record<string, unknown>>): boolean =>
  ['Title', 'Artist', 'Content Type'].every((name) => name in fields)

/** Returns the library format, which has no listens. */
export const libraryFormat = ({ trackArtists }: ReadContext): Format<unknown> => ({
  source: 'apple-music',
  isNamesOnly: true,
  read(record) {
    const { Title: title, Artist: artist, Album: album } = toFields(record)
    if (typeof title === 'string' && typeof artist === 'string') {
      trackArtists.learn({ title, artist, album: typeof album === 'string' ? album : undefined })
    }
    return []
  },
})
