import { expect, test } from 'vitest'
import { getTrack } from './get-track.ts'

test("the host's own fields of a track take precedence over the body", () => {
  expect(getTrack({ type: 'Track', track: 'Stand by Me', artist: 'Ada by Night', body: 'x' })).toEqual({
    name: 'Stand by Me',
    artist: 'Ada by Night',
  })
})

test("a body without track fields is split at its last ' by '", () => {
  expect(getTrack({ type: 'Track', body: 'Stand by Me by Nine Rooms' })).toEqual({
    name: 'Stand by Me',
    artist: 'Nine Rooms',
  })
  expect(getTrack({ type: 'Track', body: 'Untitled' })).toEqual({ name: 'Untitled', artist: '' })
})

test('activity of a broadcast has no track', () => {
  expect(getTrack({ type: 'Activity', body: 'kojiro joined by chance' })).toBeUndefined()
})
