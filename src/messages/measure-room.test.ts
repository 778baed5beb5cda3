import { expect, test } from 'vitest'
import { measureRoom, roomText } from './measure-room.ts'

const textOf = (text: string) => roomText(measureRoom(text))

test('a short message shows no countdown', () => {
  expect(textOf('you gave it a 5 though')).toBeUndefined()
})

test('the last hundred characters are counted down', () => {
  expect(textOf('a'.repeat(899))).toBeUndefined()
  expect(textOf('a'.repeat(900))).toBe('100 characters left')
  expect(textOf('a'.repeat(999))).toBe('1 character left')
  expect(textOf('a'.repeat(1000))).toBe('0 characters left')
  expect(textOf('a'.repeat(1001))).toBe('Too long by 1 character')
})

test('characters of several bytes are counted down by bytes', () => {
  expect(textOf('漢'.repeat(600))).toBe('600 bytes left')
  expect(textOf('漢'.repeat(667))).toBe('Too long by 3 bytes')
})

test('a message of 500 emoji fits exactly', () => {
  expect(measureRoom('😀'.repeat(500)).remaining).toBe(0)
  expect(measureRoom('😀'.repeat(501)).remaining).toBeLessThan(0)
})

test('spaces around a message are not sent and not counted', () => {
  expect(textOf(`  ${'a'.repeat(1000)}\n\n`)).toBe('0 characters left')
})

test('a lone surrogate is measured without an error', () => {
  expect(measureRoom('a\ud83d').remaining).toBe(998)
})
