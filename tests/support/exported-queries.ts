import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LiveQuery } from '#src/cache/live.ts'

const SRC = resolve(import.meta.dirname, '../../src')

/** Returns the queries in src by name, each with any members as arguments. */
export async function exportedQueries(): Promise<Map<string, LiveQuery<unknown, unknown>>> {
  const entries = await readdir(SRC, { recursive: true, withFileTypes: true })
  const files = entries.filter(({ name }) => name === 'queries.ts').map((entry) => join(entry.parentPath, entry.name))
  const modules = await Promise.all(files.map((file): Promise<object> => import(pathToFileURL(file).href)))
  const exported = modules.flatMap((module) => Object.entries(module)).filter(([name]) => name.endsWith('Query'))
  return new Map(exported.map(([name, it]) => [name, typeof it === 'function' ? it('ada', 'bo', 'cy', 'dee') : it]))
}
