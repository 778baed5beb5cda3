import type { SingleConnection } from '#server/db/single-connection.ts'
import { writeArchive } from './archive-writer.ts'
import { copyOut } from './copy.ts'
import { FORMAT, FORMAT_VERSION, type Manifest, type TableEntry } from './manifest.ts'
import { readSequences } from './sequences.ts'
import { inSnapshot } from './snapshot.ts'
import { EXCLUDED_TABLES } from './tables.ts'

interface BackupOptions {
  readonly path: string
  /** The program's version. */
  readonly app: string
  /** The program's commit, or "unknown". */
  readonly commit: string
  readonly now: Date
}

/**
 * Writes all rows, as they are at one moment, to an archive, while servers read and write. After an
 * error there is no file, and the connection can only be closed.
 */
export const backUp = ({ client }: SingleConnection, { path, app, commit, now }: BackupOptions) =>
  inSnapshot(client, ({ postgres, migrations, tables }) =>
    writeArchive(path, async (archive) => {
      const written: TableEntry[] = []
      for (const table of tables) {
        const { name, columns } = table
        const copied = await archive.addTable(name, () => copyOut(client, table))
        written.push({ name, columns: [...columns], ...copied })
      }
      const manifest: Manifest = {
        format: FORMAT,
        version: FORMAT_VERSION,
        app,
        commit,
        created_at: now.toISOString(),
        postgres,
        migrations: [...migrations],
        tables: written,
        sequences: [...(await readSequences(client))],
        excluded: { ...EXCLUDED_TABLES },
      }
      return { manifest, bytes: await archive.finish(manifest) }
    }),
  )
