import { expect, test } from 'vitest'
import { mergePages } from './merge-pages.ts'

const item = (id: number) => ({ id })
const items = (...ids: number[]) => ids.map(item)
const idsOf = (merged: { items: { id: number }[] }) => merged.items.map((it) => it.id)

test('a row in both the head and an older page is shown once', () => {
  const merged = mergePages(items(9, 8, 7), [{ before: 8, items: items(7, 6), isFailed: false }])
  expect(idsOf(merged)).toEqual([9, 8, 7, 6])
  expect(merged.next).toBe(6)
})

test('older pages stay while new rows push the head down without a gap', () => {
  const merged = mergePages(items(12, 11, 10, 9), [{ before: 9, items: items(8, 7), isFailed: false }])
  expect(idsOf(merged)).toEqual([12, 11, 10, 9, 8, 7])
})

test('a gap above the first older page removes the older pages instead of hiding rows', () => {
  const merged = mergePages(items(30, 29), [{ before: 9, items: items(8, 7), isFailed: false }])
  expect(idsOf(merged)).toEqual([30, 29])
  expect(merged.used).toEqual([])
  expect(merged.next).toBe(29)
})

test('a page without new ids ends the list on hosts without cursors', () => {
  const merged = mergePages(items(3, 2), [{ before: 2, items: items(3, 2), isFailed: false }])
  expect(merged.hasMore).toBe(false)
  expect(merged.next).toBeUndefined()
})

test('a failed page can be requested again, and no page below it is requested meanwhile', () => {
  const merged = mergePages(items(3, 2), [{ before: 2, items: undefined, isFailed: true }])
  expect(merged).toMatchObject({ hasMore: true, isLoading: false, next: undefined })
})

test('the id of a pending creation is not used as a cursor', () => {
  expect(mergePages([item(5), item(-1)], []).next).toBe(5)
  expect(mergePages([item(-1)], []).hasMore).toBe(false)
})

test('rows without ids are all shown, and are the whole list', () => {
  const merged = mergePages<{ id?: number }>([{}, {}, {}], [])
  expect(merged.items).toHaveLength(3)
  expect(merged.hasMore).toBe(false)
})
