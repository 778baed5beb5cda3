import { expect, test } from 'vitest'
import { mentionParts } from './mention-parts.ts'

const mentions = [
  { written: 'Ada', username: 'ada' },
  { written: 'Ada Lovelace', username: 'lovelace' },
]

test('the mentions of a text are links, the longer name first', () => {
  expect(mentionParts('hi @ada lovelace, @ADA. @adam', mentions)).toEqual([
    { text: 'hi ' },
    { text: '@ada lovelace', member: 'lovelace' },
    { text: ', ' },
    { text: '@ADA', member: 'ada' },
    { text: '. @adam' },
  ])
  expect(mentionParts('plain @text', [])).toEqual([{ text: 'plain @text' }])
})

test('an @ within a word is no mention, as on the server', () => {
  for (const text of ['x@ada', '@@ada', 'é@ada', '1@ada', '_@ada'])
    expect(mentionParts(text, mentions)).toEqual([{ text }])
  expect(mentionParts('(@ada)', mentions)).toHaveLength(3)
})
