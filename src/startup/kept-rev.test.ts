import { expect, test } from 'vitest'
import { readKeptRev } from './kept-rev.ts'

const kept = (text: string | null) => () => text

test('the revision of a member is found, and nobody else is given it', () => {
  const read = kept('{"member":"ada","rev":7}')
  expect(readKeptRev('ada', read)).toBe(7)
  expect(readKeptRev('bo', read)).toBeUndefined()
  expect(readKeptRev(null, read)).toBeUndefined()
})

test.each([null, '', '{', 'null', '[]', '{"member":"ada"}', '{"member":"ada","rev":"7"}'])('%s is none', (text) => {
  expect(readKeptRev('ada', kept(text))).toBeUndefined()
})
