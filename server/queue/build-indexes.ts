import { type RawBuilder, sql } from 'kysely'
import { type AnyQueue, defineQueue, NoPayload } from './define-queue.ts'

/**
 * Indexes that take long to build over existing rows, and that the server can do without meanwhile.
 * A new one belongs here instead of into a migration.
 */
const LATE_INDEXES = {
  artists_by_words: sql`artists using gin (search_words(name_key))`,
  albums_by_words: sql`albums using gin (search_words(title_key))`,
  tracks_by_words: sql`tracks using gin (search_words(title_key))`,
}
type LateIndex = keyof typeof LATE_INDEXES

/** Finds indexes that are absent or were interrupted, without those that a session is building. */
const findMissingIndexes = (): RawBuilder<{ name: LateIndex }> => sql`
  select name from unnest(${Object.keys(LATE_INDEXES)}::text[]) as late (name)
  where not exists (select from pg_index where indexrelid = to_regclass(name) and indisvalid)
    and not exists (select from pg_stat_progress_create_index where index_relid = to_regclass(name))`

/** Builds indexes while members write, one by one. A repeat starts an interrupted one again. */
export const buildIndexesQueue: AnyQueue = defineQueue({
  name: 'build-indexes',
  payload: NoPayload,
  schedule: { whenAny: findMissingIndexes },
  async perform({ db, log }, { signal }) {
    const { rows } = await findMissingIndexes().execute(db)
    for (const { name } of rows) {
      if (signal.aborted) return
      const startedAt = performance.now()
      await sql`drop index concurrently if exists ${sql.table(name)}`.execute(db)
      await sql`create index concurrently ${sql.table(name)} on ${LATE_INDEXES[name]}`.execute(db)
      log.info(`Built the index ${name}`, { ms: Math.round(performance.now() - startedAt) })
    }
  },
})
