import { expect, test } from 'vitest'
import { createBroadcast, createBroadcastByNames } from '#contract/broadcasts/broadcasts.ts'
import type { Call } from '#src/api/call.ts'
import { share } from './senders.ts'

test('a track without an id is shared by its names, every other by its id', async () => {
  const sent: unknown[] = []
  // The sender reads nothing from the response.
  const call = ((endpoint: unknown, query: unknown) => {
    sent.push([endpoint, query])
    return Promise.resolve({ success: true })
  }) as unknown as Call
  const args = { user: 'ada', title: 'So good', track: 'Slow Ferry', artist: 'Nine Rooms', url: '' }
  await share.send(call, { ...args, trackId: 0 }, 'c1', {})
  await share.send(call, { ...args, trackId: 7 }, 'c2', {})
  const url = 'https://www.deezer.com/track/3135556'
  await share.send(call, { ...args, trackId: 0, url }, 'c3', {})
  const { user, title, track, artist } = args
  expect(sent).toEqual([
    [createBroadcastByNames, { user, title, track, artist, client_id: 'c1' }],
    [
      createBroadcast,
      { user, title, body: 'Slow Ferry by Nine Rooms', relatedtype: 'Track', relatedid: 7, client_id: 'c2' },
    ],
    [createBroadcastByNames, { user, title, track, artist, link: url, client_id: 'c3' }],
  ])
})
