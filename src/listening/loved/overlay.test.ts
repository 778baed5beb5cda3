import { expect, test } from 'vitest'
import { pendingActions } from '#tests/support/pending-actions.ts'
import { setLoved } from '../senders.ts'
import { isLovedTrack, overlayLovedHead, overlayLovedIds } from './overlay.ts'

const love = (track: string, isLoved: boolean, trackId: number | null = null) =>
  [setLoved, { user: 'ada', trackId, track, artist: 'Sol Ferro', isLoved }] as const
const rain = { id: 7, track: 'Rain', artist: 'Sol Ferro' }
const response = { tracks: [{ id: 7 }, { id: 8 }] }

test('the last pending change of a track decides whether it is loved', () => {
  const isLoved = (track: Parameters<typeof isLovedTrack>[1], ...actions: Parameters<typeof pendingActions>) => {
    const loved = overlayLovedIds(response, pendingActions(...actions))
    return loved && isLovedTrack(loved, track)
  }
  expect(isLoved(rain)).toBe(true)
  expect(isLoved(rain, love('Rain', false, 7))).toBe(false)
  expect(isLoved(rain, love('Rain', false, 7), love('rain', true))).toBe(true)
  expect(isLoved({ id: null, track: 'RAIN', artist: 'sol ferro' }, love('Rain', true))).toBe(true)
  expect(isLoved({ id: null, track: 'Rain', artist: 'Sol Ferro' })).toBe(false)
  expect(isLoved({ id: 9, track: 'Tide', artist: 'Sol Ferro' }, love('Rain', true))).toBe(false)
})

test('a track loved on this device is on top of the list until the server lists it', () => {
  const row = {
    id: 3,
    track_id: 7,
    track: 'Rain',
    artist: 'Sol Ferro',
    artist_id: 1,
    lastfmtrackurl: '',
    loved_at: '2026-11-20T08:12:00.000Z',
  }
  const list = { lovedTracks: [row], total: 1, hidden: undefined }
  const show = (...actions: Parameters<typeof pendingActions>) => overlayLovedHead(list, pendingActions(...actions))
  expect(show(love('Tide', true))).toMatchObject({ total: 2, tracks: [{ track: 'Tide' }, { track: 'Rain' }] })
  expect(show(love('Tide', true), love('Tide', false))?.tracks).toEqual([row])
  expect(show(love('Rain', true, 7))?.tracks).toEqual([row])
  expect(overlayLovedHead(null, pendingActions(love('Tide', true)))).toBeNull()
})
