import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import jsTokens from 'js-tokens'

/** A comment of a source file. */
export interface Comment {
  /** Path from the repository's root. */
  readonly file: string
  /** First line, from 1. */
  readonly line: number
  /** As written, delimiters included. */
  readonly text: string
}

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['contract', 'src', 'server', 'sw', 'build', 'bench', 'config', 'scripts', 'tests']

/** Returns the paths of all tracked files that end in one of `endings`, below `folders`. */
export function listFiles(endings: readonly string[], folders: readonly string[] = FOLDERS): string[] {
  const tracked = execFileSync('git', ['ls-files', '--', ...folders], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  return tracked.filter((file) => endings.some((ending) => file.endsWith(ending)) && !file.endsWith('.gen.ts'))
}

/** Returns every comment of the TypeScript and SQL files below `folders`, in order. */
export function listComments(folders: readonly string[] = FOLDERS): Comment[] {
  return listFiles(['.ts', '.tsx', '.js', '.sql'], folders).flatMap((file) =>
    findComments(file, readFileSync(join(ROOT, file), 'utf8')),
  )
}

/** Returns the comments of one source text; `file` decides the language by its ending. */
export function findComments(file: string, source: string): Comment[] {
  if (file.endsWith('.sql')) return findSqlComments(file, source)
  const comments: Comment[] = []
  let line = 1
  for (const { type, value } of jsTokens(source, { jsx: file.endsWith('x') })) {
    if (type === 'SingleLineComment' || type === 'MultiLineComment') comments.push({ file, line, text: value })
    line += value.split('\n').length - 1
  }
  return comments
}

function findSqlComments(file: string, source: string): Comment[] {
  return source.split('\n').flatMap((text, index) => {
    const start = text.indexOf('--')
    return start === -1 ? [] : [{ file, line: index + 1, text: text.slice(start) }]
  })
}
