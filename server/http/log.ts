import { type LogLevel, logLevels } from '#server/config.ts'

/** What a line may hold: never a query string, a cookie or anything that a person wrote. */
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
  /** Takes one line without its end. */
  readonly write: (line: string) => void
}

/** Writes one line for each message at or above the level. */
export function createLogger({ level, format, now, write }: LoggerOptions): Logger {
  const line = format === 'json' ? jsonLine : plainLine
  const at =
    (wanted: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      if (logLevels.indexOf(wanted) <= logLevels.indexOf(level)) write(line(now(), wanted, message, fields))
    }
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }
}

const jsonLine = (at: Date, level: LogLevel, message: string, fields: LogFields) =>
  JSON.stringify({ at: at.toISOString(), level, message, ...fields })

function plainLine(at: Date, level: LogLevel, message: string, fields: LogFields): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined)
  return [at.toISOString(), level.padEnd(5), message, ...pairs.map(([name, value]) => `${name}=${value}`)].join(' ')
}

/** What a log may tell of an error. Messages of PostgreSQL repeat values ("invalid input syntax: ..."): of these only the code is told. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'Something that is no error was thrown.'
  const code = 'code' in error ? String(error.code) : undefined
  const what = code === undefined ? `${error.name}: ${error.message}` : `${error.name} ${code}`
  const where = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return [what, ...where].join('\n')
}
