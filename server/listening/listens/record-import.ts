import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { SOURCE_NUMBERS, type Source } from './sources.ts'

/*
 * Imports record the listens that they add and those that they find stored, so that undoing one
 * deletes what it added and no later import had. Listens are recorded by source and time, which
 * corrections and joined tracks do not change.
 */

interface StartedListen {
  readonly listenedAt: Date | number
}

/** 1 January 2002, the oldest listen time: recorded times fit four bytes until 2070. */
const EPOCH_S = 1_009_843_200

export const toRecorded = (at: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(floor(extract(epoch from ${at})) - ${sql.lit(EPOCH_S)})::integer`

export const fromRecorded = (seconds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_timestamp(${seconds}::bigint + ${sql.lit(EPOCH_S)})`

const insertRecorded = (importId: number, times: RawBuilder<unknown>) => sql`
  insert into import_listens (import_id, source, is_added, first_at, last_at, times)
  select ${importId}::bigint, source, is_added, min(at), max(at), array_agg(at order by at) from (${times}) as each
  group by source, is_added`

/**
 * Returns a common table expression for `addListens` that records `fresh` and `compared` listens.
 */
export const recordKnown = (importId: number, source: number): RawBuilder<unknown> => sql`
  recorded as (${insertRecorded(
    importId,
    sql`select ${source}::smallint as source, true as is_added, ${toRecorded(sql`listened_at`)} as at from fresh
      union all select source, false, ${toRecorded(sql`listened_at`)} from listens
        where listens.ctid = any(array(select known from compared where known is not null))`,
  )}),`

/**
 * Records the listens that are not added because the member has corrected them: those stored in
 * their place have their source and time. Waits for a request to undo the import, and throws a
 * Refusal 409 after one.
 */
export async function recordDropped(
  tx: Tx,
  importId: number,
  from: Source,
  { all, unchanged }: { readonly all: readonly StartedListen[]; readonly unchanged: readonly StartedListen[] },
): Promise<void> {
  // A stronger lock would make a stop of the import, which changes its row, wait for the batch.
  const { rows } = await sql<{ undo: string | null }>`
    select undo from imports where id = ${importId} for key share`.execute(tx)
  if (rows[0]?.undo !== null) throw new Refusal(409, 'The import was undone.')
  if (all.length === unchanged.length) return
  const added = new Set(unchanged)
  const times = all.filter((listen) => !added.has(listen)).map(({ listenedAt }) => Number(listenedAt))
  await insertRecorded(
    importId,
    sql`select ${SOURCE_NUMBERS[from]}::smallint as source, false as is_added, ${toRecorded(sql`to_timestamp(ms / 1000.0)`)} as at
      from unnest(${times}::float8[]) as ms`,
  ).execute(tx)
}
