import { expect, test } from 'vitest'
import { avatarArt } from './avatar-art.ts'
import { avatarColours } from './colours.ts'

test('a member looks the same however the name is written', () => {
  expect(avatarArt(' @Mirelle ')).toEqual(avatarArt('mirelle'))
  expect(avatarArt('mirelle').letter).toBe('M')
})

test('a name that starts with an emoji or an accent keeps its first character whole', () => {
  expect(avatarArt('🎧listener').letter).toBe('🎧')
  expect(avatarArt('élodie').letter).toBe('É')
})

test('no name gives a question mark, not nothing', () => {
  expect(avatarArt('').letter).toBe('?')
  expect(avatarColours[avatarArt('').colour]).toBeDefined()
})

test('sixty members use all the colours', () => {
  const used = new Set(Array.from({ length: 60 }, (_, at) => avatarArt(`listener-${at}`).colour))
  expect(used.size).toBe(avatarColours.length)
})
