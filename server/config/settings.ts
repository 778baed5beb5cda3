import { readFileSync, statSync } from 'node:fs'

/**
 * An error in the setup. The message is one sentence for the operator, printed before exit code 1.
 */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** Variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns a setting, trimmed, or null if it is absent or empty. `NAME_FILE` names a file with
 * NAME's value, so that a secret need not be in the environment. Throws {@link CannotStart}.
 */
export function readText(env: Environment, name: string): string | null {
  const value = readVariable(env, name)
  const path = readVariable(env, `${name}_FILE`)
  if (path === null) return value
  if (value === null) return readSecret(`${name}_FILE`, path)
  throw new CannotStart(`${name} and ${name}_FILE are both set: remove one of them.`)
}

function readVariable(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

const SECRET_MAX_BYTES = 65_536
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
}

function readSecret(name: string, path: string): string {
  const fail = (reason: string, cause?: unknown) =>
    new CannotStart(`${name} cannot be read from ${path}: ${reason}.`, { cause })
  try {
    const found = statSync(path)
    if (!found.isFile()) throw fail('it is not a file')
    if (found.size > SECRET_MAX_BYTES) throw fail(`it is larger than ${SECRET_MAX_BYTES} bytes`)
    const value = readFileSync(path, 'utf8').trim()
    if (value !== '') return value
    throw fail('it is empty')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined
    throw reason === undefined ? error : fail(reason, error)
  }
}

/** Returns a whole number from `min` to `max`. Throws {@link CannotStart}. */
export function readInteger(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = readText(env, name)
  if (value === null) return fallback
  const number = Number(value)
  if (/^\d{1,9}$/.test(value) && number >= min && number <= max) return number
  throw new CannotStart(`${name} must be a whole number from ${min} to ${max}, not "${value}".`)
}

/**
 * Returns a boolean, which is written as 1, true, yes, 0, false or no. Throws {@link CannotStart}.
 */
export function readFlag(env: Environment, name: string, fallback: boolean): boolean {
  const value = readText(env, name)?.toLowerCase() ?? null
  if (value === null) return fallback
  if (value === '1' || value === 'true' || value === 'yes') return true
  if (value === '0' || value === 'false' || value === 'no') return false
  throw new CannotStart(`${name} must be 1 or 0, not "${value}".`)
}

/** Returns one of the allowed values. Throws {@link CannotStart}. */
export function readChoice<const T extends string>(
  env: Environment,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = readText(env, name)
  if (value === null) return fallback
  const found = allowed.find((choice) => choice === value)
  if (found !== undefined) return found
  throw new CannotStart(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
}

/** Returns an http address without a user, query or fragment. Throws {@link CannotStart}. */
export function readUrl(env: Environment, name: string): URL | null {
  const value = readText(env, name)
  if (value === null) return null
  const parsed = URL.parse(value)
  const isHttp = parsed?.protocol === 'http:' || parsed?.protocol === 'https:'
  if (parsed !== null && isHttp && parsed.username === '' && parsed.search === '' && parsed.hash === '') return parsed
  throw new CannotStart(`${name} must be an address such as https://flipside.example, not "${value}".`)
}

/** Returns whether a server that listens on `host` is reachable only from this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
