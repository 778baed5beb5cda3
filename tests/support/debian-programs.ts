import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const PROGRAMS = '/usr/lib/postgresql'

/**
 * Returns the folder with Debian's newest PostgreSQL programs, or undefined if none are installed.
 */
export function findDebianPostgres(): string | undefined {
  const majors = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).map(Number) : []
  const newest = majors.toSorted((one, other) => one - other).at(-1)
  return newest === undefined ? undefined : join(PROGRAMS, String(newest), 'bin')
}
