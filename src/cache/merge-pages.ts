import { type Cursor, isServerId, lastCursor } from '#contract/page.ts'

/** A row in a paged list; without an id the host has no cursor. */
export interface Paged<C extends Cursor = Cursor> {
  id?: C | undefined
}

export interface OlderPage<T extends Paged> {
  before: Cursor
  /** Undefined until it is loaded. */
  items: readonly T[] | undefined
  isFailed: boolean
}

/** Limits that the head and an older page were requested with: a shorter page is the last. */
export interface PageLengths {
  head: number
  older: number
}

interface MergedPages<T extends Paged> {
  items: T[]
  /** Cursors for the pages that join the head without a gap. */
  used: Cursor[]
  /** The next page's cursor; undefined while one is in flight or has failed, or at the end. */
  next: Cursor | undefined
  hasMore: boolean
  isLoading: boolean
}

/** Returns the cursors to read below the head; one more if new rows have left a gap. */
export function closeGap(head: readonly Paged[], cursors: readonly Cursor[]): readonly Cursor[] {
  const [first] = cursors
  const end = lastCursor(head)
  return first === undefined || end === undefined || end <= first ? cursors : [end, ...cursors]
}

/**
 * Joins the head and older pages, newest first, each row once. `pages` begins with the page from
 * `closeGap` if there is a gap: if that page, once loaded, doesn't reach the next one, the pages
 * below it are dropped. A last page without a new id ends the list, as on hosts without `before`,
 * and so does one that is shorter than `lengths`.
 */
export function mergePages<T extends Paged>(
  head: readonly T[],
  pages: readonly OlderPage<T>[],
  { hasBridge = false, lengths }: { hasBridge?: boolean; lengths?: PageLengths | undefined } = {},
): MergedPages<T> {
  const joined = lastCursor(head) === undefined ? [] : hasBridge ? withoutGap(pages) : pages
  const items = new Map<unknown, T>(head.map((row) => [row.id ?? row, row]))
  let isEnd = lastCursor(head) === undefined || isShort(head, lengths?.head)
  for (const page of joined) {
    const known = items.size
    for (const row of page.items ?? []) if (!items.has(row.id ?? row)) items.set(row.id ?? row, row)
    // Only the last page decides: a page above it may repeat rows from the page that closes a gap.
    isEnd = page.items !== undefined && (items.size === known || isShort(page.items, lengths?.older))
  }
  const isStuck = joined.some((page) => page.items === undefined)
  const all = [...items.values()]
  return {
    items: all,
    used: joined.map((page) => page.before),
    next: isEnd || isStuck ? undefined : lastCursor(all),
    hasMore: !isEnd,
    isLoading: joined.some((page) => page.items === undefined && !page.isFailed),
  }
}

/** Returns whether a page has fewer server rows than requested. */
const isShort = (rows: readonly Paged[], length = 0) => rows.filter(({ id }) => isServerId(id)).length < length

/** Returns the first page alone if it is loaded and rows are missing between it and the second. */
function withoutGap<T extends Paged>(pages: readonly OlderPage<T>[]): readonly OlderPage<T>[] {
  const [bridge, next] = pages
  const end = bridge?.items && lastCursor(bridge.items)
  return end === undefined || next === undefined || end <= next.before ? pages : pages.slice(0, 1)
}
