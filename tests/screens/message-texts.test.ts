import { expect, onTestFinished, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

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
const swap = {
  id: 7,
  song_swap_id: 7,
  initiated_user: 'kojiro',
  matched_user: member,
  initiated_track_id: 1,
  initiated_track_name: 'Night Bus',
  initiated_artist_name: 'The Tunnels',
  initiated_track_url: '',
  matched_track_id: null,
  matched_track_name: null,
  matched_artist_name: null,
  matched_track_url: null,
  initiated_reaction: null,
  matched_reaction: null,
  swap_initiated_timestamp: '2026-11-24T10:00:00Z',
  initiated_track_text: 'listen to the end',
}
const completed = {
  ...swap,
  matched_track_id: 2,
  matched_track_name: 'Salt Flats',
  matched_artist_name: 'The Quiet Meridian',
  matched_reaction: 2,
  initiated_reaction: 5,
  completed_timestamp: '2026-11-24T11:00:00Z',
  matched_track_text: 'try this',
  initiated_reaction_text: 'wonderful',
  matched_reaction_text: 'not for me',
}
const RATING_LINE = 'Say why (optional)'

test('a conversation on a host with the spec alone offers neither a track nor a menu', async () => {
  host.responds({ 'user/direct-messages': { directMessages: [] } })
  const screen = await showScreen('/dm/kojiro', member)
  await screen.shows('No messages yet. Start the conversation!')
  expect(screen.buttons()).toContain('Send')
  expect(screen.buttons()).not.toContain('Attach a track')
})

test('a track is not sent to a member that has deleted the account', async () => {
  const toRow = (conversant: string) => ({ conversant, lastconversation: '2026-11-24T10:00:00Z', pfpsm: '' })
  host.responds({
    'user/status': status,
    'track/by-id': { track: { id: 1, name: 'Night Bus', artist_id: 1, artist: 'The Tunnels' }, topListeners: [] },
    'user/conversations': { conversations: ['kojiro', 'Deleted member 31'].map(toRow) },
  })
  const screen = await showScreen('/track/1', member)
  await screen.press('Send as Message')
  await screen.contains('kojiro')
  expect(screen.text()).not.toContain('Deleted member 31')
  host.responds({ 'user/conversations': { conversations: [toRow('Deleted member 31')] } })
  await screen.refresh()
  await screen.shows('No conversations yet')
})

test('what is read from a muted member, which no unread count contains, is marked as read', async () => {
  const timestamp = '2026-11-24T10:00:00Z'
  host.responds({
    'user/status': status,
    'user/direct-messages': { directMessages: [{ id: 4, message: 'Hi', timestamp, type: 'Incoming' }] },
    'user/conversations': { conversations: [{ conversant: 'kojiro', lastconversation: timestamp, unread: 0 }] },
    'user/blocks': { blocks: [{ username: 'kojiro', blocked: false, muted: true }] },
    'mark-messages-read': { success: true },
  })
  const screen = await showScreen('/dm/kojiro', member)
  await screen.waits(() => expect(host.requests('mark-messages-read')).toHaveLength(1))
})

test('a conversation on a host with our additions offers a track', async () => {
  host.responds({ 'user/status': status, 'user/direct-messages': { directMessages: [] } })
  const screen = await showScreen('/dm/kojiro', member)
  await screen.shows('No messages yet. Start the conversation!')
  await screen.waits(() => expect(screen.buttons()).toContain('Attach a track'))
})

test('a swap on a host with the spec alone has no field for a text', async () => {
  host.responds({ 'get-song-swaps': { songSwaps: [{ ...swap, initiated_track_text: undefined }] } })
  const screen = await showScreen('/track-swap-detail?id=7', member)
  await screen.shows('Rate their track')
  await screen.hides(RATING_LINE)
})

test("a swap shows the other's text and a field for one with the rating", async () => {
  host.responds({ 'user/status': status, 'get-song-swaps': { songSwaps: [swap] } })
  const screen = await showScreen('/track-swap-detail?id=7', member)
  await screen.shows('“listen to the end”')
  await screen.shows(RATING_LINE)
  await screen.shows('They can read it once both of you have rated.')
})

const openDetail = async () => {
  const screen = await showScreen('/track-swap-detail?id=7', member)
  await screen.shows('Rate their track')
  return screen
}

test('a track is rated once it is known, also after a reload', async () => {
  host.responds({ 'user/status': status, 'get-song-swaps': { songSwaps: [swap] } })
  const screen = await openDetail()
  await screen.shows('Listen to it, then rate it.')
  expect(screen.buttons()).not.toContain('5')
  await screen.press('I know it')
  await screen.shows('From 1 to 5: kojiro earns it as swag.')
  expect(document.activeElement).toBe(document.querySelector('input[type=radio]'))
  const again = await openDetail()
  await again.shows('From 1 to 5: kojiro earns it as swag.')
  expect(again.buttons()).not.toContain('I know it')
})

test('a track is rated once it was opened, wherever it is shown', async () => {
  host.responds({
    'user/status': status,
    'get-song-swaps': { songSwaps: [swap] },
    'track/by-id': {
      track: { id: 1, name: 'Night Bus', artist_id: 1, artist: 'The Tunnels', lastfmtrackurl: '' },
      topListeners: [],
      own_plays: 0,
      plays: 1,
      listeners: 1,
    },
  })
  const stayHere = (event: Event) => event.preventDefault()
  document.addEventListener('click', stayHere)
  onTestFinished(() => document.removeEventListener('click', stayHere))
  const screen = await showScreen('/track/1', member)
  await screen.press('Bandcamp, opens outside')
  const swapScreen = await openDetail()
  await swapScreen.shows('From 1 to 5: kojiro earns it as swag.')
})

test('on a host with the spec alone a track is rated without more', async () => {
  host.responds({ 'get-song-swaps': { songSwaps: [{ ...swap, initiated_track_text: undefined }] } })
  const screen = await openDetail()
  await screen.shows('From 1 to 5: kojiro earns it as swag.')
})

test('the results show the texts with both tracks and both ratings', async () => {
  host.responds({ 'user/status': status, 'get-song-swaps': { songSwaps: [completed] } })
  const screen = await showScreen('/track-swap-detail?id=7', member)
  for (const text of ['listen to the end', 'try this', 'wonderful', 'not for me']) await screen.shows(text)
})
