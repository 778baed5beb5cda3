import { expect, test } from 'vitest'
import { areAlike } from './are-alike.ts'

test.each([
  ['Beyoncé', 'Beyonce'],
  ['AC/DC', 'ACDC'],
  ['Sigur Rós', 'SIGUR ROS'],
  ['Slow Ferry', 'Slow Ferry - Remastered 2011'],
  ['Slow Ferry', 'Slow Ferry (2011 Remaster)'],
  ['Slow Ferry', 'Slow Ferry - 2009 Digital Remaster'],
])('%s and %s have the same letters', (name, other) => expect(areAlike(name, other)).toBe(true))

test.each([
  ['Ada Lark', 'Rude Word'],
  ['Кино', 'Kino'],
  ['Nirvana', 'Nirvana (UK)'],
  ['Song', 'Song (Karaoke)'],
  ['The Slow Ferry', 'Slow Ferry'],
  ['!!!', '???'],
])('%s and %s are different names', (name, other) => expect(areAlike(name, other)).toBe(false))
