import { useSyncExternalStore } from 'react'
import { media } from './tokens.css.ts'

function watchWidth(listener: () => void) {
  const query = matchMedia(media.beside)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const isWide = () => matchMedia(media.beside).matches

/**
 * Returns whether the window has room for two areas side by side; false while the build prerenders.
 */
export const useIsWide = () => useSyncExternalStore(watchWidth, isWide, () => false)

/** Like `useIsWide`; undefined while the server renders, for windows with any width. */
export const useIsWideIfKnown = () => useSyncExternalStore(watchWidth, isWide, () => undefined)
