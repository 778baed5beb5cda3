import { expect, test } from 'vitest'
import { nameKey } from './name-key.ts'

test('names that differ only in case, width or spaces are one artist', () => {
  expect(nameKey('  Nine   Rooms ')).toBe('nine rooms')
  expect(nameKey('ＮＩＮＥ rooms')).toBe('nine rooms')
  expect(nameKey('Nine Rooms!')).not.toBe(nameKey('Nine Rooms'))
})

test.each([
  ['case', 'ÉTÉ', 'été'],
  ['width', 'Ｎｉｎｅ　Ｒｏｏｍｓ', 'Nine Rooms'],
  ['compatibility forms', 'ﬁn Ⅳ', 'fin IV'],
  ['composed and decomposed letters', 'e\u0301', '\u00e9'],
  ['spaces', ' Nine\u00a0 Rooms\t', 'Nine Rooms'],
])('names that differ in %s are one', (_, name, other) => expect(nameKey(name)).toBe(nameKey(other)))

test.each([
  ['marks', 'Beyoncé', 'Beyonce'],
  ['punctuation', 'AC/DC', 'ACDC'],
  ['apostrophes', "Don't", 'Don’t'],
  ['an article', 'The Nine Rooms', 'Nine Rooms'],
  ['an ampersand', 'Ada & Bo', 'Ada and Bo'],
  ['script', 'Кино', 'Kino'],
  ['notes on versions', 'Slow Ferry (Remaster)', 'Slow Ferry'],
])('names that differ in %s are two', (_, name, other) => expect(nameKey(name)).not.toBe(nameKey(other)))
