import { useLayoutEffect } from 'react'
import { visibleHeight } from './visible-height.ts'

/**
 * Joins the visual viewport to the page, for a screen that has to stand above the on-screen keyboard (iOS lays it over the
 * page, other browsers resize the page themselves). A page that was zoomed in by hand keeps its layout.
 */
export function useVisibleHeight(): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport
    const { style } = document.documentElement
    if (!viewport) return
    const fit = () => {
      if (viewport.scale !== 1) return
      style.setProperty(visibleHeight, `${viewport.height}px`)
      if (viewport.offsetTop > 0) window.scrollTo({ top: 0 })
    }
    fit()
    viewport.addEventListener('resize', fit)
    return () => {
      viewport.removeEventListener('resize', fit)
      style.removeProperty(visibleHeight)
    }
  }, [])
}
