import { expect, test } from 'vitest'
import { member } from './host.ts'
import { passTime } from './pass-time.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const FILTER = 'Filter, or paste a link'
const LINK = 'https://www.deezer.com/track/3135556'
const status = {
  viewer: member,
  newest_broadcast: 1,
  unread_messages: 0,
  swaps_waiting: 0,
  unread_activity: 0,
  notices: 0,
  open_reports: 0,
  now_playing: 0,
}
const FAILED = 'The link could not be looked up. Try again later, or fill in artist and title.'

async function showPicker(response: Parameters<typeof host.responds>[0][string]) {
  host.responds({ 'user/status': status, 'resolve-link': response })
  const screen = await showScreen('/broadcast-track', member)
  await screen.shows('Night Bus')
  return screen
}
const lookUps = () =>
  host.requests('resolve-link').map(({ address }) => new URLSearchParams(address.split('?')[1]).get('url'))

test('a link that is typed key by key is looked up once, when it is complete', async () => {
  const passes = passTime()
  const screen = await showPicker({ outcome: 'found', artist: 'Nine Rooms', title: 'Slow Ferry' })
  for (const letter of LINK) {
    await screen.types(FILTER, letter)
    await passes(150)
  }
  await screen.shows('Slow Ferry')
  expect(lookUps()).toEqual([LINK])
})

test('a link that changes while it is looked up aborts the request: at most one is in flight', async () => {
  const screen = await showPicker('never')
  await screen.types(FILTER, LINK)
  await screen.shows('Looking the link up at Deezer...')
  await screen.types(FILTER, '7')
  await screen.waits(() => expect(lookUps()).toEqual([LINK, `${LINK}7`]))
  const [first, second] = host.requests('resolve-link')
  expect([first?.signal?.aborted, second?.signal?.aborted]).toEqual([true, false])
})

test('what is no link of a track is not looked up', async () => {
  const passes = passTime()
  const screen = await showPicker(500)
  await screen.types(FILTER, 'https://www.deezer.com/album/1')
  await passes(1000)
  await screen.shows('This link does not lead to a track. Share the track itself, not its album, artist or playlist.')
  expect(lookUps()).toEqual([])
})

test.each([500, 429, 503, 'page'] as const)(
  'a look-up that fails with %s is shown, and repeated by the button alone',
  async (failure) => {
    const passes = passTime()
    const screen = await showPicker(failure)
    await screen.types(FILTER, LINK)
    await screen.shows(FAILED)
    await passes(300_000)
    expect(lookUps()).toEqual([LINK])
    host.responds({ 'resolve-link': { outcome: 'found', artist: 'Nine Rooms', title: 'Slow Ferry' } })
    await screen.press('Try Again')
    await screen.shows('Slow Ferry')
    expect(lookUps()).toEqual([LINK, LINK])
  },
)
