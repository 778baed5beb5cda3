import { useSyncExternalStore } from 'react'
import { THEME_KEY } from '#contract/storage-names.ts'
import { ground } from './brand.ts'

/** The choices in the settings. */
export const themeChoices = ['system', 'light', 'dark'] as const
type ThemeChoice = (typeof themeChoices)[number]

/** Parses a stored choice; returns 'system' for unknown values. */
export function parseThemeChoice(stored: string | null | undefined): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? 'system'
}

const listeners = new Set<() => void>()

function storedChoice(): ThemeChoice {
  try {
    return parseThemeChoice(localStorage.getItem(THEME_KEY))
  } catch {
    // Storage is unavailable (private modes, site settings), so no choice is stored.
    return 'system'
  }
}

let choice: ThemeChoice | undefined

const currentChoice = (): ThemeChoice => (choice ??= storedChoice())

/**
 * Sets <html data-theme> and the browser bars' colour. Without a choice each bar colour retains its
 * media query.
 */
function show(next: ThemeChoice) {
  const root = document.documentElement
  if (next === 'system') delete root.dataset.theme
  else root.dataset.theme = next
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = ground[next === 'system' ? own : next]
  }
}

/**
 * Stores a choice and applies it at once. If storage is unavailable, it lasts until the page is
 * left.
 */
export function chooseTheme(next: ThemeChoice): void {
  choice = next
  try {
    if (next === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, next)
  } catch {
    console.warn('The theme could not be stored on this device; it lasts until the page is closed.')
  }
  show(next)
  for (const listener of listeners) listener()
}

/** Applies a choice made in another tab. */
function onStorage(event: StorageEvent) {
  if (event.key !== THEME_KEY && event.key !== null) return
  choice = storedChoice()
  show(choice)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

/** Returns the current choice and its setter. */
export function useThemeChoice(): [ThemeChoice, (next: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, currentChoice, () => 'system' as const), chooseTheme]
}
