import { type RefObject, useLayoutEffect } from 'react'
import { readEntryList, useEntryList } from '#src/ui/entry-state.ts'

const NAME = 'aside'
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Restores the aside's scroll position with its history entry, unless the user scrolls first. */
export function useAsideScroll(content: RefObject<HTMLElement | null>): void {
  useEntryList(NAME, () => [Math.round(content.current?.closest(NAME)?.scrollTop ?? 0)])
  useLayoutEffect(() => {
    const aside = content.current?.closest(NAME)
    const top = Number(readEntryList(NAME)?.[0] ?? 0)
    if (!content.current || !aside || top === 0) return
    const ending = new AbortController()
    const observer = new ResizeObserver(() => {
      aside.scrollTop = top
      if (Math.abs(aside.scrollTop - top) <= 1) ending.abort()
    })
    ending.signal.addEventListener('abort', () => observer.disconnect())
    for (const input of INPUTS)
      addEventListener(input, () => ending.abort(), { passive: true, capture: true, signal: ending.signal })
    observer.observe(content.current)
    return () => ending.abort()
  }, [content])
}
