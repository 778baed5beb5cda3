import { useLayoutEffect } from 'react'
import { visibleHeight } from './visible-height.ts'

/** Tracks the height above the on-screen keyboard, which iOS overlays. Zoomed pages stay. */
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
