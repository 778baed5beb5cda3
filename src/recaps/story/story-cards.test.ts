import { expect, test } from 'vitest'
import { parsePeriod } from '#contract/recaps/periods.ts'
import type { Recap } from '#contract/recaps/recap.ts'
import { toStoryCards } from './story-cards.ts'

const row = (name: string, artist: string, plays: number) => ({ id: 1, name, artist_id: 1, artist, cover: '', plays })
const recap: Recap = {
  period: '2026-W47',
  from: '2026-11-16',
  until: '2026-11-22',
  time_zone: 'UTC',
  is_open: 0,
  first_day: '2026-01-01',
  needs_listens: 0,
  plays: 63,
  plays_before: 50,
  artists: 26,
  tracks: 49,
  albums: 20,
  days: [{ day: '2026-11-16', plays: 63 }],
  hours: [
    { hour: 12, plays: 40 },
    { hour: 3, plays: 23 },
  ],
  listening_days: 1,
  longest_streak: 1,
  current_streak: 1,
  top_artists: [row('Mothlight', 'Mothlight', 6), row('Una', 'Una', 5)],
  top_tracks: [row('Kerosene', 'Mothlight', 1)],
  top_albums: [],
  new_artists: 0,
  top_new_artists: [],
  movers: [],
  rediscovered: 0,
  rediscovered_tracks: [],
  swaps: 2,
  swag: 6,
}
const week = parsePeriod('2026-W47')

const show = (changes: Partial<Recap> = {}) =>
  week ? toStoryCards({ ...recap, ...changes }, week, 'mirelle', 'flipside.example') : []

test('a story has a card for each subject of the recap, in words', () => {
  expect(show().map(({ id, heading, note }) => [id, heading, note])).toEqual([
    ['plays', 'You played 49 tracks by 26 artists.', '63 plays · 26% more than in the week before'],
    ['track', 'You played Kerosene 1 time.', 'Mothlight'],
    ['artists', 'Mothlight was your week.', '6 plays · then Una'],
    ['hours', 'Most of it played from 12:00 to 13:00.', '40 plays in that hour of the day'],
    ['swaps', '2 swaps, 6 swag.', 'Two sides to every track.'],
  ])
})

test('a subject without plays or swaps has no card', () => {
  const cards = show({ swaps: 0, hours: [], top_artists: [], top_tracks: [] })
  expect(cards.map(({ id }) => id)).toEqual(['plays'])
})

test('an image shows its card alone, and nothing of other members', () => {
  const images = Object.fromEntries(show().map(({ id, image }) => [id, image]))
  expect(images['track']).toMatchObject({ title: 'My top track', track: { title: 'Kerosene' }, artists: [], bars: [] })
  expect(images['artists']).toMatchObject({ title: 'My top artists', track: undefined, figures: [] })
  expect(images['hours']?.bars).toHaveLength(24)
  expect(images['swaps']?.figures).toEqual([
    { value: '2', label: 'swaps' },
    { value: '6', label: 'swag' },
  ])
})
