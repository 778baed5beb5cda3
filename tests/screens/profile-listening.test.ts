import { test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const artist = (id: number, name: string, scrobbles: number) => ({
  id,
  name,
  imageUrl: '',
  scrobbles,
  depth: 0.4,
  known_tracks: 10,
})
const days = {
  days: [
    { day: '2026-11-26', plays: 12 },
    { day: '2026-10-27', plays: 30 },
    { day: '2026-10-26', plays: 500 },
  ],
  until: '2026-11-26',
}
const ofMonth = { topArtists: [artist(1, 'The Tunnels', 29), artist(2, 'Nine Rooms', 13)] }
const ofAllTime = { topArtists: [artist(1, 'The Tunnels', 159), artist(3, 'Loam', 97)] }

test('the glance has the plays and the artists of one period, and says which', async () => {
  host.responds({
    'user/daily-plays': days,
    'user/top-artists': ofAllTime,
    [`user/top-artists?user=${member}&period=1month`]: ofMonth,
  })
  const screen = await showScreen('/profile', member)
  await screen.contains('42plays in the last month, most on 27 Oct: 30')
  await screen.shows('Top artists of the last month')
  await screen.shows('29 plays')
  await screen.shows('13 plays')
  await screen.hides('159 plays')
})

test('a member without plays in the last month is not told to have none at all', async () => {
  host.responds({
    'user/daily-plays': { days: [], until: '2026-11-26' },
    'user/top-artists': ofAllTime,
    [`user/top-artists?user=${member}&period=1month`]: { topArtists: [] },
  })
  const screen = await showScreen('/profile', member)
  await screen.contains('0plays in the last month')
  await screen.shows('No top artists found')
  await screen.hides('Nothing listened to yet')
})

test('a member without any plays is offered to bring some', async () => {
  host.responds({
    'user/daily-plays': { days: [], until: '2026-11-26' },
    'user/top-artists': { topArtists: [] },
  })
  const screen = await showScreen('/profile', member)
  await screen.shows('Nothing listened to yet')
})

test('a host without daily plays shows the artists of the period', async () => {
  host.responds({ 'user/daily-plays': 404, 'user/top-artists': ofMonth })
  const screen = await showScreen('/profile', member)
  await screen.shows('Top artists of the last month')
  await screen.shows('29 plays')
})
