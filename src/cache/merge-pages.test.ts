import { expect, test } from 'vitest'
import { hideRows, shownRows } from './hidden-row.ts'
import { closeGap, mergePages } from './merge-pages.ts'

const item = (id: number) => ({ id })
const items = (...ids: number[]) => ids.map(item)
const idsOf = (merged: { items: { id: number }[] }) => merged.items.map((it) => it.id)
const page = (before: number, rows: { id: number }[] | undefined, isFailed = false) => ({
  before,
  items: rows,
  isFailed,
})
const lengths = { head: 3, older: 4 }

test('a row in both the head and an older page is shown once', () => {
  const merged = mergePages(items(9, 8, 7), [page(8, items(7, 6))])
  expect(idsOf(merged)).toEqual([9, 8, 7, 6])
  expect(merged.next).toBe(6)
})

test('older pages stay while new rows push the head down without a gap', () => {
  const head = items(12, 11, 10, 9)
  expect(closeGap(head, [9])).toEqual([9])
  expect(idsOf(mergePages(head, [page(9, items(8, 7))]))).toEqual([12, 11, 10, 9, 8, 7])
})

test('a gap below the head is closed by a page at its end, and older pages stay meanwhile', () => {
  const head = items(12, 11)
  expect(closeGap(head, [9, 7])).toEqual([11, 9, 7])
  const older = [page(9, items(8, 7)), page(7, items(6))]
  const loading = mergePages(head, [page(11, undefined), ...older], { hasBridge: true })
  expect(idsOf(loading)).toEqual([12, 11, 8, 7, 6])
  expect(loading).toMatchObject({ isLoading: true, hasMore: true, next: undefined })
  const closed = mergePages(head, [page(11, items(10, 9, 8, 7)), ...older], { hasBridge: true })
  expect(idsOf(closed)).toEqual([12, 11, 10, 9, 8, 7, 6])
  expect(closed).toMatchObject({ used: [11, 9, 7], next: 6, hasMore: true })
})

test('a page that closes a gap and repeats a whole page below it does not end the list', () => {
  const pages = [page(11, items(10, 9, 8, 7)), page(9, items(8, 7)), page(7, items(6))]
  expect(mergePages(items(12, 11), pages, { hasBridge: true })).toMatchObject({ hasMore: true, next: 6 })
})

test('a gap that is longer than a page removes the older pages instead of hiding rows', () => {
  const merged = mergePages(items(30, 29), [page(29, items(28, 27)), page(9, items(8, 7))], { hasBridge: true })
  expect(idsOf(merged)).toEqual([30, 29, 28, 27])
  expect(merged).toMatchObject({ used: [29], next: 27 })
})

test('a hidden row holds the end of the head, and counts towards the length of its page', () => {
  const head = hideRows(items(10, 9), ({ id }) => id === 9)
  expect(closeGap(head, [9])).toEqual([9])
  const older = hideRows(items(8, 7), () => true)
  const merged = mergePages(head, [page(9, older)], { lengths: { head: 2, older: 2 } })
  expect(merged).toMatchObject({ next: 7, hasMore: true })
  expect(shownRows(merged.items)).toEqual(items(10))
})

test('a page without new ids ends the list on hosts without cursors', () => {
  const merged = mergePages(items(3, 2), [page(2, items(3, 2))])
  expect(merged.hasMore).toBe(false)
  expect(merged.next).toBeUndefined()
})

test('a failed page can be requested again, and no page below it is requested meanwhile', () => {
  const merged = mergePages(items(3, 2), [page(2, undefined, true)])
  expect(merged).toMatchObject({ hasMore: true, isLoading: false, next: undefined })
})

test('the id of a pending creation is not used as a cursor', () => {
  expect(mergePages([item(-1), item(5)], []).next).toBe(5)
  expect(mergePages([item(-1)], []).hasMore).toBe(false)
})

test('rows without ids are all shown, and are the whole list', () => {
  const merged = mergePages<{ id?: number }>([{}, {}, {}], [])
  expect(merged.items).toHaveLength(3)
  expect(merged.hasMore).toBe(false)
})

test('a head or page that is shorter than requested ends the list', () => {
  const head = items(9, 8, 7)
  expect(mergePages(head.slice(1), [], { lengths })).toMatchObject({ hasMore: false, next: undefined })
  expect(mergePages(head, [], { lengths })).toMatchObject({ hasMore: true, next: 7 })
  expect(mergePages(head, [page(7, items(6, 5, 4, 3))], { lengths })).toMatchObject({ hasMore: true, next: 3 })
  expect(mergePages(head, [page(7, items(6, 5))], { lengths })).toMatchObject({ hasMore: false, next: undefined })
})

test('a row that is pending does not count towards the length of the head', () => {
  expect(mergePages([item(-1), ...items(9, 8)], [], { lengths })).toMatchObject({ hasMore: false })
})

test('pages that load at the same time after a return are shown as they arrive', () => {
  const merged = mergePages(items(9, 8), [page(8, undefined), page(6, items(5, 4))])
  expect(idsOf(merged)).toEqual([9, 8, 5, 4])
  expect(merged).toMatchObject({ isLoading: true, hasMore: true, next: undefined })
})

test('without older pages or a head there is no gap', () => {
  expect(closeGap(items(9, 8), [])).toEqual([])
  expect(closeGap([], [9])).toEqual([9])
})

test('a row of the head is shown as the head has it, not as an older page had it', () => {
  const named = (id: number, name: string) => ({ id, name })
  const older = { before: 7, items: [named(7, 'before'), named(6, 'before')], isFailed: false }
  expect(mergePages([named(7, 'now')], [older]).items).toEqual([named(7, 'now'), named(6, 'before')])
})

test('pages below a gap are removed only if a page closes it', () => {
  const merged = mergePages(items(30, 29), [page(29, items(28, 27)), page(9, items(8, 7))])
  expect(idsOf(merged)).toEqual([30, 29, 28, 27, 8, 7])
})

test('a page that closes a gap may end where the next one begins, or be the only one', () => {
  const bridge = page(11, items(10, 9))
  const merged = mergePages(items(12, 11), [bridge, page(9, items(8, 7))], { hasBridge: true })
  expect(merged).toMatchObject({ used: [11, 9], isLoading: false })
  expect(mergePages(items(12, 11), [bridge], { hasBridge: true }).used).toEqual([11])
  expect(mergePages(items(12, 11), [], { hasBridge: true }).used).toEqual([])
})

test('a head without ids has no older pages', () => {
  expect(mergePages<{ id?: number }>([{}], [page(9, items(8))]).items).toEqual([{}])
})
