import { expect, test } from 'vitest'
import { filterSongs } from './filter-songs.ts'

const song = (id: number, name: string, artist: string) => ({ id, name, artist, playCount: 1, url: '', track_url: '' })
const songs = [song(1, 'Night Bus', 'Lamplight Parade'), song(2, 'Salt Flats', 'The Quiet Meridian')]
const found = (typed: string) => filterSongs(songs, typed).map((it) => it.id)

test('a track is found by part of its name or artist, case-insensitively', () => {
  expect(found('BUS')).toEqual([1])
  expect(found('quiet mer')).toEqual([2])
  expect(found('a')).toEqual([1, 2])
  expect(found('zither')).toEqual([])
})

test('surrounding spaces are ignored, and an empty filter finds all tracks', () => {
  expect(found('  salt ')).toEqual([2])
  expect(found('   ')).toEqual([1, 2])
})
