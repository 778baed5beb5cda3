import { expect, test } from 'vitest'
import { readPages } from './read-pages.ts'

/** A list of `length` rows, newest first, that records the pages that were read. */
function aList(length: number) {
  const ids = Array.from({ length }, (_, place) => length - place)
  const pages: { limit: number; before: number | undefined }[] = []
  const read = async (page: { limit: number; before: number | undefined }) => {
    pages.push(page)
    const { limit, before = Number.POSITIVE_INFINITY } = page
    return ids
      .filter((id) => id < before)
      .map((id) => ({ id }))
      .slice(0, limit)
  }
  return { pages, rows: () => readPages(read) }
}

test('a list is read to its end, page by page', async () => {
  const { pages, rows } = aList(450)
  expect(await rows()).toHaveLength(450)
  expect(pages).toEqual([{ limit: 200 }, { limit: 200, before: 251 }, { limit: 200, before: 51 }])
})

test('a list that ends with a full page is read once more', async () => {
  const { pages, rows } = aList(200)
  expect(await rows()).toHaveLength(200)
  expect(pages).toHaveLength(2)
})

test('of a longer list a thousand rows are read', async () => {
  const { pages, rows } = aList(5000)
  expect(await rows()).toHaveLength(1000)
  expect(pages).toHaveLength(5)
})
