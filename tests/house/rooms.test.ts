import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Files = ReadonlyMap<string, string>

/** Returns the files that a module imports, types included. */
function readImports(file: string, text: string): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^'?]+)/g)].map(([, specifier = '']) =>
    specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier),
  )
}

/** Returns `parent`'s child, a folder or a file, that contains a path; undefined outside. */
const findRoom = (parent: string, path: string): string | undefined =>
  path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/')[0] : undefined

/** Returns which rooms in a folder import which others, each with one import as an example. */
function readArrows(parent: string, files: Files): Map<string, Map<string, string>> {
  const arrows = new Map<string, Map<string, string>>()
  for (const [file, text] of files) {
    const from = findRoom(parent, file)
    for (const imported of from === undefined ? [] : readImports(file, text)) {
      const to = findRoom(parent, imported)
      if (from === undefined || to === undefined || to === from) continue
      arrows.set(from, (arrows.get(from) ?? new Map()).set(to, `${file} imports ${imported}`))
    }
  }
  return arrows
}

/** Returns the imports between rooms that form a circle. */
function findCircle(parent: string, files: Files): string[] {
  const arrows = readArrows(parent, files)
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of arrows.get(from)?.keys() ?? []) if (!seen.has(to)) reachable(to, seen.add(to))
    return seen
  }
  return [...arrows].flatMap(([from, targets]) =>
    [...targets].filter(([to]) => reachable(to).has(from)).map(([, example]) => example),
  )
}

const files: Files = new Map(
  globSync('{src,server}/**/*.{ts,tsx}', { exclude: ['**/*.test.ts', '**/*.test.tsx'] }).map(
    (path) => [path, readFileSync(path, 'utf8')] as const,
  ),
)
const folders = [...new Set([...files.keys()].map((path) => path.split('/').slice(0, 2).join('/')))]

describe('rooms', () => {
  test.each(['src', 'server', ...folders.filter((path) => !path.includes('.'))])(
    'the rooms of %s import each other in no circle',
    (parent) => {
      expect(findCircle(parent, files)).toEqual([])
    },
  )

  test('finds a circle of two rooms whose files form none', () => {
    const planted = new Map([
      ['server/a/one.ts', "import '#server/b/one.ts'"],
      ['server/b/two.ts', "export type { Two } from '../a/two.ts'"],
      ['server/c.ts', "import './a/one.ts'"],
    ])
    expect(findCircle('server', planted)).toEqual([
      'server/a/one.ts imports server/b/one.ts',
      'server/b/two.ts imports server/a/two.ts',
    ])
  })
})
