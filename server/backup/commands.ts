import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatBytes } from '#contract/bytes.ts'
import { CannotStart, type Config } from '#server/config/config.ts'
import { locateFolder } from '#server/db/embedded/folder.ts'
import { type DatabasePlace, type Reachable, reach, reachBeside } from '#server/db/reach.ts'
import { openSingleConnection, type SingleConnection } from '#server/db/single-connection.ts'
import { openArchive, verifyArchive } from './archive-reader.ts'
import { backUp } from './backup.ts'
import { prepareDestination } from './destination.ts'
import { withScratchFolder } from './drill.ts'
import { storeBackupTime } from './last-backup.ts'
import { type Restored, restore } from './restore.ts'

interface CommandInput {
  readonly config: Config
  /** The arguments after the command. */
  readonly args: readonly string[]
  /** The program's version. */
  readonly app: string
  /** Prints a message from the embedded engine. */
  readonly print: (sentence: string) => void
  /** Aborts the command: its connections are closed. */
  readonly signal: AbortSignal
}

interface Command {
  readonly usage: string
  /** Returns the text to print, or undefined if the arguments do not match `usage`. */
  readonly run: (input: CommandInput) => Promise<string | undefined>
}

export const copyCommands: Readonly<Record<string, Command>> = {
  backup: {
    usage: 'npm run backup [-- <file or folder>]',
    async run({ config, args, app, print, signal }) {
      if (args.length > 1) return undefined
      rejectMissing(config)
      const now = new Date()
      const note = (outcome?: 'last-failed-backup') => {
        try {
          storeBackupTime(config.dataDir, now, outcome)
        } catch {
          print(`The time of the backup cannot be stored in ${config.dataDir}: the server does not know of it.`)
        }
      }
      const make = async () => {
        const path = prepareDestination(args[0] ?? `${join(config.dataDir, 'backups')}/`, now)
        const made = await withConnection(await reachBeside(config, print), signal, (connection) =>
          backUp(connection, { path, app, commit: config.commit, now }),
        )
        return { path, ...made }
      }
      const { path, manifest, bytes } = await make().catch((error: unknown) => {
        if (!signal.aborted) note('last-failed-backup')
        throw error
      })
      note()
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      return `${path} contains ${count(manifest.tables.length, 'table')} with ${count(rows, 'row')} (${formatBytes(bytes)}).`
    },
  },
  restore: {
    usage: 'npm run restore -- [--check|--drill] <file>',
    async run({ config, args, print, signal }) {
      const [option, path] = args[0]?.startsWith('--') ? args : [undefined, ...args]
      const isKnown = option === undefined || option === '--check' || option === '--drill'
      if (!isKnown || path === undefined || path.startsWith('-') || args.length !== (option === undefined ? 1 : 2))
        return undefined
      const archive = await openArchive(path)
      try {
        const { created_at, app, commit } = archive.manifest
        if (option === '--check') {
          await verifyArchive(archive)
          return `${path} is complete: it was made on ${created_at} by Flipside ${app}, commit ${commit}.`
        }
        const restoreInto = async (target: DatabasePlace) =>
          withConnection(await reach(target, print), signal, (connection) => restore(connection, archive))
        if (option === undefined) return describe(`The backup of ${created_at} is restored`, await restoreInto(config))
        const restored = await withScratchFolder(config.dataDir, (dataDir) =>
          restoreInto({ dataDir, databaseUrl: null }),
        )
        return `${describe(`The backup of ${created_at} can be restored`, restored)} The scratch database is removed.`
      } finally {
        archive.close()
      }
    },
  },
}

/** Throws CannotStart if DATA_DIR has no database: reaching it would create one. */
function rejectMissing({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || existsSync(join(locateFolder(dataDir).data, 'PG_VERSION'))) return
  throw new CannotStart(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as the server does.`)
}

async function withConnection<T>(
  { address, engine }: Reachable,
  signal: AbortSignal,
  work: (connection: SingleConnection) => Promise<T>,
): Promise<T> {
  try {
    const connection = await openSingleConnection(address, 'flipside copy')
    const close = () => void connection.close()
    signal.addEventListener('abort', close)
    try {
      signal.throwIfAborted()
      return await work(connection)
    } finally {
      signal.removeEventListener('abort', close)
      await connection.close()
    }
  } finally {
    await engine?.stop()
  }
}

function describe(done: string, { tables, rows, migrated, skipped }: Restored): string {
  const newer = migrated.length === 0 ? '' : ` ${count(migrated.length, 'migration')} ran after that.`
  const others = skipped.length === 0 ? '' : ` Not Flipside's, and left out: ${skipped.join(', ')}.`
  return `${done}: ${count(tables, 'table')} with ${count(rows, 'row')}, read back and equal.${newer}${others}`
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
