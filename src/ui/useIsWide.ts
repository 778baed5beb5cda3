import { useSyncExternalStore } from 'react'
import { media } from './tokens.css.ts'

function watchWidth(listener: () => void) {
  const query = matchMedia(media.beside)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Returns whether the window has room for two areas side by side; false while the build prerenders.
 */
export const useIsWide = () =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(media.beside).matches,
    () => false,
  )
