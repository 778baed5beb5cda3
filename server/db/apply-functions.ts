import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'

/**
 * A file in `functions/`: functions, and the triggers that call them, each with `create or replace`
 * (constraint triggers, which have no such form, with `drop trigger if exists`).
 */
export interface FunctionFile {
  readonly name: string
  readonly text: string
}

/** Reads the current definitions, in name order. */
export function readFunctionFiles(): readonly FunctionFile[] {
  const folder = join(import.meta.dirname, 'functions')
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

/**
 * Runs the files that have changed since they were last run in this database. Returns their names.
 */
export async function applyFunctions(tx: Kysely<unknown>, files: readonly FunctionFile[]): Promise<readonly string[]> {
  if (files.length === 0) return []
  await sql`create table if not exists function_files (name text primary key, hash text not null)`.execute(tx)
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from function_files`.execute(tx)
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const changed = files.filter(({ name, text }) => applied.get(name) !== hashText(text))
  for (const { name, text } of changed) {
    await sql.raw(text).execute(tx)
    await sql`insert into function_files (name, hash) values (${name}, ${hashText(text)})
      on conflict (name) do update set hash = excluded.hash`.execute(tx)
  }
  return changed.map((file) => file.name)
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')
