import { useLayoutEffect } from 'react'
import { THEME_KEY } from '#contract/storage-names.ts'
import { ground } from './brand.ts'
import { createDeviceSetting } from './device-setting.ts'

export const themeChoices = ['system', 'light', 'dark'] as const
type ThemeChoice = (typeof themeChoices)[number]

const setting = createDeviceSetting(THEME_KEY)

export function parseThemeChoice(stored: string | null | undefined): ThemeChoice {
  return themeChoices.find((choice) => choice === stored) ?? 'system'
}

/** Without a choice each bar colour retains its media query. */
function show(next: ThemeChoice) {
  const root = document.documentElement
  if (next === 'system') delete root.dataset.theme
  else root.dataset.theme = next
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = ground[next === 'system' ? own : next]
  }
}

/** Returns the current choice, also of another tab, and its setter, which applies it at once. */
export function useThemeChoice(): [ThemeChoice, (next: ThemeChoice) => void] {
  const choice = parseThemeChoice(setting.use())
  useLayoutEffect(() => show(choice), [choice])
  return [choice, (next) => setting.set(next === 'system' ? null : next)]
}
