import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'

/** A statement that is asked so often that writing and planning it would take longer than doing it: each connection keeps its plan. */
export interface KeptStatement {
  readonly name: string
  readonly text: (db: Kysely<Database>) => string
  /** What it is given this time, each as PostgreSQL writes it. */
  readonly values: (db: Kysely<Database>) => readonly string[]
}

/** Stands for what is not known when the statement is written. */
class Gap {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Plans belong to connections, and two processes may be of different versions: a name is only a connection's. */
let statements = 0

/**
 * Writes a statement once, with a gap for what it is given each time: `gap('ids')` stands for a text, so it takes a cast. Its plan
 * must be right for few rows and for many, as it is made for none in particular.
 */
export function keptStatement<G extends string = never>(
  write: (gap: (name: G) => RawBuilder<unknown>) => RawBuilder<unknown>,
): (values: Readonly<Record<G, string>>) => KeptStatement {
  statements += 1
  const name = `flipside_${statements}`
  let written: { readonly text: string; readonly parameters: readonly unknown[] } | undefined
  const once = (db: Kysely<Database>) => {
    if (written !== undefined) return written
    const { sql: text, parameters } = write((it) => sql`${new Gap(it)}`).compile(db)
    written = { text, parameters }
    return written
  }
  return (given) => ({
    name,
    text: (db) => once(db).text,
    // Only gaps of this statement's names are in it.
    values: (db) => once(db).parameters.map((it) => (it instanceof Gap ? given[it.name as G] : String(it))),
  })
}

/** As PostgreSQL writes an array of numbers: the driver would look at each for what it has to escape, which takes its time. */
export const arrayOf = (numbers: readonly number[]): string => `{${numbers.join()}}`

/** As PostgreSQL writes an array of texts. */
export const arrayOfTexts = (texts: readonly string[]): string =>
  `{${texts.map((it) => `"${it.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`
