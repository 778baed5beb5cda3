import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const CONTRACT = resolve(import.meta.dirname, '../../contract')

/** Resolves to every contract endpoint's path, by its export. */
export async function endpointPaths(): Promise<Map<string, string>> {
  const entries = await readdir(CONTRACT, { recursive: true })
  const files = entries.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const paths = new Map<string, string>()
  for (const file of files) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(CONTRACT, file)).href)
    for (const [name, value] of Object.entries(exported))
      if (typeof value === 'object' && value !== null && 'method' in value && 'path' in value)
        paths.set(name, String(value.path))
  }
  return paths
}
