import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { DebianPostgres } from './debian-postgres.ts'

/** A database, and a role with the rights that docs/operating.md gives to the server. */
interface RoleDatabase {
  /** The DATABASE_URL value. */
  readonly url: string
  readonly address: pg.ClientConfig
}

/** Returns the script in docs/operating.md that creates the role and its database, for psql. */
export function readRoleScript(): string {
  const section = readFileSync('docs/operating.md', 'utf8').split('#### The role of the server\n')[1]
  const statements = /```sql\n(.*?)```/s.exec(section ?? '')?.[1]
  if (statements === undefined) throw new Error('docs/operating.md has no statements for the role.')
  return statements
}

/** Runs the statements in docs/operating.md that create the role and its database. */
export function createRoleDatabase(programs: string, { folder, port }: DebianPostgres): RoleDatabase {
  const server = ['--host', folder, '--port', String(port), '--username', 'postgres']
  execFileSync(join(programs, 'psql'), [...server, '--no-psqlrc', '--set', 'ON_ERROR_STOP=1'], {
    input: readRoleScript(),
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  return {
    url: `postgres://flipside@localhost/flipside?host=${folder}&port=${port}`,
    address: { host: folder, port, user: 'flipside', database: 'flipside' },
  }
}
