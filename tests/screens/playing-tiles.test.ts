import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const soon = () => new Date(Date.now() + 200_000).toISOString()
const playing = (more: object = {}) => ({
  username: 'kojiro',
  pfpsm: '',
  track: 'Rain',
  artist: 'Sol Ferro',
  artist_id: null,
  track_id: null,
  started_at: '2026-11-25T08:00:00.000Z',
  ends_at: soon(),
  ...more,
})

test('one press on a tile reacts to what a member plays, a second one takes it back', async () => {
  host.responds({
    'user/conversations': { conversations: [] },
    'user/following-now-playing': { playing: [playing({ is_reacted: false })] },
    'user/react-to-play': { success: true },
  })
  const screen = await showScreen('/dm', member)
  await screen.contains('kojiro plays now')
  await screen.press('React to Rain, played by kojiro')
  await expect.poll(() => host.requests('user/react-to-play').length).toBe(1)
  const [{ address } = { address: '' }] = host.requests('user/react-to-play')
  expect(Object.fromEntries(new URLSearchParams(address.split('?')[1]))).toMatchObject({
    user: member,
    member: 'kojiro',
    artist: 'Sol Ferro',
    track: 'Rain',
    played_at: '2026-11-25T08:00:00.000Z',
    is_reacted: 'true',
  })
  const heart = () => document.querySelector('button[aria-label^="React to"]')
  expect(heart()?.getAttribute('aria-pressed')).toBe('true')
  await screen.press('React to Rain, played by kojiro')
  await expect.poll(() => host.requests('user/react-to-play').length).toBe(2)
  expect(host.requests('user/react-to-play')[1]?.address).toContain('is_reacted=false')
  expect(heart()?.getAttribute('aria-pressed')).toBe('false')
})

test('a host without reactions has tiles without hearts', async () => {
  host.responds({
    'user/conversations': { conversations: [] },
    'user/following-now-playing': { playing: [playing()] },
  })
  const screen = await showScreen('/dm', member)
  await screen.contains('kojiro plays now')
  await screen.hides('React to Rain, played by kojiro')
})
