import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const STAMP = join(ROOT, 'dist', '.stamp')
/** A build's inputs, except those that it only runs on. */
const SOURCES = ['src', 'sw', 'contract', 'public', 'build', 'index.html', 'vite.config.ts', 'package-lock.json']
const NOT_BUILT = /\.test\.tsx?$/

/** Returns a hash over the build's inputs, including the API's host. */
export function hashOfSources(): string {
  const hash = createHash('sha256').update(process.env['VITE_API_HOST'] ?? '')
  for (const file of SOURCES.flatMap(listFiles)) hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

/** Returns whether `dist` was built from the current sources. */
export const isBuilt = (): boolean =>
  existsSync(join(ROOT, 'dist/index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfSources()

/** Records from which sources `dist` was built. Called with the hash taken before the build. */
export const writeStamp = (hash: string): void => writeFileSync(STAMP, hash)

function listFiles(path: string): string[] {
  const absolute = join(ROOT, path)
  if (!existsSync(absolute)) return []
  if (statSync(absolute).isFile()) return [path]
  return readdirSync(absolute, { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(ROOT.length + 1))
    .filter((file) => !NOT_BUILT.test(file))
    .toSorted()
}
