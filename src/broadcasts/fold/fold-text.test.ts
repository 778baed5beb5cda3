import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

const post = (title: string, about_user?: string, about_other?: string) => ({
  title,
  body: '',
  about_user,
  about_other,
})
const joined = (name: string) => post(`${name} joined Flipside.`, name)
const started = (a: string, b: string) => post(`${a} started a Track Swap with ${b}.`, a, b)
const completed = (a: string, b: string) =>
  post(`${a} and ${b} completed a Track Swap: +5 swag for ${a}, +4 for ${b}.`, a, b)

test('the text of a fold counts its posts by kind', () => {
  expect(foldText([joined('ada'), joined('bo'), joined('cy')])).toBe('3 people joined')
  expect(foldText([completed('ada', 'bo'), joined('cy'), completed('cy', 'bo')])).toBe(
    '1 person joined, 2 swaps completed',
  )
  expect(foldText([started('ada', 'bo'), started('cy', 'dee')])).toBe('2 swaps started')
})

test('a swap that began and was completed in the same fold counts once', () => {
  expect(foldText([completed('ada', 'bo'), started('ada', 'bo')])).toBe('1 swap completed')
  expect(foldText([completed('ada', 'bo'), started('bo', 'ada'), started('ada', 'bo')])).toBe(
    '1 swap completed, 1 swap started',
  )
  // Newest first: this start belongs to another swap, which is not completed yet.
  expect(foldText([started('ada', 'bo'), completed('ada', 'bo')])).toBe('1 swap completed, 1 swap started')
})

test('posts in the wording of another host are counted without a kind', () => {
  expect(foldText([post('Servers were moved.'), post('A new year.')])).toBe('2 posts by System')
  expect(foldText([joined('ada'), post('A new year.')])).toBe('1 person joined, 1 more post')
})
