import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listComments, listFiles } from '../../scripts/comments.ts'
import { measureWording, rules } from '../../scripts/wording.ts'
import { findWideComments } from '../../scripts/wrap-comments.ts'

const ROOT = join(import.meta.dirname, '../..')
const measured = measureWording(listComments())

test.each(rules)('comments use "$name" as often as the style page allows', (rule) => {
  const { words, found } = measured
  expect(words).toBeGreaterThan(30_000)
  const rate = found.get(rule) ?? Number.NaN
  if (rule.most !== undefined) expect(rate).toBeLessThanOrEqual(rule.most)
  if (rule.least !== undefined) expect(rate).toBeGreaterThanOrEqual(rule.least)
})

test('comments are at most 100 columns wide; npm run format wraps them', () => {
  const wide = listFiles(['.ts', '.tsx', '.sql']).flatMap((file) =>
    findWideComments(file, readFileSync(join(ROOT, file), 'utf8')).map(({ line }) => `${file}:${line}`),
  )
  expect(wide).toEqual([])
})

test('the measure counts the words of a comment in 10,000', () => {
  const text = '/** Whoever asks is told what is kept. Returns the response. */'
  const { words, found } = measureWording([{ file: 'a.ts', line: 1, text }])
  expect(words).toBe(10)
  expect([...found.values()]).toEqual([1000, 1000, 1000, 1000, 0, 0, 2000])
})
