import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readsOfScreens, readsWithoutScreen } from '#tests/support/reads.ts'

const ROOT = resolve(import.meta.dirname, '../..')

async function sources(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Resolves to the contract's exports that are GET endpoints. */
async function readEndpoints(): Promise<string[]> {
  const names = new Set<string>()
  for (const file of await sources('contract')) {
    const exported: Record<string, unknown> = await import(pathToFileURL(file).href)
    for (const [name, value] of Object.entries(exported))
      if (typeof value === 'object' && value !== null && 'method' in value && value.method === 'GET' && 'path' in value)
        names.add(name)
  }
  return [...names]
}

test('the matrix of failing reads has every GET endpoint that the client uses, and no other', async () => {
  const texts = await Promise.all((await sources('src')).map((file) => readFile(file, 'utf8')))
  const text = texts.join('\n')
  const used = (await readEndpoints()).filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  const listed = [...readsOfScreens.map(({ endpoint }) => endpoint), ...Object.keys(readsWithoutScreen)]
  expect([...new Set(listed)].toSorted()).toEqual(used.toSorted())
})
