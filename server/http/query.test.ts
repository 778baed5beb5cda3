import * as v from 'valibot'
import { expect, test } from 'vitest'
import { defineOpenRead } from '#contract/endpoint-kinds.ts'
import { getQueryString, parseQuery, splitPairs } from './query.ts'

const endpoint = defineOpenRead({
  path: '/api/read',
  summary: 'A read.',
  visibility: 'everyone',
  query: v.object({
    name: v.pipe(v.string(), v.maxLength(3, 'must be at most 3 characters')),
    other: v.optional(v.pipe(v.string(), v.maxLength(3))),
  }),
  labels: { other: 'The other' },
  response: v.object({}),
  failure: 'Failed',
})
const parse = (query: string) => parseQuery(endpoint, `/api/read${query}`)

test.each([
  ['?name=a', { name: 'a' }],
  ['?&&name=a&', { name: 'a' }],
  ['?name=a+b', { name: 'a b' }],
  ['?n%61me=%C3%A9=', { name: 'é=' }],
  ['?name', { name: '' }],
  ['?unknown=1&unknown=2&name=a', { name: 'a' }],
  ['?=1&%ff=1&name=a', { name: 'a' }],
])('reads the query %s', (query, expected) => {
  expect(parse(query)).toEqual(expected)
})

test.each([
  ['', 'name is missing.'],
  ['?name=abcd', 'name must be at most 3 characters.'],
  ['?name=abcd&other=abcd', 'name must be at most 3 characters. The other is not valid.'],
  ['?name=a&name=a', 'name must be given once.'],
  ['?name=%ff', 'name must be text encoded as UTF-8, without NUL.'],
  ['?name=%00', 'name must be text encoded as UTF-8, without NUL.'],
  ['?name=%ED%A0%80', 'name must be text encoded as UTF-8, without NUL.'],
])('rejects the query %s', (query, message) => {
  expect(() => parse(query)).toThrow(expect.objectContaining({ status: 400, message }))
})

test('splits pairs at the first equals sign, and at most a number of them', () => {
  expect(splitPairs('a=b=c&d&=e')).toEqual([
    ['a', 'b=c'],
    ['d', ''],
    ['', 'e'],
  ])
  expect(splitPairs('a=1&&b=2&', 2)).toHaveLength(2)
  expect(() => splitPairs('a=1&b=2&c=3', 2)).toThrow(expect.objectContaining({ status: 413 }))
})

test('returns what follows the first question mark', () => {
  expect(['/a', '/a?', '/a?b?c'].map(getQueryString)).toEqual(['', '', 'b?c'])
})
