import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MEMBER_KEY } from '#contract/storage-names.ts'
import { readStoredMember, storeForMember } from './stored-member.ts'

let texts = new Map<string, string>()
const setItem = vi.fn<Storage['setItem']>((key, text) => void texts.set(key, text))

beforeEach(() => {
  texts = new Map([[MEMBER_KEY, '{"username":"ada"}']])
  setItem.mockClear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem,
    removeItem: (key: string) => void texts.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['{"username":"ada"}', 'ada'],
  ['{"username":""}', null],
  ['{"username":7}', null],
  ['"ada"', null],
  ['{', null],
  ['null', null],
])('the stored text %s means that %s is signed in', (text, member) => {
  expect(readStoredMember(() => text)).toBe(member)
})

test('storeForMember writes for the signed-in member', () => {
  storeForMember('ada', 'key', 'text')
  expect([...texts.keys()]).toEqual([MEMBER_KEY, 'key'])
})

test.each([
  ['a visitor', undefined],
  ['another member', '{"username":"bo"}'],
])('storeForMember writes nothing once %s is signed in', (_, here) => {
  texts.clear()
  if (here !== undefined) texts.set(MEMBER_KEY, here)
  storeForMember('ada', 'key', 'text')
  expect(setItem).not.toHaveBeenCalled()
})

test('storeForMember writes nothing of a visitor once a member is signed in', () => {
  storeForMember(null, 'key', 'text')
  expect(setItem).not.toHaveBeenCalled()
})
