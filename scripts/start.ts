/**
 * `npm start`: builds the app if its sources changed since the last build, then serves it from this
 * process.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { isBuilt } from './stamp.ts'

const root = resolve(import.meta.dirname, '..')
process.chdir(root)

if (!isBuilt()) {
  process.stdout.write('Building the app...\n')
  const path = `${resolve(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`
  const build = spawnSync(process.execPath, ['scripts/build.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  if (build.status !== 0) {
    process.stderr.write('The app could not be built.\n')
    process.exit(1)
  }
}
await import('../server/main.ts')
