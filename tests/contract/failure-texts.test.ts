import { describe, expect, test } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createCall } from '#src/api/call.ts'
import { Refused } from '#src/api/errors.ts'

/** What a person is told when a call is refused without a sentence: the spec's section 8, else words of its kind. */
const texts: Readonly<Record<string, string>> = {
  'GET /api/user/profile': 'Failed to fetch user profile',
  'POST /api/user/login': 'Login failed',
  'POST /api/user/create-profile': 'Sign up failed.',
  'GET /api/artist/by-id': 'Artist not found',
  'GET /api/artist/top-listeners': 'Failed to fetch top listeners',
  'GET /api/artist/listens': 'Failed to fetch artist listens',
  'GET /api/user/followers': 'Failed to load followers',
  'GET /api/user/following': 'Failed to load following',
  'GET /api/user/top-artists': 'Failed to fetch top artists',
  'POST /api/user/follow': 'Failed to follow user',
  'POST /api/user/unfollow': 'Failed to unfollow user',
  'GET /api/user/top-broadcasted-tracks': 'Failed to load tracks',
  'GET /api/user/top-tracks': 'Failed to fetch tracks',
  'GET /api/get-song-swaps': 'Failed to fetch track swaps',
  'GET /api/find-song-swap-match': 'Failed to find a match',
  'GET /api/user/get-users': 'Failed to search users',
  'POST /api/create-song-swap': 'Failed to create song swap',
  'POST /api/add-song-swap-track': 'Failed to add track to song swap',
  'POST /api/add-song-swap-reaction': 'Failed to rate track',
  'GET /api/user/direct-messages': 'Failed to load messages',
  'POST /api/mark-messages-read': 'Failed to mark messages read',
  'POST /api/send-direct-message': 'Failed to send message',
  'GET /api/user/conversations': 'Failed to load conversations',
  'GET /api/get-broadcasts': 'Failed to load broadcasts',
  'GET /api/get-likes': 'Failed to fetch likes',
  'POST /api/create-like': 'Failed to like broadcast',
  'POST /api/undo-like': 'Failed to unlike broadcast',
  'POST /api/delete-broadcast': 'Failed to delete broadcast',
  'POST /api/create-broadcast': 'Failed to post track. Please try again.',
  'POST /api/user/logout': 'Failed to sign out',
  'GET /api/user/session': 'Failed to fetch the session',
  'GET /api/user/status': 'Failed to fetch the status',
  'POST /api/user/change-password': 'Failed to change the password',
  'POST /api/user/reset-password': 'Failed to reset the password',
  'GET /api/user/sessions': 'Failed to load where you are signed in',
  'POST /api/user/end-session': 'Failed to sign out there',
  'POST /api/user/end-sessions': 'Failed to sign out everywhere',
  'POST /api/user/sample-listens': 'Failed to add sample listens',
  'GET /api/user/similar-taste': 'Failed to fetch similar taste',
  'GET /api/user/compare': 'Failed to compare',
  'GET /api/artist/exploration': 'Artist not found',
  'POST /api/user/edit-profile': 'Failed to save the profile',
  'POST /api/user/remove-picture': 'Failed to remove the picture',
  'GET /api/user/blocks': 'Failed to load blocked members',
  'POST /api/user/block': 'Failed to block',
  'POST /api/user/unblock': 'Failed to unblock',
  'POST /api/user/mute': 'Failed to mute',
  'POST /api/user/unmute': 'Failed to unmute',
  'POST /api/user/report': 'Failed to send the report',
  'GET /api/user/activity': 'Failed to load activity',
  'POST /api/user/mark-activity-read': 'Failed to mark activity read',
  'GET /api/user/daily-plays': 'Failed to load listening',
  'GET /api/user/listening-sources': 'Failed to load listening',
  'POST /api/user/cancel-import': 'Failed to stop the import',
  'POST /api/user/delete-listens': 'Failed to delete the listens',
  'GET /api/user/music-account': 'Failed to load the music account',
  'POST /api/user/choose-music-account': 'Failed to choose the music account',
  'POST /api/user/refresh-music-account': 'Failed to refresh the music account',
  'POST /api/user/connect-music-account': 'Failed to connect the music account',
  'POST /api/user/prove-music-account': 'Failed to connect the music account',
  'GET /api/user/privacy': 'Failed to load the privacy settings',
  'POST /api/user/edit-privacy': 'Failed to save the privacy settings',
  'POST /api/user/delete-account': 'Failed to delete the account',
  'GET /api/user/scrobble-tokens': 'Failed to load your players',
  'POST /api/user/create-scrobble-token': 'Failed to make a token',
  'POST /api/user/revoke-scrobble-token': 'Failed to revoke the token',
  'GET /api/user/now-playing': 'Failed to load what is playing',
  'GET /api/user/following-now-playing': 'Failed to load what is playing',
  'POST /api/decline-song-swap': 'Failed to decline the swap',
  'POST /api/withdraw-song-swap': 'Failed to withdraw the swap',
  'GET /api/user/offline-copy': 'Failed to download for offline use',
  'GET /api/user/offline-pictures': 'Failed to download pictures',
}

/** A call whose every request is refused with a body. */
const refusedWith = (status: number, body: string) =>
  createCall({
    fetch: async () => new Response(body, { status, headers: { 'content-type': 'application/json' } }),
    host: 'https://host.example',
    now: () => 0,
  })

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Refused ? error : undefined),
  )

test('the table names every call, and no other', () => {
  expect(endpoints.map(endpointName).toSorted()).toEqual(Object.keys(texts).toSorted())
})

describe.each(endpoints.map((endpoint) => [endpointName(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test('refused without a sentence it is told in the words of the table', async () => {
    const refusal = await refusalOf(refusedWith(418, '{}')(endpoint, {}))
    expect(refusal?.sentence).toBe(texts[name])
    expect(refusal?.message).toBe('418: {}')
  })

  test("the server's own sentence goes before it", async () => {
    const refusal = await refusalOf(refusedWith(400, '{"error":"That will not do.","code":"bad_input"}')(endpoint, {}))
    expect(refusal).toMatchObject({ sentence: 'That will not do.', code: 'bad_input', status: 400 })
  })
})
