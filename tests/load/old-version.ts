import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const MIGRATIONS = 'server/db/migrations/[0-9]*'
const COMMITS = 20

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/**
 * Writes a commit's files into a folder for one test and returns it: by default the newest commit
 * with a server that can be loaded, before a migration was added. The packages are this checkout's.
 */
export function checkOutOld(from: string | undefined): string {
  const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', MIGRATIONS)
  const commits = from === undefined ? git('rev-list', `--max-count=${COMMITS}`, `${added}^`).split('\n') : [from]
  for (const commit of commits) {
    const folder = checkOut(commit)
    if (canLoad(folder)) return folder
  }
  throw new Error(`The server of ${commits.join(', ')} cannot be loaded: name another commit with --from.`)
}

/** Like {@link checkOutOld}, for the latest release. Undefined if the history, as of a shallow clone, has none. */
export function checkOutRelease(): string | undefined {
  const release = git('log', '-1', '--format=%H', '--grep=^chore: release ')
  return release === '' ? undefined : checkOutOld(release)
}

function checkOut(commit: string): string {
  const folder = mkdtempSync('/tmp/flipside-old-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const archive = join(folder, 'old.tar')
  git('archive', '--output', archive, commit, 'package.json', 'server', 'contract')
  execFileSync('tar', ['-xf', archive, '-C', folder])
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Some commits in a series import files from a later one. */
const canLoad = (folder: string): boolean =>
  spawnSync(process.execPath, ['--eval', "import('./server/app.ts')"], { cwd: folder, stdio: 'ignore' }).status === 0
