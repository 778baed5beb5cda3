import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const PROGRAMS = '/usr/lib/postgresql'

/**
 * Returns the folder of PostgreSQL programs: TEST_POSTGRES_PROGRAMS, or that of Debian's newest
 * ones. Returns undefined if none are installed.
 */
export function findDebianPostgres(): string | undefined {
  const chosen = process.env['TEST_POSTGRES_PROGRAMS']
  if (chosen !== undefined) return chosen
  const majors = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).map(Number) : []
  const newest = majors.toSorted((one, other) => one - other).at(-1)
  return newest === undefined ? undefined : join(PROGRAMS, String(newest), 'bin')
}
