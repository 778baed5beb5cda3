import { expect, test } from 'vitest'
import { trackOf } from './track-of.ts'

test("the host's own fields of a track take precedence over the body", () => {
  expect(trackOf({ type: 'Track', track: 'Stand by Me', artist: 'Ada by Night', body: 'x' })).toEqual({
    name: 'Stand by Me',
    artist: 'Ada by Night',
  })
})

test("a body without track fields is split at its last ' by '", () => {
  expect(trackOf({ type: 'Track', body: 'Stand by Me by Nine Rooms' })).toEqual({
    name: 'Stand by Me',
    artist: 'Nine Rooms',
  })
  expect(trackOf({ type: 'Track', body: 'Untitled' })).toEqual({ name: 'Untitled', artist: '' })
})

test('activity of a broadcast has no track', () => {
  expect(trackOf({ type: 'Activity', body: 'kojiro joined by chance' })).toBeUndefined()
})
