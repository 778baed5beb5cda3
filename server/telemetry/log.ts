import { type LogLevel, logLevels } from '#server/config/config.ts'
import { findDriverOutage, findOutage } from '#server/db/outage.ts'
import { currentRequestId } from './request-id.ts'

/**
 * A log line's fields: never a query string, a cookie or text that a user wrote. `stack` is written
 * on separate lines.
 */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

export interface Logger {
  error(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  debug(message: string, fields?: LogFields): void
}

interface LoggerOptions {
  readonly level: LogLevel
  readonly format: 'plain' | 'json'
  readonly now: () => Date
  /** Writes one line. It has no line break at the end. */
  readonly write: (line: string) => void
}

/**
 * Returns a logger that writes one line for each message at or above the level, with the id of the
 * request that it is logged for.
 */
export function createLogger({ level, format, now, write }: LoggerOptions): Logger {
  const line = format === 'json' ? jsonLine : plainLine
  const createWriter =
    (wanted: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (logLevels.indexOf(wanted) <= logLevels.indexOf(level))
        write(line(now(), wanted, message, { ...fields, id: fields['id'] ?? currentRequestId() }))
    }
  return {
    error: createWriter('error'),
    warn: createWriter('warn'),
    info: createWriter('info'),
    debug: createWriter('debug'),
  }
}

const jsonLine = (at: Date, level: LogLevel, message: string, fields: LogFields) =>
  JSON.stringify({ at: at.toISOString(), level, message, ...fields })

/** Fields for programs: the message has them too. */
const ONLY_JSON: ReadonlySet<string> = new Set(['method', 'path'])

function plainLine(at: Date, level: LogLevel, message: string, { stack, ...fields }: LogFields): string {
  const pairs = Object.entries(fields).filter(([name, value]) => value !== undefined && !ONLY_JSON.has(name))
  const parts = [at.toISOString(), level.padEnd(5), message, ...pairs.map(([name, value]) => `${name}=${value}`)]
  return [parts.join(' '), ...(typeof stack === 'string' ? stack.split('\n') : [])].map(escapeControls).join('\n')
}

/**
 * C0 and C1 controls, line and paragraph separators, and characters that change the text direction:
 * U+001B becomes `\\u001b`.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what it finds.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** Returns the text with characters escaped that control a terminal or begin a line. */
export const escapeControls = (text: string): string =>
  text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Logs an unexpected error with its stack, and a database outage in one line. PostgreSQL messages
 * repeat values ("invalid input syntax: ..."): only its errors' SQLSTATE is logged.
 */
export function logError(log: Logger, thrown: unknown, fields: LogFields = {}, before = ''): void {
  const error = toError(thrown)
  if (error === undefined) return log.error(`${before}A value of type ${typeof thrown} was thrown.`, fields)
  const outage = findOutage(error)
  const code = findCode(error)
  if (outage !== undefined) return log.warn(`${before}The database cannot be used`, { ...fields, reason: outage, code })
  const text = code === undefined ? `${error.name}: ${error.message}` : `${error.name} ${code}`
  const stack = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  log.error(`${before}${text}`, { ...fields, ...(stack.length === 0 ? {} : { stack: stack.join('\n') }) })
}

/**
 * Returns the fields for a failure that is logged in one line: words and the SQLSTATE or Node's
 * code. If the error has a code, its message is left out, as in `logError`.
 */
export function describeFailure(thrown: unknown): LogFields {
  const error = toError(thrown)
  if (error === undefined) return { reason: String(thrown) }
  const [outage, code] = [findDriverOutage(error), findCode(error)]
  if (code === undefined) return { reason: outage ?? `${error.name}: ${error.message}` }
  return { reason: outage ?? error.name, code }
}

const findCode = (error: Error): string | undefined => ('code' in error ? String(error.code) : undefined)

/** Returns an error, also one that a library has copied into another object. */
function toError(thrown: unknown): Error | undefined {
  if (thrown instanceof Error) return thrown
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown) || typeof thrown.message !== 'string')
    return undefined
  const error = new Error(thrown.message)
  error.stack = 'stack' in thrown && typeof thrown.stack === 'string' ? thrown.stack : ''
  return 'code' in thrown ? Object.assign(error, { code: thrown.code }) : error
}
