import { expect, test } from 'vitest'
import { roomLeft, roomText } from './room-left.ts'

const textOf = (text: string) => roomText(roomLeft(text))

test('a short message counts nothing down', () => {
  expect(textOf('you gave it a 5 though')).toBeUndefined()
})

test('the last hundred characters are counted down', () => {
  expect(textOf('a'.repeat(899))).toBeUndefined()
  expect(textOf('a'.repeat(900))).toBe('100 characters left')
  expect(textOf('a'.repeat(999))).toBe('1 character left')
  expect(textOf('a'.repeat(1000))).toBe('0 characters left')
  expect(textOf('a'.repeat(1001))).toBe('Too long by 1 character')
})

test('letters that take nine bytes are counted down by bytes', () => {
  expect(textOf('漢'.repeat(600))).toBe('600 bytes left')
  expect(textOf('漢'.repeat(667))).toBe('Too long by 3 bytes')
})

test('500 emoji fit exactly', () => {
  expect(roomLeft('😀'.repeat(500)).left).toBe(0)
  expect(roomLeft('😀'.repeat(501)).left).toBeLessThan(0)
})

test('spaces around it are not sent and not counted', () => {
  expect(textOf(`  ${'a'.repeat(1000)}\n\n`)).toBe('0 characters left')
})

test('half an emoji is no trouble', () => {
  expect(roomLeft('a\ud83d').left).toBe(998)
})
