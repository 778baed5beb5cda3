import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The system user that runs the engine's process. PostgreSQL does not run as root. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

const NOBODY: Owner = { uid: 65_534, gid: 65_534 }

/** Returns whether a process exists, also one of another user. */
export function existsProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Returns whether this process may change its user. */
export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Returns the user for the engine over a new folder: `nobody` if this process is root, else the
 * current user.
 */
export function chooseOwner(): Owner {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  if (uid === undefined || gid === undefined) return NOBODY
  return uid === 0 ? findNobody() : { uid, gid }
}

/** Returns the options that run a child process as `owner`; only root can set them. */
export const toSpawnOptions = (owner: Owner): { uid: number; gid: number } | Record<string, never> =>
  isRoot() ? { uid: owner.uid, gid: owner.gid } : {}

/**
 * Returns whether `owner` can enter every folder from the root down to and including `folder` (a
 * real path). Access control lists are ignored.
 */
export function canPass(owner: Owner, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder)
  const execute = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
  if ((mode & execute) === 0) return false
  const parent = dirname(folder)
  return parent === folder || canPass(owner, parent)
}

function findNobody(): Owner {
  const line = readPasswd().find((entry) => entry.startsWith('nobody:'))
  const [uid, gid] = (line ?? '').split(':').slice(2, 4).map(Number)
  return uid === undefined || gid === undefined || !(uid > 0) || !(gid > 0) ? NOBODY : { uid, gid }
}

function readPasswd(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return [] // Not every system has this file; 65534 is `nobody` nearly everywhere.
  }
}
