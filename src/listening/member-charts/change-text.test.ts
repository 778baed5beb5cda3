import { expect, test } from 'vitest'
import { toChange } from './change-text.ts'

const row = { place: 3, id: 1, name: 'Rain', artist_id: 1, artist: 'Sol', cover: '', plays: 5 }

test.each([
  [{ place_before: 5, plays_before: 2 }, '▲2', 'up from place 5, 2 plays in the previous period'],
  [{ place_before: 1, plays_before: 1 }, '▼2', 'down from place 1, 1 play in the previous period'],
  [{ place_before: 3, plays_before: 9 }, '=', 'same place, 9 plays in the previous period'],
  [{ place_before: null, plays_before: 0 }, 'new', 'new in this period'],
  [{ place_before: null, plays_before: 4 }, '▲', 'up from below place 1,000, 4 plays in the previous period'],
])('the change since %j is %s', (before, mark, text) => {
  expect(toChange({ ...row, ...before })).toEqual({ mark, text })
})
