import { expect, onTestFinished, test } from 'vitest'
import { THEME_KEY } from '#contract/storage-names.ts'
import { member } from './host.ts'
import { perform } from './perform.ts'
import './setup.ts'
import { showScreen } from './show-screen.ts'

const { dataset } = document.documentElement

test('a theme that another tab chooses applies on every screen, and so does the way back', async () => {
  onTestFinished(() => void delete dataset['theme'])
  const screen = await showScreen('/search', member)
  for (const theme of ['dark', 'light', undefined]) {
    await perform(() => {
      if (theme === undefined) localStorage.removeItem(THEME_KEY)
      else localStorage.setItem(THEME_KEY, theme)
      window.dispatchEvent(new Event('pointermove'))
      window.dispatchEvent(new StorageEvent('storage', { key: THEME_KEY }))
    })
    await screen.waits(() => expect(dataset['theme']).toBe(theme))
  }
})
