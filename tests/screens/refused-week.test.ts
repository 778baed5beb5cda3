import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

test('a refused week is requested once, and the rest of the glance is shown', async () => {
  host.responds({ 'user/weekly-report': 400, 'user/daily-plays': 400, 'user/top-artists': 400 })
  const screen = await showScreen('/profile', member)
  await screen.shows('Failed to load listening')
  await screen.shows('Failed to load top artists')
  expect(host.requests('user/weekly-report')).toHaveLength(1)
})
