import { useLayoutEffect } from 'react'
import { visibleHeight } from './visible-height.ts'

/**
 * Tracks the visual viewport for a screen that must end above the on-screen keyboard (iOS overlays
 * the page, other browsers resize it). A page zoomed by the user retains its layout.
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
