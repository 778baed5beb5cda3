import * as v from 'valibot'

/** The archive format that this program writes. */
export const FORMAT = 'flipside-backup'
export const FORMAT_VERSION = 1

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(63))

/** An archive's `manifest.json`. Documented in docs/backup.md. */
export const Manifest = v.object({
  format: v.literal(FORMAT),
  version: v.literal(FORMAT_VERSION),
  app: v.string(),
  /** The program's commit, or "unknown". Programs before version 1.0 wrote none. */
  commit: v.optional(v.string(), 'unknown'),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  /** The database server's version. */
  postgres: v.string(),
  migrations: v.array(v.object({ number: Count, name: v.string() })),
  tables: v.array(
    v.object({
      name: Name,
      columns: v.array(Name),
      rows: Count,
      bytes: Count,
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
  sequences: v.array(
    v.object({ name: Name, value: v.pipe(v.string(), v.regex(/^-?\d{1,19}$/)), is_called: v.boolean() }),
  ),
  /** Tables that were left out, with the reason. */
  excluded: v.record(v.string(), v.string()),
})
export type Manifest = v.InferOutput<typeof Manifest>
export type TableEntry = Manifest['tables'][number]
export type AppliedMigration = Manifest['migrations'][number]
