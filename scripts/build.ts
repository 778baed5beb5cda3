/**
 * Builds the app into `dist` and retains earlier builds' assets there for 14 days: open tabs still
 * request their chunks. Vite builds into a fresh folder first, or the worker would precache the old
 * ones too.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { compressFolder } from './compress.ts'
import { hashOfSources, writeStamp } from './stamp.ts'

const NEXT = '.build'
const RETENTION_MS = 14 * 24 * 3_600_000

const hash = hashOfSources()
execFileSync('vite', ['build', '--outDir', NEXT, '--emptyOutDir', '--logLevel', 'warn'], { stdio: 'inherit' })
// The plugin names its output after the worker's entry, sw/index.ts.
renameSync(join(NEXT, 'index.js'), join(NEXT, 'sw.js'))
await compressFolder(NEXT)
retainEarlierAssets(join('dist', 'assets'), join(NEXT, 'assets'))
rmSync('dist', { recursive: true, force: true })
renameSync(NEXT, 'dist')
writeStamp(hash)

function retainEarlierAssets(from: string, to: string) {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const isFresh = Date.now() - statSync(join(from, name)).mtimeMs < RETENTION_MS
    if (isFresh && !existsSync(join(to, name))) cpSync(join(from, name), join(to, name), { preserveTimestamps: true })
  }
}
