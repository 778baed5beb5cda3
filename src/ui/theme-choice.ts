import { useSyncExternalStore } from 'react'
import { ground } from './brand.ts'

/** What a person may choose in the settings. */
export const themeChoices = ['system', 'light', 'dark'] as const
type ThemeChoice = (typeof themeChoices)[number]

/** Where the choice is kept. The boot script reads the same key before the first paint. */
export const themeKey = 'flipside_theme'

/** Reads a stored choice; anything unknown is 'system'. */
export function parseThemeChoice(stored: string | null | undefined): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? 'system'
}

const listeners = new Set<() => void>()

function storedChoice(): ThemeChoice {
  try {
    return parseThemeChoice(localStorage.getItem(themeKey))
  } catch {
    // Storage that is forbidden (private modes, site settings) means no choice was kept.
    return 'system'
  }
}

let choice: ThemeChoice | undefined

const currentChoice = (): ThemeChoice => (choice ??= storedChoice())

/** Sets <html data-theme> and the colour of the browser's bars. Without a choice each bar colour keeps its own media query. */
function show(next: ThemeChoice) {
  const root = document.documentElement
  if (next === 'system') delete root.dataset.theme
  else root.dataset.theme = next
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = ground[next === 'system' ? own : next]
  }
}

/** Keeps a choice and shows it at once; where nothing can be kept it lasts until the page is left. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next
  try {
    if (next === 'system') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, next)
  } catch {
    console.warn('The theme cannot be kept on this device; it lasts until the page is left.')
  }
  show(next)
  for (const listener of listeners) listener()
}

/** Another tab chose: follow it. */
function onStorage(event: StorageEvent) {
  if (event.key !== themeKey && event.key !== null) return
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

/** The choice, and how to change it. */
export function useThemeChoice(): [ThemeChoice, (next: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, currentChoice, () => 'system' as const), chooseTheme]
}
