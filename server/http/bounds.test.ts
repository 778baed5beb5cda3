import { describe, expect, test } from 'vitest'
import { BodyBudget } from './body-budget.ts'
import { computeVersion, matchesEtag, toEtag } from './etag.ts'
import { isTooComplex } from './json-complexity.ts'

test('request bodies in memory are bounded for each address and for all', () => {
  const budget = new BodyBudget({ address: 10, process: 15 })
  budget.add('a', 6)
  budget.add('a', 4)
  expect(() => budget.add('a', 1)).toThrow(expect.objectContaining({ status: 429 }))
  budget.add('b', 5)
  expect(() => budget.add('c', 1)).toThrow(expect.objectContaining({ status: 503 }))
  expect(budget.bytes).toBe(15)
  budget.release('a', 4)
  budget.add('c', 4)
  budget.add('a', 0)
  expect(() => budget.add('a', 5)).toThrow(expect.objectContaining({ status: 429 }))
  for (const [address, bytes] of [
    ['a', 6],
    ['b', 5],
    ['c', 4],
  ] as const)
    budget.release(address, bytes)
  expect(budget.bytes).toBe(0)
  budget.add('a', 10)
})

describe('JSON that is too complex', () => {
  const check = (text: string, values: number, depth: number) => isTooComplex(Buffer.from(text), { values, depth })

  test.each<[string, number, number]>([
    ['[1,2,3]', 3, 1],
    ['{"a":{"b":[]}}', 3, 3],
    ['[[],[],[]]', 6, 2],
    ['[{},{},{}]', 6, 2],
    ['["[,{","\\"[,{"]', 2, 1],
    ['["a\\\\",1]', 2, 1],
  ])('%s has %i values and depth %i', (text, values, depth) => {
    expect(check(text, values, depth)).toBe(false)
    expect(check(text, values - 1, depth)).toBe(true)
    expect(check(text, values, depth - 1)).toBe(true)
  })

  test('a string without an end ends with the text', () => {
    expect(check('["a,[[[,,,', 1, 1)).toBe(false)
    expect(check('["a\\', 1, 1)).toBe(false)
  })
})

describe('an ETag', () => {
  test('it is of one viewer and one version', () => {
    const tags = [toEtag(7, 1), toEtag(8, 1), toEtag(undefined, 1), toEtag(7, 2)]
    expect(new Set(tags).size).toBe(4)
    expect(toEtag(undefined, 1)).toBe('"0-1"')
    expect(computeVersion('a')).toHaveLength(22)
    expect(computeVersion('a')).not.toBe(computeVersion('b'))
  })

  test('it matches a list, also of weak tags', () => {
    expect(matchesEtag('"0-1"', '"0-1"')).toBe(true)
    expect(matchesEtag('"0-2", W/"0-1"', '"0-1"')).toBe(true)
    expect(matchesEtag('"0-1W/"', '"0-1"')).toBe(false)
    expect(matchesEtag('"0-2"', '"0-1"')).toBe(false)
    expect(matchesEtag(undefined, '"0-1"')).toBe(false)
  })
})
