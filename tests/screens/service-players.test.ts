import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { PLAYER_CHANNEL } from '#contract/storage-names.ts'
import { setPlayerChoice } from '#src/listening/service-players/choices.ts'
import { member } from './host.ts'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const ID = '5dkhXb9kA9TRhhC929wbk1'
const FACADE = /Play here with Spotify/
const frame = () => document.querySelector('iframe')
const focused = () => document.activeElement

beforeEach(() => {
  onTestFinished(() => perform(() => setPlayerChoice('spotify', 'off')))
})

function showTrack(policy = "default-src 'self'; frame-src https://open.spotify.com") {
  const track = { id: 1, name: 'Song 1', artist_id: 2, artist: 'Ada', lastfmtrackurl: '' }
  const links = [{ service: 'spotify', id: ID, url: `https://open.spotify.com/track/${ID}` }]
  host.responds({
    'track/by-id': { track, links, own_plays: 1, plays: 1, listeners: 1, topListeners: [] },
    '/index.html': { status: 200, json: {}, headers: { 'content-security-policy': policy } },
  })
  return showScreen('/track/1', member)
}

test("a service's player takes the focus when it opens, and gives it back when it closes", async () => {
  setPlayerChoice('spotify', 'ask')
  const screen = await showTrack()
  await screen.contains('Play here with Spotify')
  expect(focused()?.tagName).not.toBe('BUTTON')
  await screen.press(FACADE)
  expect(frame()).toBeNull()
  expect(focused()?.textContent).toBe('Play once')
  await screen.press('Cancel')
  expect(focused()?.textContent).toMatch(FACADE)
  await screen.press(FACADE)
  await screen.press('Always play')
  expect(frame()?.getAttribute('src')).toBe(`https://open.spotify.com/embed/track/${ID}`)
  expect(focused()).toBe(frame())
  await screen.shows('Waiting for Spotify...')
  await screen.press('Close')
  expect(frame()).toBeNull()
  expect(focused()?.textContent).toMatch(FACADE)
})

test("a service's player pauses the players of the own library", async () => {
  setPlayerChoice('spotify', 'on')
  const channel = new BroadcastChannel(PLAYER_CHANNEL)
  onTestFinished(() => channel.close())
  const paused = new Promise((resolve) => (channel.onmessage = ({ data }) => resolve(data)))
  const screen = await showTrack()
  await screen.press(FACADE)
  expect(await paused).toBe('playing')
})

test('a service that the policy of the page does not allow has no player', async () => {
  setPlayerChoice('spotify', 'on')
  const screen = await showTrack("default-src 'self'; frame-src https://widget.deezer.com")
  await screen.contains('Opens in')
  await screen.waits(() => expect(host.requests('/index.html')).toHaveLength(1))
  expect(screen.buttons().join()).not.toMatch(FACADE)
})
