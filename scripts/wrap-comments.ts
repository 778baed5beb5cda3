import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Comment, findComments, listFiles } from './comments.ts'

const ROOT = join(import.meta.dirname, '..')
const WIDTH = 100
/** Comments that a tool reads must stay on their line. */
const DIRECTIVE = /oxlint-|biome-ignore|@ts-|@__|^\/\/\/|https?:\S{60}/

/** A line is too wide when its comment ends beyond `WIDTH` columns and could be wrapped. */
export function findWideComments(file: string, source: string): Comment[] {
  const lines = source.split('\n')
  return findComments(file, source).filter(({ line, text }) =>
    text.split('\n').some((row, index) => {
      const whole = lines[line - 1 + index] ?? ''
      const end = index === 0 ? whole.indexOf(row) + row.length : row.length
      return end > WIDTH && !DIRECTIVE.test(row) && row.trim().includes(' ')
    }),
  )
}

/**
 * Wraps the wide comments of a source text at `WIDTH` columns; a wide comment behind code moves
 * above its line.
 */
export function wrapComments(file: string, source: string): string {
  const lines = source.split('\n')
  for (const comment of findWideComments(file, source).toReversed()) {
    const first = comment.line - 1
    const rows = comment.text.split('\n')
    const whole = lines[first] ?? ''
    const before = whole.slice(0, whole.indexOf(rows[0] ?? ''))
    const after = (lines[first + rows.length - 1] ?? '').slice(
      rows.length === 1 ? before.length + comment.text.length : (rows.at(-1) ?? '').length,
    )
    if (after.trim() !== '') continue // the formatter lays out a comment inside code
    const indent = /^\s*/.exec(whole)?.[0] ?? ''
    const code = before.trim() === '' ? [] : [before.trimEnd()]
    const [from, count] = code.length === 0 ? findRun(lines, comment) : [first, rows.length]
    const text = code.length === 0 ? lines.slice(from, from + count).map((row) => row.trim()) : [comment.text]
    lines.splice(from, count, ...layOutLines(text, indent), ...code)
  }
  return lines.join('\n')
}

/** Returns the lines of a comment; for `//` and `--` the whole run of such lines around it. */
function findRun(lines: readonly string[], { line, text }: Comment): [from: number, count: number] {
  const mark = text.slice(0, 2)
  if (mark === '/*') return [line - 1, text.split('\n').length]
  const isPart = (at: number) => {
    const row = lines[at]?.trim() ?? ''
    return row.startsWith(mark) && !DIRECTIVE.test(row)
  }
  let [from, to] = [line - 1, line]
  while (isPart(from - 1)) from--
  while (isPart(to)) to++
  return [from, to - from]
}

function layOutLines(rows: readonly string[], indent: string): string[] {
  const text = rows.join('\n')
  if (text.startsWith('/*')) {
    const opening = text.startsWith('/**') ? '/**' : '/*'
    const inner = text.slice(opening.length, -2).split('\n')
    const body = inner.map((row) => row.replace(/^\s*\*(?!\*) ?/, '').trimEnd())
    const wrapped = toParagraphs(body).flatMap((paragraph) => wrap(paragraph, WIDTH - indent.length - 3))
    while (wrapped.at(-1) === '') wrapped.pop()
    while (wrapped[0] === '') wrapped.shift()
    return [`${indent}${opening}`, ...wrapped.map((row) => `${indent} * ${row}`.trimEnd()), `${indent} */`]
  }
  const mark = text.slice(0, 2)
  const body = rows.map((row) => row.slice(2).trim())
  return toParagraphs(body).flatMap((paragraph) =>
    wrap(paragraph, WIDTH - indent.length - 3).map((row) => `${indent}${mark} ${row}`.trimEnd()),
  )
}

/** Joins consecutive lines; an empty line, a list item and a tag begin a new paragraph. */
function toParagraphs(rows: readonly string[]): string[] {
  const paragraphs: string[] = []
  for (const row of rows) {
    const isNew = row.trim() === '' || /^\s*(?:[-*]|\d+\.|@\w|[|`]|\s{2})/.test(row) || paragraphs.length === 0
    if (isNew || paragraphs.at(-1) === '') paragraphs.push(row.trim() === '' ? '' : row.trimEnd())
    else paragraphs.push(`${paragraphs.pop()} ${row.trim()}`)
  }
  return paragraphs
}

function wrap(paragraph: string, width: number): string[] {
  const rows: string[] = []
  let row = ''
  for (const word of paragraph.split(' ')) {
    if (row !== '' && row.length + 1 + word.length > width) {
      rows.push(row)
      row = word
    } else row = row === '' ? word : `${row} ${word}`
  }
  return [...rows, row]
}

/** `node scripts/wrap-comments.ts`: wraps every wide comment of the repository. */
if (import.meta.main)
  for (const file of listFiles(['.ts', '.tsx', '.sql'])) {
    const source = readFileSync(join(ROOT, file), 'utf8')
    const wrapped = wrapComments(file, source)
    if (wrapped !== source) writeFileSync(join(ROOT, file), wrapped)
  }
