import { type Selectable, sql } from 'kysely'
import type { MusicKind } from '#contract/moderation/music.ts'
import type { Db } from '#server/db/open.ts'
import type { CatalogueTables } from '#server/db/tables/catalogue.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { splitBySent } from '../catalogue/split-credit.ts'
import type { UndoMerge } from './merge-rows.ts'

/** A row of `music_decisions`. */
export interface Decision extends Omit<Selectable<CatalogueTables['music_decisions']>, 'undo'> {
  readonly undo: UndoMerge | null
}

/** The table for a kind, its columns, and its rows that may have the same name. */
export const toTable = (kind: MusicKind) => ({
  table: sql.table(`${kind}s`),
  name: sql.ref(kind === 'artist' ? 'name' : 'title'),
  key: sql.ref(kind === 'artist' ? 'name_key' : 'title_key'),
})

/** Returns the main row that a name belongs to, among all artists or within one artist. */
export async function findHolder(db: Db, kind: MusicKind, id: number, name: string): Promise<number | undefined> {
  const { table, key } = toTable(kind)
  const isOfSame = kind === 'artist' ? sql`true` : sql`artist_id = (select artist_id from ${table} where id = ${id})`
  const { rows } = await sql<{ id: number }>`select coalesce(merged_into, id) as id from ${table}
    where ${key} = ${nameKey(name)} and ${isOfSame}`.execute(db)
  return rows[0]?.id
}

export async function findName(db: Db, kind: MusicKind, id: number): Promise<string> {
  const { table, name } = toTable(kind)
  const { rows } = await sql<{ name: string }>`select ${name} as name from ${table} where id = ${id}`.execute(db)
  return rows[0]?.name ?? ''
}

export async function findParts(db: Db, id: number, names: readonly string[]) {
  return splitBySent(await findName(db, 'artist', id), names)?.parts
}
