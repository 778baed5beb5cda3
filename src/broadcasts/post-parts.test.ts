import { expect, test } from 'vitest'
import { postParts } from './get-track.ts'

test('the members that a post names are parts of their own', () => {
  const post = { title: 'kojiro started a Track Swap with mirelle.', body: '' }
  expect(postParts({ ...post, about_user: 'kojiro', about_other: 'mirelle' })).toEqual([
    { text: 'kojiro', member: 'kojiro' },
    { text: ' started a Track Swap with ' },
    { text: 'mirelle', member: 'mirelle' },
    { text: '.' },
  ])
})

test('a post of a host without names is plain text', () => {
  const post = { title: 'kojiro joined.', body: '', about_user: undefined, about_other: undefined }
  expect(postParts(post)).toEqual([{ text: 'kojiro joined.' }])
})

test('a post with a title and a body shows both, and the same text once', () => {
  expect(postParts({ title: 'New member', body: 'kojiro joined.' })).toEqual([{ text: 'New member\nkojiro joined.' }])
  expect(postParts({ title: 'kojiro joined.', body: 'kojiro joined.' })).toEqual([{ text: 'kojiro joined.' }])
})

test('a name that is part of the other is found in the rest of the text', () => {
  const post = { title: 'bobo swapped with bo.', body: '', about_user: 'bobo', about_other: 'bo' }
  expect(postParts(post).filter((it) => it.member)).toEqual([
    { text: 'bobo', member: 'bobo' },
    { text: 'bo', member: 'bo' },
  ])
})
