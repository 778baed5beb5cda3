import { CannotStart, type Environment, readText } from './settings.ts'

/** Returns the primary's address with its password; null without one. Throws {@link CannotStart}. */
export function readDatabaseUrl(env: Environment): string | null {
  const value = readText(env, 'DATABASE_URL')
  const password = readText(env, 'DATABASE_PASSWORD')
  if (value === null && password === null) return null
  if (value === null) throw new CannotStart('DATABASE_PASSWORD needs DATABASE_URL.')
  const parsed = parseDatabaseUrl('DATABASE_URL', value)
  if (password === null) return value
  if (hasPassword(parsed))
    throw new CannotStart('DATABASE_URL contains a password and DATABASE_PASSWORD is set: remove one of them.')
  return withPassword(parsed, password)
}

/**
 * Returns the standby's address; null without one. The standby has the primary's roles: an address
 * without a password takes the primary's. Throws {@link CannotStart}.
 */
export function readDatabaseReadUrl(env: Environment, databaseUrl: string | null): string | null {
  const value = readText(env, 'DATABASE_READ_URL')
  if (value === null) return null
  if (databaseUrl === null) throw new CannotStart('DATABASE_READ_URL needs DATABASE_URL.')
  const parsed = parseDatabaseUrl('DATABASE_READ_URL', value)
  const password = readText(env, 'DATABASE_PASSWORD')
  return password === null || hasPassword(parsed) ? value : withPassword(parsed, password)
}

function parseDatabaseUrl(name: string, value: string): URL {
  const parsed = URL.parse(value)
  if (parsed?.protocol === 'postgres:' || parsed?.protocol === 'postgresql:') return parsed
  // The message omits the value, which contains a password.
  throw new CannotStart(`${name} must be an address such as postgres://user:password@host:5432/flipside.`)
}

const hasPassword = ({ password, searchParams }: URL) => password !== '' || searchParams.has('password')

/** As a parameter: a socket address, without a host, has no place for a password. */
function withPassword(url: URL, password: string): string {
  url.searchParams.set('password', password)
  return url.href
}
