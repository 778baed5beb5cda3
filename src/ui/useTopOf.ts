import { type RefObject, useLayoutEffect, useState } from 'react'

/** Where an element begins in the document, in px from its top. */
export const topOf = (element: Element): number => Math.round(element.getBoundingClientRect().top + window.scrollY)

/**
 * The same, kept up to date: what stands above it may change. With `known`, where it is to begin with, nothing is laid out
 * for it while it is committed.
 */
export function useTopOf(element: RefObject<HTMLElement | null>, known?: number): number {
  const [top, setTop] = useState(known ?? 0)
  const isKnown = known !== undefined
  useLayoutEffect(() => {
    const measure = () => setTop(element.current ? topOf(element.current) : 0)
    if (!isKnown) measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element, isKnown])
  return top
}
