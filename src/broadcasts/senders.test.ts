import { expect, test } from 'vitest'
import { createBroadcast, createBroadcastByNames } from '#contract/broadcasts/broadcasts.ts'
import type { Call } from '#src/api/call.ts'
import { drain } from '#src/offline/drain/drain.ts'
import { drainDevice, lost } from '#tests/support/drain-device.ts'
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

test('tracks that were shared without a connection are posted one by one, in their order', async () => {
  const posted: string[] = []
  let isAway = false
  const { deps, outbox } = drainDevice({
    actions: new Map([[share.name, share]]),
    // The client_id in a response states that the host deduplicates by it.
    call: ((_endpoint: unknown, { title, client_id }: Record<'title' | 'client_id', string>) => {
      posted.push(title)
      return isAway ? Promise.reject(lost()) : Promise.resolve({ success: true, client_id })
    }) as unknown as Call,
  })
  const args = { user: 'ada', trackId: 0, track: 'Slow Ferry', artist: 'Nine Rooms', url: '' }
  const post = (title: string) => outbox.dispatch(share, { ...args, title })
  await post('online')
  await drain(deps)
  isAway = true
  for (const title of ['first', 'second', 'third']) await post(title)
  await drain(deps)
  expect(posted).toEqual(['online', 'first'])
  isAway = false
  await drain(deps, { ignoreBackoff: true })
  expect(posted).toEqual(['online', 'first', 'first', 'second', 'third'])
})
