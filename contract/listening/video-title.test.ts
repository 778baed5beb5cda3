import { expect, test } from 'vitest'
import { splitVideoTitle, stripDecorations } from './video-title.ts'

test.each([
  'Slow Ferry (Official Video)',
  'Slow Ferry  [official music video]',
  'Slow Ferry (The Official Remaster, 2026)',
  'Slow Ferry (Official)',
  `Slow Ferry (Official ${'x'.repeat(39)})`,
  'Slow Ferry (Video)',
  'Slow Ferry (Music Video)',
  'Slow Ferry (Lyric Video)',
  'Slow Ferry (Lyrics Visualizer)',
  'Slow Ferry (Lyric Visualizer)',
  'Slow Ferry(Lyrics Video)',
  'Slow (HD) Ferry',
  'Slow Ferry (visualiser)',
  'Slow Ferry (Audio)',
  'Slow Ferry (Audio only)',
  'Slow Ferry (Lyrics)',
  'Slow Ferry (Lyric)',
  'Slow Ferry [MV]',
  'Slow Ferry [M/V]',
  'Slow Ferry [HD] [4K]',
  '(HQ) Slow Ferry',
  'Slow Ferry',
])('the title of %j is Slow Ferry', (title) => expect(stripDecorations(title)).toBe('Slow Ferry'))

test.each([
  'Slow Ferry (Live)',
  'Slow Ferry (Officially)',
  `Slow Ferry (Official ${'x'.repeat(40)})`,
  'Slow Ferry (Videos)',
  'Slow Ferry Official Video',
  'Slow Ferry (feat. Video)',
])('the title %j has no decoration', (title) => expect(stripDecorations(title)).toBe(title))

test.each([
  ['Nine Rooms - Slow Ferry (Official Video)', 'Nine Rooms', 'Slow Ferry'],
  ['Nine Rooms  –  Slow Ferry', 'Nine Rooms', 'Slow Ferry'],
  ['Nine Rooms — Slow Ferry - Part 2', 'Nine Rooms', 'Slow Ferry - Part 2'],
  ['Nine-Rooms - Slow-Ferry', 'Nine-Rooms', 'Slow-Ferry'],
])('splits %j into artist and title', (text, artist, title) => {
  expect(splitVideoTitle(text)).toEqual({ artist, title })
})

test.each(['Slow Ferry', 'Nine Rooms -Slow Ferry', 'Nine Rooms- Slow Ferry', '(HD) - Slow Ferry', 'Nine Rooms - (HD)'])(
  'finds no names in %j',
  (text) => expect(splitVideoTitle(text)).toBeUndefined(),
)
