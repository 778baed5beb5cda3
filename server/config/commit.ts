import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const GIT_FOLDER = resolve(import.meta.dirname, '../../.git')
const PATIENCE_MS = 2000

/** Returns the commit that is checked out here; "unknown" without git or in a copy without `.git`. */
export function readCommit(gitFolder: string = GIT_FOLDER): string {
  try {
    // A named folder: git would also find the repository around a copy, and rejects another owner.
    const args = ['--git-dir', gitFolder, 'rev-parse', '--verify', 'HEAD']
    const stdio = ['ignore' as const, 'pipe' as const, 'ignore' as const]
    return execFileSync('git', args, { encoding: 'utf8', stdio, timeout: PATIENCE_MS }).trim()
  } catch {
    return 'unknown'
  }
}
