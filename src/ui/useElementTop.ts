import { type RefObject, useLayoutEffect, useState } from 'react'

const measureTop = (element: Element): number => Math.round(element.getBoundingClientRect().top + window.scrollY)

export function useElementTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(element.current ? measureTop(element.current) : 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}
