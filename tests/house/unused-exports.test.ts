import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDERS = ['bench', 'build', 'config', 'contract', 'scripts', 'server', 'src', 'sw', 'tests']
const DECLARED = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm
/** The router, the database's migrations and the tools that read these files use their exports. */
const READ_BY_TOOLS =
  /^src\/routes\/[^/]+$|^src\/routeTree|^server\/db\/migrations\/|^config\/|\.config\.ts$|\.test\.tsx?$/

/** Returns the exported names that no other module contains, with their modules. */
function unusedExports(texts: ReadonlyMap<string, string>): string[] {
  const modulesOf = new Map<string, number>()
  for (const text of texts.values())
    for (const word of new Set(text.match(/\w+/g))) modulesOf.set(word, (modulesOf.get(word) ?? 0) + 1)
  return [...texts].flatMap(([file, text]) =>
    READ_BY_TOOLS.test(file)
      ? []
      : [...text.matchAll(DECLARED)]
          .filter(([, name = '']) => modulesOf.get(name) === 1)
          .map(([, name]) => `${name}: ${file}`),
  )
}

test('every exported name is used in another module', async () => {
  const texts = new Map<string, string>()
  for (const folder of ['.', ...FOLDERS])
    for (const entry of await readdir(join(ROOT, folder), { recursive: folder !== '.', withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (/\.tsx?$/.test(path)) texts.set(path.slice(ROOT.length + 1), await readFile(path, 'utf8'))
    }
  expect(texts.size).toBeGreaterThan(2000)
  expect(unusedExports(texts)).toEqual([])
})

test('a name that only its own module contains is found, types included', () => {
  const texts = new Map([
    ['src/a.ts', 'export interface Row {}\nexport const rows: Row[] = []\nexport function count() {}'],
    ['src/b.ts', "import { rows } from './a.ts'"],
    ['src/routes/index.tsx', 'export const Route = 1'],
  ])
  expect(unusedExports(texts)).toEqual(['Row: src/a.ts', 'count: src/a.ts'])
})
