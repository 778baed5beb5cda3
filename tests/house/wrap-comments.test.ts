import { expect, test } from 'vitest'
import { findWideComments, wrapComments } from '../../scripts/wrap-comments.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

test('wraps a wide documentation comment and leaves its paragraphs and tags apart', () => {
  const wrapped = wrapComments('a.ts', `/** ${words(20)}\n *\n * @example a */\nconst a = 1\n`)
  expect(wrapped.split('\n').every((line) => line.length <= 100)).toBe(true)
  expect(wrapped).toContain(' *\n * @example a\n */\nconst a = 1\n')
  expect(wrapped.replaceAll(/[^\w]+/g, ' ')).toContain(words(20))
})

test('wraps a run of line comments as one paragraph', () => {
  const wrapped = wrapComments('a.ts', `  // ${words(16)}\n  // more\n  const a = 1\n`)
  const lines = wrapped.split('\n')
  expect(lines.slice(0, 2).every((line) => line.startsWith('  // ') && line.length <= 100)).toBe(true)
  expect(lines[1]).toMatch(/ more$/)
  expect(lines[2]).toBe('  const a = 1')
})

test('moves a wide comment behind code above the code', () => {
  const wrapped = wrapComments('a.ts', `const a = '${'x'.repeat(60)}' // ${words(8)}\n`)
  expect(wrapped).toBe(`// ${words(8)}\nconst a = '${'x'.repeat(60)}'\n`)
})

test('leaves text in strings, directives and narrow comments alone', () => {
  const source = `const a = '// ${words(20)}'\n// oxlint-disable-next-line ${words(20)}\n// narrow\n`
  expect(wrapComments('a.ts', source)).toBe(source)
  expect(findWideComments('a.ts', source)).toEqual([])
})
