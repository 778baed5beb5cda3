import { expect, test, vi } from 'vitest'
import { PLAYING_KEY } from '#contract/storage-names.ts'
import { row } from '#src/listening/now-playing/Playing.css.ts'
import { playingRow } from '#src/listening/now-playing/playing-row.ts'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const h1 = () => document.querySelector('h1')?.textContent

test.each([
  [`/profile`, `user/profile?user=${member}`, member],
  ['/profile/kojiro', 'user/profile?user=kojiro', 'kojiro'],
])('%s has the name of its member while it loads', async (path, read, name) => {
  host.responds({ [read]: 'never' })
  const screen = await showScreen(path, member)
  await screen.shows('Loading...')
  expect(h1()).toBe(name)
})

test('a profile that could not be loaded does not claim that there is such a member', async () => {
  host.responds({ 'user/profile?user=kojiro': 500 })
  const screen = await showScreen('/profile/kojiro', member)
  await screen.contains('Failed to fetch profile')
  expect(h1()).toBe('Profile')
})

test('a profile with lists of people that cannot be read says nothing of their number', async () => {
  host.responds({ 'user/followers': 500, 'user/following': { following: [{ following: 'bo' }], total: 1 } })
  const screen = await showScreen('/profile/kojiro', member)
  await screen.contains('1 following')
  await screen.waits(() => expect(screen.text()).not.toContain('followers'))
})

for (const [isOnline, rows] of [
  [true, 1],
  [false, 0],
] as const)
  test(`a start with navigator.onLine ${isOnline} reserves ${rows} rows of plays`, async () => {
    localStorage.setItem(PLAYING_KEY, 'yes')
    playingRow.set('yes')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    const screen = await showScreen('/', member)
    await screen.shows('Flipside')
    expect(document.getElementsByClassName(row)).toHaveLength(rows)
    playingRow.set(null)
  })
