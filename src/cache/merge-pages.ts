/** A row of a paged list; without an id the host has no cursor. */
export interface Paged {
  id?: number | undefined
}

export interface OlderPage<T extends Paged> {
  /** The cursor of its request. */
  before: number
  /** Undefined until it is loaded. */
  items: readonly T[] | undefined
  isFailed: boolean
}

interface MergedPages<T extends Paged> {
  items: T[]
  /** Cursors of the pages that still join the head without a gap. */
  used: number[]
  /** The next page's cursor; undefined while one is in flight, or at the end. */
  next: number | undefined
  hasMore: boolean
  isLoading: boolean
}

/**
 * Joins the head and older pages, each row once. When the head has moved so far that a gap opened
 * above the first older page, the older pages are dropped and requested again from the head's own
 * end. A page without a new id ends the list, as on hosts without `before`.
 */
export function mergePages<T extends Paged>(head: readonly T[], pages: readonly OlderPage<T>[]): MergedPages<T> {
  const joined = isJoined(head, pages) ? pages : []
  const items = new Map<unknown, T>(head.map((it) => [it.id ?? it, it]))
  let isEnd = lastId(head) === undefined
  for (const page of joined) {
    const before = items.size
    for (const it of page.items ?? []) if (!items.has(it.id ?? it)) items.set(it.id ?? it, it)
    if (page.items !== undefined && items.size === before) isEnd = true
  }
  const isLoading = joined.some((page) => page.items === undefined && !page.isFailed)
  const isStuck = joined.some((page) => page.items === undefined)
  const all = [...items.values()]
  return {
    items: all,
    used: joined.map((page) => page.before),
    next: isEnd || isStuck ? undefined : lastId(all),
    hasMore: !isEnd,
    isLoading,
  }
}

/** Returns the smallest real id: rows of pending creations have negative ones. */
const lastId = (items: readonly Paged[]): number | undefined => items.findLast(({ id = 0 }) => id > 0)?.id

function isJoined(head: readonly Paged[], pages: readonly OlderPage<Paged>[]): boolean {
  const first = pages[0]
  const last = lastId(head)
  return first !== undefined && last !== undefined && last <= first.before
}
