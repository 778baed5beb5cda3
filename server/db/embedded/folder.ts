import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '#server/config/config.ts'
import { SYSTEM_HOME } from './binaries.ts'
import { canPass, chooseOwner, existsProcess, isRoot, type Owner } from './owner.ts'

export interface EngineFolder {
  /** PostgreSQL's data folder. */
  readonly data: string
  /** Its socket folder, mode 0700: any user with access to it has full access to the database. */
  readonly run: string
  readonly log: string
  readonly owner: Owner
  /** Whether it has no database yet. */
  readonly isNew: boolean
}

/**
 * A file in DATA_DIR with the data location, written if they had to be stored elsewhere. The next
 * start reads it.
 */
const POINTER = 'postgres-location.txt'
/** A unix socket path has at most 107 bytes; the file's own name takes 16. */
const SOCKET_FOLDER_MAX = 107 - '/.s.PGSQL.5432'.length

/**
 * Finds or creates the engine's folders over `dataDir`; reports unexpected locations to `print`.
 * Throws CannotStart.
 */
export function openFolder(dataDir: string, print: (sentence: string) => void): EngineFolder {
  try {
    return open(dataDir, print)
  } catch (error) {
    throw toStartError(dataDir, error)
  }
}

function open(dataDir: string, print: (sentence: string) => void): EngineFolder {
  mkdirSync(dataDir, { recursive: true })
  const real = realpathSync(dataDir)
  accessSync(real, constants.R_OK | constants.W_OK | constants.X_OK)
  const home = chooseHome(real, print)
  const data = join(home, 'postgres')
  // Determine the owner first: another user's folder contents are not readable.
  const owner = existsSync(data) ? findOwner(data) : chooseOwner()
  const isNew = !existsSync(join(data, 'PG_VERSION'))
  return { data, run: createRunFolder(home, owner), log: join(home, 'engine.log'), owner, isNew }
}

/**
 * Returns where the data folder is, without creating anything: for programs that run beside a
 * server.
 */
export function locateFolder(dataDir: string): { data: string } {
  return { data: join(readPointer(dataDir) ?? dataDir, 'postgres') }
}

/** Throws CannotStart if another major PostgreSQL version created the data folder. */
export function checkVersion(folder: EngineFolder, major: number): void {
  if (folder.isNew) return
  const found = readFileSync(join(folder.data, 'PG_VERSION'), 'utf8').trim()
  if (found === String(major)) return
  throw new CannotStart(
    `The data in ${folder.data} was made by PostgreSQL ${found} and this program brings PostgreSQL ${major}: start the version that made it, or take another DATA_DIR.`,
  )
}

/**
 * Creates the data folder by `initialize`, in a temporary folder that is renamed when complete: an
 * interrupted start leaves nothing that looks like a database, and one of two concurrent starts
 * wins.
 */
export async function fillFolder(folder: EngineFolder, initialize: (target: string) => Promise<void>): Promise<void> {
  removeUnfinished(folder)
  const unfinished = `${folder.data}.new-${process.pid}`
  makePrivate(unfinished, folder.owner)
  await initialize(unfinished)
  try {
    renameSync(unfinished, folder.data)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(join(folder.data, 'PG_VERSION'))) throw error
  }
}

function chooseHome(dataDir: string, print: (sentence: string) => void): string {
  const pointed = readPointer(dataDir)
  if (pointed !== null) {
    print(`The data is kept in ${pointed}, as ${join(dataDir, POINTER)} says.`)
    return pointed
  }
  if (!isRoot() || existsSync(join(dataDir, 'postgres')) || canPass(chooseOwner(), dataDir)) return dataDir
  const home = join(SYSTEM_HOME, `data-${shortHash(dataDir)}`)
  mkdirSync(home, { recursive: true, mode: 0o755 })
  writeFileSync(join(dataDir, POINTER), `${home}\n`)
  print(`The data is kept in ${home}: as root the database runs as the user nobody, who cannot enter ${dataDir}.`)
  return home
}

function readPointer(dataDir: string): string | null {
  const pointer = join(dataDir, POINTER)
  if (!existsSync(pointer)) return null
  const home = readFileSync(pointer, 'utf8').trim()
  if (home !== '' && existsSync(home)) return home
  throw new CannotStart(
    `${pointer} says that the data is kept in "${home}", which is not there: put it back, or remove that file to start empty.`,
  )
}

function findOwner(data: string): Owner {
  const { uid, gid } = statSync(data)
  if (isRoot() && uid !== 0) {
    const owner = { uid, gid }
    if (canPass(owner, realpathSync(join(data, '..')))) return owner
    throw new CannotStart(`The user ${uid}, to whom the data in ${data} belongs, cannot enter the folders above it.`)
  }
  if (isRoot())
    throw new CannotStart(
      `The data in ${data} belongs to root, as whom PostgreSQL does not run: run "chown -R nobody ${data}".`,
    )
  if (uid === process.getuid?.()) return { uid, gid }
  throw new CannotStart(`The data in ${data} belongs to another user (number ${uid}): start as that user, or as root.`)
}

function createRunFolder(home: string, owner: Owner): string {
  const near = join(home, 'run')
  if (Buffer.byteLength(near) <= SOCKET_FOLDER_MAX) return makePrivate(near, owner)
  // A deep folder's socket is in /tmp. `makePrivate` rejects a folder that another user has created
  // there.
  return makePrivate(`/tmp/flipside-socket-${shortHash(home)}`, owner)
}

/** Removes the socket's folder from /tmp after the engine has stopped. */
export function removeRunFolder({ run }: EngineFolder): void {
  if (run.startsWith('/tmp/flipside-socket-')) rmSync(run, { recursive: true, force: true })
}

function makePrivate(folder: string, owner: Owner): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const ours = found.isDirectory() && [process.getuid?.(), owner.uid].includes(found.uid)
  if (!ours) throw new CannotStart(`${folder} belongs to another user: remove it, or take another DATA_DIR.`)
  if (isRoot()) chownSync(folder, owner.uid, owner.gid)
  chmodSync(folder, 0o700)
  return folder
}

function removeUnfinished(folder: EngineFolder): void {
  const home = join(folder.data, '..')
  for (const name of readdirSync(home)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1]
    if (pid === undefined) continue
    if (Number(pid) === process.pid || !existsProcess(Number(pid)))
      rmSync(join(home, name), { recursive: true, force: true })
  }
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

const errorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only file system',
  // Node's error for a missing folder on a read-only file system.
  ENOENT: 'it is missing and cannot be made',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  ENOSPC: 'the disk is full',
}

function toStartError(dataDir: string, error: unknown): unknown {
  const reason = REASONS[String(errorCode(error))]
  if (error instanceof CannotStart || reason === undefined) return error
  return new CannotStart(`The data folder ${dataDir} cannot be used: ${reason}.`, { cause: error })
}
