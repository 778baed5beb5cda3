import { useSyncExternalStore } from 'react'
import { media } from './tokens.css.ts'

function watchWidth(listener: () => void) {
  const query = matchMedia(media.beside)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const isWide = () => matchMedia(media.beside).matches

/** Returns whether two areas fit side by side; false in the prerendered page. */
export const useIsWide = () => useSyncExternalStore(watchWidth, isWide, () => false)
