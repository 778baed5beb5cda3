import { readEntryList } from '#src/ui/entry-state.ts'
import { readRowHeights } from '#src/ui/row-heights.ts'
import { topOf } from '#src/ui/useTopOf.ts'

/** Where broadcasts stand, in px: the first one's top in the document, and heights by id. */
export interface DrawnFeed {
  readonly top: number
  readonly heights: ReadonlyMap<number, number>
}

/** Reads where a feed's articles stand, each with its id as `data-id`. Once they are painted nothing is laid out for it. */
export function readDrawn(feed: HTMLElement): DrawnFeed {
  const rows = [...feed.querySelectorAll<HTMLElement>(':scope > [data-id]')]
  return { top: topOf(feed), heights: new Map(rows.map((row) => [Number(row.dataset['id']), row.offsetHeight])) }
}

/** The feed as the present history entry was left; undefined for a new entry. */
export function readEarlierFeed(): DrawnFeed | undefined {
  const [top] = readEntryList('feed-top') ?? []
  return top === undefined ? undefined : { top, heights: readRowHeights('feed') }
}
