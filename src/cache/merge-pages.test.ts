import { expect, test } from 'vitest'
import { mergePages } from './merge-pages.ts'

const item = (id: number) => ({ id })
const items = (...ids: number[]) => ids.map(item)
const idsOf = (merged: { items: { id: number }[] }) => merged.items.map((it) => it.id)

test('what stands in head and older page is shown once', () => {
  const merged = mergePages(items(9, 8, 7), [{ before: 8, items: items(7, 6), isFailed: false }])
  expect(idsOf(merged)).toEqual([9, 8, 7, 6])
  expect(merged.next).toBe(6)
})

test('older pages stay while new rows push the head down without a gap', () => {
  const merged = mergePages(items(12, 11, 10, 9), [{ before: 9, items: items(8, 7), isFailed: false }])
  expect(idsOf(merged)).toEqual([12, 11, 10, 9, 8, 7])
})

test('a gap above the first older page sends the reader back to the head, never over a hole', () => {
  const merged = mergePages(items(30, 29), [{ before: 9, items: items(8, 7), isFailed: false }])
  expect(idsOf(merged)).toEqual([30, 29])
  expect(merged.used).toEqual([])
  expect(merged.next).toBe(29)
})

test('a host without cursors ends the list: its page brings nothing new', () => {
  const merged = mergePages(items(3, 2), [{ before: 2, items: items(3, 2), isFailed: false }])
  expect(merged.hasMore).toBe(false)
  expect(merged.next).toBeUndefined()
})

test('a page that failed can be asked for again, and nothing is asked below it meanwhile', () => {
  const merged = mergePages(items(3, 2), [{ before: 2, items: undefined, isFailed: true }])
  expect(merged).toMatchObject({ hasMore: true, isLoading: false, next: undefined })
})

test('what waits to be created is no cursor', () => {
  expect(mergePages([item(5), item(-1)], []).next).toBe(5)
  expect(mergePages([item(-1)], []).hasMore).toBe(false)
})

test('rows without ids are all shown, and are the whole list', () => {
  const merged = mergePages<{ id?: number }>([{}, {}, {}], [])
  expect(merged.items).toHaveLength(3)
  expect(merged.hasMore).toBe(false)
})
