import { getSqlState } from './sql-state.ts'

/**
 * Reasons by Node or PostgreSQL code, as the end of the sentence "The database cannot be used:
 * ...".
 */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens at its address',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ENOTFOUND: 'its host is unknown',
  EAI_AGAIN: 'its host is unknown',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its host cannot be reached',
  ETIMEDOUT: 'its host does not respond',
  ENOENT: 'its socket is missing',
  '25006': 'it is read-only, as a standby is',
  '57014': 'a statement took too long',
  '57P01': 'it is stopping',
  '57P02': 'it has crashed',
  '57P03': 'it is starting or stopping',
  '57P05': 'it closed the connection',
  '53100': 'its disk is full',
  '53200': 'it has no memory left',
  '53300': 'it has too many connections already',
}

/** SQLSTATE classes: connection exceptions and insufficient resources. */
const CLASSES = /^(?:08|53)...$/

/** Driver messages for errors without a code. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^timeout exceeded when trying to connect/, 'no connection became free in time'],
  [/^(?:Query read timeout|Connection terminated due to connection timeout)/, 'it does not respond'],
  [
    /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/,
    'it closed the connection',
  ],
]

const databaseErrors = new WeakSet<object>()

/** Records a driver error. Returns it. */
export function markDatabaseError(error: unknown): unknown {
  if (error instanceof Error) databaseErrors.add(error)
  return error
}

/**
 * Like {@link findDriverOutage}, for an error that may come from elsewhere: files, client sockets
 * and music services fail with the same codes.
 */
export const findOutage = (error: unknown): string | undefined =>
  error instanceof Error && databaseErrors.has(error) ? findDriverOutage(error) : undefined

/**
 * Returns why a driver error means that the database is away, overloaded or out of resources: the
 * same call may succeed later. Undefined for all other errors.
 */
export function findDriverOutage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = getSqlState(error)
  if (code !== undefined) return REASONS[code] ?? (CLASSES.test(code) ? `it responds with ${code}` : undefined)
  return MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1]
}
