import { findPlayingLinks, type LinkReader } from './read-track-links.ts'

export async function addTrackLinks<Row>(
  reader: LinkReader,
  rows: readonly Row[],
  toTrackId: (row: Row) => number | null | undefined,
): Promise<(Row & { links: string | undefined })[]> {
  const links = await findPlayingLinks(reader, rows.map(toTrackId))
  return rows.map((row) => ({ ...row, links: links.get(toTrackId(row) ?? 0) }))
}
