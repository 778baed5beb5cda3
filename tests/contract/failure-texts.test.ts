import { describe, expect, test } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createCall } from '#src/api/call.ts'
import { Refused } from '#src/api/errors.ts'

/**
 * The spec's texts for a refusal without an error text (section 8). An addition has its text in the
 * contract alone.
 */
const specTexts: Readonly<Record<string, string>> = {
  'GET /api/user/profile': 'Failed to fetch user profile',
  'POST /api/user/login': 'Login failed',
  'POST /api/user/create-profile': 'Sign up failed.',
  'GET /api/artist/by-id': 'Failed to load the artist',
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
}

/** Returns a call with every request refused with a body. */
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

test('the table has every endpoint of the spec, and no other', () => {
  const ofSpec = endpoints.filter(({ addition }) => !addition)
  expect(ofSpec.map(endpointName).toSorted()).toEqual(Object.keys(specTexts).toSorted())
})

describe.each(endpoints.map((endpoint) => [endpointName(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test('a refusal without an error text shows the text of the endpoint', async () => {
    const refusal = await refusalOf(refusedWith(418, '{}')(endpoint, {}))
    expect(refusal?.sentence).toBe(specTexts[name] ?? endpoint.failure)
    expect(refusal?.message).toBe('418: {}')
  })

  test("the server's error text has precedence over the text of the endpoint", async () => {
    const refusal = await refusalOf(refusedWith(400, '{"error":"That will not do.","code":"bad_input"}')(endpoint, {}))
    expect(refusal).toMatchObject({ sentence: 'That will not do.', code: 'bad_input', status: 400 })
  })
})
