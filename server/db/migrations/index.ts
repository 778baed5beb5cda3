import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { accountSecurityMigration } from './0020-account-security.ts'
import { searchBroadcastsMigration } from './0078-search-broadcasts.ts'
import type { Migration } from './migration.ts'

/** Migrations with values that the server computes. */
const COMPUTED = [accountSecurityMigration, searchBroadcastsMigration]

/** Reads `NNNN-name.sql`. */
function readMigration(file: string): Migration {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  return {
    number: Number(file.slice(0, 4)),
    name: file.slice(5, -'.sql'.length),
    async up(db) {
      await sql.raw(text).execute(db)
    },
  }
}

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.sql'))

export const migrations: readonly Migration[] = [...files.map(readMigration), ...COMPUTED].toSorted(
  (a, b) => a.number - b.number,
)
