import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeKeptRev } from './kept-rev.ts'
import { writeKeptScreen } from './kept-screen.ts'
import { storedMember } from './stored-member.ts'

let texts = new Map<string, string>()
const setItem = vi.fn<Storage['setItem']>((key, text) => void texts.set(key, text))

beforeEach(() => {
  texts = new Map([['bc_user', '{"username":"ada"}']])
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
])('%s says that %s is here', (text, member) => {
  expect(storedMember(() => text)).toBe(member)
})

test('what is private is kept while its member is here', () => {
  writeKeptScreen('ada', '<p>hello</p>')
  writeKeptRev({ member: 'ada', rev: 7 })
  expect([...texts.keys()]).toEqual(['bc_user', 'flipside_first_screen', 'flipside_rev'])
})

test.each([
  ['nobody', undefined],
  ['somebody else', '{"username":"bo"}'],
])('a write that comes late, when %s is here, keeps nothing', (_, here) => {
  texts.clear()
  if (here !== undefined) texts.set('bc_user', here)
  writeKeptScreen('ada', '<p>hello</p>')
  writeKeptRev({ member: 'ada', rev: 7 })
  expect(setItem).not.toHaveBeenCalled()
})

test("a visitor's screen is not kept once a member is here", () => {
  writeKeptScreen(null, '<p>hello</p>')
  expect(setItem).not.toHaveBeenCalled()
})

test('a revision is written once, and again when it was wiped', () => {
  writeKeptRev({ member: 'ada', rev: 7 })
  writeKeptRev({ member: 'ada', rev: 7 })
  expect(setItem).toHaveBeenCalledTimes(1)
  texts.delete('flipside_rev')
  writeKeptRev({ member: 'ada', rev: 7 })
  expect(setItem).toHaveBeenCalledTimes(2)
})
