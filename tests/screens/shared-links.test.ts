import { describe, expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const DEEZER = `/share?${new URLSearchParams({ text: 'https://www.deezer.com/track/3135556' })}`
const outcome = (fields: object) => ({ artist: '', title: '', ...fields })

test('both names of the service are shown without a sentence', async () => {
  host.responds({ 'resolve-link': { outcome: 'found', artist: 'Nine Rooms', title: 'Slow Ferry' } })
  const screen = await showScreen(DEEZER, member)
  await screen.shows('Slow Ferry')
  await screen.shows('Saved on this device until you broadcast, swap or delete it.')
})

describe('a look-up shows', () => {
  test.each([
    [
      'that the artist is missing',
      outcome({ outcome: 'found', title: 'Slow Ferry' }),
      'Deezer does not name the artist. Please add it.',
    ],
    [
      'that the service has no such track',
      outcome({ outcome: 'not_found' }),
      'Deezer does not know this track. Fill in artist and title.',
    ],
    [
      'that the service is away',
      outcome({ outcome: 'unavailable' }),
      'Deezer cannot be reached right now. Try again later, or fill in artist and title.',
    ],
    [
      'that the server looks nothing up',
      outcome({ outcome: 'off' }),
      'This server does not look links up. Fill in artist and title.',
    ],
    ['that the host has no look-up', 404, 'This server does not look links up. Fill in artist and title.'],
    ['that the server failed', 500, 'The link could not be looked up. Try again later, or fill in artist and title.'],
    [
      'an outcome of a later server as unavailable',
      outcome({ outcome: 'queued' }),
      'Deezer cannot be reached right now. Try again later, or fill in artist and title.',
    ],
  ])('%s', async (_, response, text) => {
    host.responds({ 'resolve-link': response })
    const screen = await showScreen(DEEZER, member)
    await screen.shows(text)
  })

  test('that it is under way', async () => {
    host.responds({ 'resolve-link': 'never' })
    const screen = await showScreen(DEEZER, member)
    await screen.shows('Looking the link up at Deezer...')
  })
})

test('a visitor is asked to log in, and nothing is looked up', async () => {
  host.responds({ 'resolve-link': 500 })
  const screen = await showScreen(DEEZER, null)
  await screen.shows('Please log in to share this track')
  expect(screen.address()).toBe(DEEZER)
})

describe('Broadcast with a track that the member has not played', () => {
  const found = { 'resolve-link': { outcome: 'found', artist: 'Nine Rooms', title: 'Slow Ferry' } }

  test('waits for the first status, which shows that the host takes tracks by their names', async () => {
    host.responds({ ...found, 'user/status': 'never' })
    const screen = await showScreen(DEEZER, member)
    await screen.shows('Saved on this device until you broadcast, swap or delete it.')
    await screen.press('Broadcast')
    host.release()
    await expect.poll(screen.address).toMatch('/broadcast-track')
  })

  test('is refused on a host without a status', async () => {
    host.responds(found)
    const screen = await showScreen(DEEZER, member)
    await screen.shows('Slow Ferry')
    await screen.press('Broadcast')
    await screen.shows('This server takes tracks that you have played only. Choose one of them on Broadcast a Track.')
  })
})
