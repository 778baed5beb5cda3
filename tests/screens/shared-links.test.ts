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
    await screen.shows('This server only accepts tracks you have played. Choose one on Broadcast a Track.')
  })
})

const toShare = (text: string) => `/share?${new URLSearchParams({ text })}`
const PROBLEMS = /There is no link|Flipside reads links of/

describe('a shared text', () => {
  test('with the wording of an app is filled in, with a quiet line in place of an alert', async () => {
    const screen = await showScreen(
      toShare('I used Shazam to discover Teardrop by Massive Attack. https://www.shazam.com/track/10323/teardrop'),
      member,
    )
    await screen.shows('Found in the text. Check artist and title.')
    expect(screen.values()).toEqual(['Massive Attack', 'Teardrop'])
    expect(screen.text()).not.toMatch(PROBLEMS)
  })

  test('with two possible readings fills in what the user chooses', async () => {
    const screen = await showScreen(toShare('Massive Attack - Teardrop'), member)
    await screen.shows('Which track is it?')
    expect(screen.values()).toEqual(['', ''])
    expect(screen.text()).not.toMatch(PROBLEMS)
    await screen.press('Teardrop by Massive Attack')
    expect(screen.values()).toEqual(['Massive Attack', 'Teardrop'])
    await screen.hides('Which track is it?')
    await screen.press('Broadcast')
  })

  test('without names is an alert', async () => {
    const screen = await showScreen(toShare('Shall we meet at eight?'), member)
    await screen.shows('There is no link in this text. You can type artist and title instead.')
  })

  test.each([
    ['the same title', 'Slow Ferry by Nine Rooms', 'Slow Ferry - Remastered 2019', 'Nine Rooms'],
    ['another title', 'Found this by chance', 'Slow Ferry', ''],
  ])('with %s as the service names the artist', async (_, text, title, artist) => {
    host.responds({ 'resolve-link': { outcome: 'found', artist: '', title } })
    const screen = await showScreen(toShare(`${text} https://open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm`), member)
    await screen.waits(() => expect(screen.values()).toEqual([artist, title]))
  })
})
