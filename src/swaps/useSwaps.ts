import { useState } from 'react'
import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { useLives } from '#src/cache/useLives.ts'
import type { Pages } from '#src/cache/usePages.ts'
import { type ShownSwap, swapIdOf } from './overlay.ts'
import { olderSwapsQuery, PAGE, songSwapsQuery, swapsOfOutbox } from './queries.ts'

/**
 * Returns all swaps of a member, newest first. After a full page the next one is requested, until
 * one contains nothing new. Queued swaps are shown also if no list was ever fetched.
 */
export function useSwaps(member: string): Live<readonly ShownSwap[]> & { olderPage: FailedPage | undefined } {
  const head = useLive(songSwapsQuery(member))
  const outbox = useOutboxSnapshot()
  const [cursors, setCursors] = useState<readonly number[]>([])
  const pages = useLives(cursors.map((before) => olderSwapsQuery(member, before)))
  const all = merged([head.value ?? [], ...pages.map((page) => page.value ?? [])])
  const next = nextCursor([head, ...pages], all, cursors)
  if (next !== undefined) setCursors([...cursors, next])

  const olderPage = failedPage(pages)
  if (head.value) return { ...head, value: all, olderPage }
  const here = swapsOfOutbox(outbox).filter((it) => it.waiting || it.refused)
  return { ...head, ...(here.length > 0 && { value: here }), olderPage }
}

type FailedPage = Pick<Pages<unknown>, 'isLoadingMore' | 'error' | 'loadMore' | 'retry'>

/** Returns the failed page with a retry function; undefined without a failure. */
function failedPage(pages: readonly Live<unknown>[]): FailedPage | undefined {
  const failed = pages.find(({ error, value }) => error !== null && value === undefined)
  if (!failed) return undefined
  const retry = () => void failed.askAgain()
  return { isLoadingMore: failed.isAsking, error: failed.error, loadMore: retry, retry }
}

function merged(pages: readonly (readonly ShownSwap[])[]): readonly ShownSwap[] {
  if (pages.length === 1) return pages[0] ?? []
  const byId = new Map<number, ShownSwap>()
  for (const swap of pages.flat()) if (!byId.has(swapIdOf(swap))) byId.set(swapIdOf(swap), swap)
  return [...byId.values()]
}

/** Returns the cursor of the next page; undefined while one is in flight, and at the end. */
function nextCursor(
  lives: readonly Live<readonly ShownSwap[]>[],
  all: readonly ShownSwap[],
  cursors: readonly number[],
): number | undefined {
  const last = lives.at(-1)?.value
  if (!last || last.length < PAGE) return undefined
  const lowest = all
    .map(swapIdOf)
    .filter((id) => id > 0)
    .reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  return Number.isFinite(lowest) && !cursors.includes(lowest) ? lowest : undefined
}
