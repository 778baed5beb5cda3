import { expect, test } from 'vitest'
import { findTypedMention, insertMention, listOffered } from './typed-mention.ts'

/** Reads a text with `|` for the caret. */
const find = (marked: string) => findTypedMention(marked.replace('|', ''), marked.indexOf('|'))

test('a mention is typed after an @ that begins a word', () => {
  expect(find('hear this, @mi|')).toEqual({ at: 11, term: 'mi' })
  expect(find('(@|')).toEqual({ at: 1, term: '' })
  expect(find('@mi| and more')).toEqual({ at: 0, term: 'mi' })
  expect(find('@ada lo|')).toEqual({ at: 0, term: 'ada lo' })
})

test.each(['mi|', '|@mi', 'x@mi|', '@@|', '@ mi|', '@mi\nre|', '@mi|relle', `@${'x'.repeat(65)}|`, '|'])(
  'no mention is typed in %j',
  (marked) => {
    expect(find(marked)).toBeUndefined()
  },
)

test('a chosen name replaces what was typed, with one space after it', () => {
  expect(insertMention('hi @mi', { at: 3, term: 'mi' }, 'mirelle')).toEqual({ text: 'hi @mirelle ', caret: 12 })
  expect(insertMention('@mi, you', { at: 0, term: 'mi' }, 'mirelle')).toEqual({ text: '@mirelle , you', caret: 9 })
  expect(insertMention('@mi you', { at: 0, term: 'mi' }, 'mirelle')).toEqual({ text: '@mirelle you', caret: 9 })
})

const named = (...names: string[]) => names.map((name) => ({ name }))

test('names that begin with the term come first, each once, without the own one and those without a member', () => {
  const members = named('Kamira', 'mirelle', 'Mirelle', 'mi', 'System', 'Deleted member 7', 'bo')
  expect(listOffered('MI', members, 'mi').map(({ name }) => name)).toEqual(['mirelle', 'Kamira'])
  expect(listOffered('', members, 'mi').map(({ name }) => name)).toEqual(['Kamira', 'mirelle', 'bo'])
})

test('nothing is offered for a complete name, unless it begins a longer one', () => {
  expect(listOffered('mirelle', named('Mirelle'), null)).toEqual([])
  expect(listOffered('ada', named('ada', 'ada lovelace'), null)).toHaveLength(2)
})

test('at most six members are offered', () => {
  expect(listOffered('a', named(...'abcdefgh'.split('').map((letter) => `a${letter}`)), null)).toHaveLength(6)
})
