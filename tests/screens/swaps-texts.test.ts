import { expect, test } from 'vitest'
import { NEW_MATCH_KEY, SWAP_MATCH_KEY } from '#contract/storage-names.ts'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const readings = [
  ['find-song-swap-match', 400, {}, '/track-swap', 'Failed to find a match'],
  ['find-song-swap-match', 200, { error: 'The dice are lost.' }, '/track-swap', 'The dice are lost.'],
  ['find-song-swap-match', 404, { error: 'x', code: 'no_match' }, '/track-swap', 'No matches found'],
  ['find-song-swap-match', 200, { matched_user_profile: null }, '/track-swap', 'No matches found'],
  ['user/profile?user=kojiro', 400, { error: 'no' }, '/track-swap', 'Failed to fetch matched user details'],
  ['user/profile?user=kojiro', 200, { userProfile: [] }, '/track-swap', 'No user profile data found'],
  ['get-song-swaps', 404, {}, '/track-swap-history', 'Failed to fetch track swaps: 404 Not Found'],
  ['get-song-swaps', 400, {}, '/track-swap-history', 'Failed to fetch track swaps: 400 Bad Request'],
  ['get-song-swaps', 200, { songSwaps: [] }, '/track-swap-history', 'No track swaps yet'],
  ['get-song-swaps', 400, {}, '/track-swap-detail?id=7', 'Failed to fetch swap details'],
  ['get-song-swaps', 404, {}, '/track-swap-detail?id=7', 'Failed to fetch swap details'],
  ['get-song-swaps', 400, {}, '/track-swap-results?id=7', 'Failed to fetch swap details'],
  ['get-song-swaps', 200, { songSwaps: [] }, '/track-swap-detail?id=7', 'Swap not found'],
  ['get-song-swaps', 200, { songSwaps: [] }, '/track-swap-action?id=7', 'Swap not found'],
  ['get-song-swaps', 200, { songSwaps: [] }, '/swap-points-results?id=7', 'Swap not found'],
  ['user/top-tracks', 400, {}, '/track-swap', 'Failed to fetch tracks'],
  ['user/top-tracks', 200, { topTracks: [] }, '/track-swap', 'No tracks found'],
  ['user/get-users', 400, {}, '/track-swap?find=mirelle', 'Failed to search users'],
  ['user/get-users', 200, { userProfile: [] }, '/track-swap?find=mirelle', 'No users found'],
] as const

for (const [call, status, json, path, text] of readings)
  test(`${path} shows '${text}' after ${call} responded ${status} ${JSON.stringify(json)}`, async () => {
    host.responds({ [call]: { status, json } })
    const screen = await showScreen(path, member)
    await screen.shows(text)
    if (status === 400) await screen.waits(() => expect(screen.buttons()).toContain('Try Again'))
  })

test('the history that failed can be tried again', async () => {
  host.responds({ 'get-song-swaps': 404 })
  const screen = await showScreen('/track-swap-history', member)
  await screen.shows('Error')
  host.responds({ 'get-song-swaps': { songSwaps: [] } })
  await screen.press('Try Again')
  await screen.shows('No track swaps yet')
})

test('a match that failed can be tried again', async () => {
  host.responds({ 'find-song-swap-match': 400 })
  const screen = await showScreen('/track-swap', member)
  await screen.shows('Failed to find a match')
  host.responds({ 'find-song-swap-match': { matched_user_profile: 'kojiro' } })
  await screen.press('Try Again')
  await screen.shows('Matched with:')
})

for (const [call, path, text] of [
  ['find-song-swap-match', '/track-swap', 'Finding your match...'],
  ['user/get-users', '/track-swap?find=mirelle', 'Searching...'],
  ['user/top-tracks', '/track-swap', 'Loading tracks...'],
] as const)
  test(`${path} shows '${text}' while ${call} has not responded`, async () => {
    host.responds({ [call]: 'never' })
    const screen = await showScreen(path, member)
    await screen.shows(text)
    host.release()
    await screen.hides(text)
  })

for (const [call, json, text] of [
  ['create-song-swap', {}, 'Failed to create song swap'],
  ['add-song-swap-track', {}, 'Failed to add track to song swap'],
  ['add-song-swap-track', { error: 'The track is gone.' }, 'The track is gone.'],
] as const)
  test(`a swap that ${call} rejects with ${JSON.stringify(json)} shows '${text}' and can be tried again`, async () => {
    host.responds({ [call]: { status: 400, json } })
    const screen = await showScreen('/track-swap', member)
    await screen.press(/^Night Bus/)
    await screen.press('Send Swap')
    await screen.contains('Failed to initiate song swap')
    await screen.contains(text)
    host.responds({ [call]: { song_swap_id: 7, success: true } })
    await screen.press('Try Again')
    await screen.shows('Track Swap Sent!')
  })

for (const [status, code, sentence] of [
  [429, 'daily_limit', 'Too many messages, swaps and mentions for members who do not follow you. Try again in 2 h.'],
  [409, 'too_many_swaps', 'You have three open swaps with this member. Wait for an answer, or withdraw one.'],
  [403, 'not_allowed', 'On this server you can swap tracks with members who follow you.'],
] as const)
  test(`a swap beyond a limit (${code}) shows the reason and keeps its text, which can be copied`, async () => {
    host.responds({
      'user/status': { viewer: member },
      'create-song-swap': { status, json: { error: sentence, code } },
    })
    const screen = await showScreen('/track-swap', member)
    await screen.press(/^Night Bus/)
    await screen.press('Add a note')
    await screen.types('Add a note (optional)', 'Hear the bridge.')
    await screen.press('Send Swap')
    await screen.contains('Failed to initiate song swap')
    await screen.shows(sentence)
    const outbox = await showScreen('/outbox', member)
    await outbox.shows('Hear the bridge.')
    await outbox.shows(sentence)
    expect(outbox.buttons()).toContain('Copy')
  })

test('a note for a stored match is not sent to the match that replaces it', async () => {
  localStorage.setItem(SWAP_MATCH_KEY, JSON.stringify({ username: 'mirelle' }))
  localStorage.setItem(NEW_MATCH_KEY, 'true')
  host.responds({ 'user/status': { viewer: member }, 'find-song-swap-match': 'never' })
  const screen = await showScreen('/track-swap', member)
  await screen.press(/^Night Bus/)
  await screen.press('Add a note')
  await screen.types('Add a note (optional)', 'Hi mirelle.')
  host.release()
  await screen.shows('kojiro')
  await screen.press('Send Swap')
  await screen.shows('Track Swap Sent!')
  await screen.waits(() => expect(host.requests('add-song-swap-track')).toHaveLength(1))
  expect(host.requests('add-song-swap-track')[0]?.address).not.toContain('mirelle')
})

const invite = {
  id: 7,
  initiated_user: 'kojiro',
  matched_user: member,
  initiated_track_id: 2,
  initiated_track_name: 'Harbour',
  initiated_artist_name: 'The Tunnels',
  swap_initiated_timestamp: '2026-11-24T10:00:00Z',
  song_swap_id: 7,
}

test('a track that is rejected says so', async () => {
  host.responds({ 'get-song-swaps': { songSwaps: [invite] }, 'add-song-swap-track': 400 })
  const screen = await showScreen('/track-swap-action?id=7', member)
  await screen.shows('Send a Track')
  await screen.press(/^Night Bus/)
  await screen.press('Send Track')
  await screen.contains('Failed to send track')
})

test('a rating that is rejected says so', async () => {
  const answered = {
    ...invite,
    matched_track_id: 1,
    matched_track_name: 'Night Bus',
    matched_artist_name: 'The Tunnels',
  }
  host.responds({ 'get-song-swaps': { songSwaps: [answered] }, 'add-song-swap-reaction': 400 })
  const screen = await showScreen('/track-swap-action?id=7', member)
  await screen.press('2')
  await screen.press('Rate Track')
  await screen.contains('Failed to rate track')
})

for (const [path, text] of [
  ['/track-swap-detail', 'No swap ID provided'],
  ['/track-swap-detail?id=seven', 'Swap not found'],
  ['/track-swap-results', 'No match user found for swap results.'],
  ['/track-swap-confirmation', 'No track or match user selected for swap.'],
  ['/swap-points-results', 'No swap points yet'],
  ['/track-swap-action', 'No swap ID provided'],
] as const)
  test(`${path} shows '${text}'`, async () => {
    const screen = await showScreen(path, member)
    await screen.shows(text)
  })

test('a swap without its first track is a data error for its initiator', async () => {
  const swap = {
    ...invite,
    initiated_user: member,
    matched_user: 'kojiro',
    initiated_track_id: null,
    initiated_track_name: null,
  }
  host.responds({ 'get-song-swaps': { songSwaps: [swap] } })
  const screen = await showScreen('/track-swap-detail?id=7', member)
  await screen.shows('Swap Data Error')
  await screen.shows(
    'This swap is missing a sent track from the initiator. Please contact support or delete this swap.',
  )
})

for (const stored of ['nonsense', '{"username":7}', '[]'])
  test(`a stored match that reads ${stored} is replaced by a new one`, async () => {
    localStorage.setItem(SWAP_MATCH_KEY, stored)
    const screen = await showScreen('/track-swap', member)
    await screen.shows('Matched with:')
  })
