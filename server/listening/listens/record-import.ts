import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { unnest } from '#server/db/unnest.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { FreshListen, KnownListen } from './compare-listens.ts'
import type { MemberListen } from './member-listen.ts'
import { SOURCE_NUMBERS, type Source } from './sources.ts'

/*
 * Imports record the listens that they add and those that they find stored, so that undoing one
 * deletes what it added and no later import had. Listens are recorded by source and time, which
 * corrections and joined tracks do not change.
 */

/** 1 January 2002, the oldest listen time: recorded times fit four bytes until 2070. */
const EPOCH_S = 1_009_843_200

export const toRecorded = (at: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(floor(extract(epoch from ${at})) - ${sql.lit(EPOCH_S)})::integer`

export const fromRecorded = (seconds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_timestamp(${seconds}::bigint + ${sql.lit(EPOCH_S)})`

/** Records listens that the import adds and those that it finds stored. */
export async function recordListens(
  tx: Tx,
  importId: number,
  from: Source,
  { fresh, known }: { readonly fresh: readonly FreshListen[]; readonly known: readonly KnownListen[] },
): Promise<void> {
  const added = fresh.map(({ listenedAt }) => ({ source: SOURCE_NUMBERS[from], listenedAt }))
  const found = known.map(({ storedSource, storedAt }) => ({ source: storedSource, listenedAt: storedAt }))
  await insertRecorded(tx, importId, true, added)
  await insertRecorded(tx, importId, false, found)
}

const insertRecorded = (
  tx: Tx,
  importId: number,
  isAdded: boolean,
  listens: readonly { readonly source: number; readonly listenedAt: number }[],
) =>
  sql`
  insert into import_listens (import_id, source, is_added, first_at, last_at, times)
  select ${importId}::bigint, source, ${isAdded}::boolean, min(at), max(at), array_agg(at order by at)
  from (select source, ${toRecorded(sql`to_timestamp(ms / 1000.0)`)} as at
    from ${unnest('listen', listens, {
      source: ['smallint', ({ source }) => source],
      ms: ['float8', ({ listenedAt }) => listenedAt],
    })}) as recorded
  group by source`.execute(tx)

/**
 * Records the listens that are not added because the member has corrected them: those stored in
 * their place have their source and time. Waits for a request to undo the import, and throws a
 * Refusal 409 after one.
 */
export async function recordDropped(
  tx: Tx,
  importId: number,
  from: Source,
  { all, unchanged }: { readonly all: readonly MemberListen[]; readonly unchanged: readonly MemberListen[] },
): Promise<void> {
  // A stronger lock would make a stop of the import, which changes its row, wait for the batch.
  const { rows } = await sql<{ undo: string | null }>`
    select undo from imports where id = ${importId} for key share`.execute(tx)
  if (rows[0]?.undo !== null) throw new Refusal(409, 'The import was undone.')
  if (all.length === unchanged.length) return
  const added = new Set(unchanged)
  const source = SOURCE_NUMBERS[from]
  const dropped = all.flatMap((listen) =>
    added.has(listen) ? [] : [{ source, listenedAt: Number(listen.listenedAt) }],
  )
  await insertRecorded(tx, importId, false, dropped)
}
