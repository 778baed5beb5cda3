import { expect, test } from 'vitest'
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

test('a member without plays in the last month is not treated as one without any', async () => {
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

/** A chart with a 40 % artist, and two about which too little is known. */
const explored = {
  topArtists: [
    artist(1, 'The Tunnels', 9),
    { ...artist(2, 'Nine Rooms', 5), depth: undefined, known_tracks: 3 },
    { ...artist(3, 'Loam', 4), depth: undefined, known_tracks: 12 },
  ],
}

test.each([
  ['/profile', 'you have'],
  ['/profile/kojiro', 'kojiro has'],
])('the depths on %s are explained, and artists of which too little is known have none', async (address, who) => {
  host.responds({ 'user/top-artists': explored, 'user/following': { following: [] } })
  const screen = await showScreen(address, member)
  await screen.shows('The Tunnels\u00a0·\u00a040%')
  await screen.shows(
    `The most played artists of all time. The percentage is the share of an artist's tracks known here that ${who} played; the zone follows from it.`,
  )
  await screen.shows('Too little known to say')
  await screen.waits(() => expect(screen.targets()).toEqual(expect.arrayContaining(['/artist/2', '/artist/3'])))
  await screen.hides('Nine Rooms\u00a0·\u00a00%')
})

test('a newcomer whose artists nobody else plays sees no zone', async () => {
  host.responds({ 'user/top-artists': { topArtists: explored.topArtists.slice(1) } })
  const screen = await showScreen('/profile', member)
  await screen.shows('Too little known to say')
  await screen.hides('Abyss')
})

const exploration = { artist: 'The Tunnels', percentile: 60, explorers: [{ username: 'bo', depth: 1 }], viewer: member }

test('fewer than five known tracks have neither a zone nor a ranking', async () => {
  host.responds({ 'artist/exploration': { ...exploration, known_tracks: 4, heard_tracks: 4 } })
  const screen = await showScreen('/exploration/1', member)
  await screen.shows('Only 4 tracks of theirs are known here: too few to say how deep anyone has gone.')
  await screen.hides('Your Current Zone')
  await screen.hides('bo\u00a0·\u00a0100%')
})

test.each([
  ['the viewer', 12, [], 'Only you have played them here: there is nothing to compare with.'],
  [
    'another member',
    0,
    [{ username: 'bo', depth: 1 }],
    'Only bo has played them here: there is nothing to compare with.',
  ],
])('an artist that only %s has played has neither a zone nor a ranking', async (_, heard, explorers, text) => {
  host.responds({
    'artist/exploration': { ...exploration, known_tracks: 12, heard_tracks: heard, percentile: null, explorers },
  })
  const screen = await showScreen('/exploration/1', member)
  await screen.shows(text)
  await screen.hides('Your Current Zone')
})

test('an artist that nobody has played yet begins at the beach', async () => {
  host.responds({
    'artist/exploration': { ...exploration, known_tracks: 12, heard_tracks: 0, percentile: null, explorers: [] },
  })
  const screen = await showScreen('/exploration/1', member)
  await screen.shows('You\u00a0·\u00a00%')
  await screen.shows('Nobody else here has listened to them yet.')
})

test('five known tracks have a zone and a ranking', async () => {
  host.responds({ 'artist/exploration': { ...exploration, known_tracks: 5, heard_tracks: 2 } })
  const screen = await showScreen('/exploration/1', member)
  await screen.shows('Your Current Zone')
  await screen.shows('60%')
  await screen.shows('bo\u00a0·\u00a0100%')
})
