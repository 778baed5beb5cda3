import { randomUUID } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { NodeBindings } from './address.ts'
import { type Logger, logError } from './log.ts'
import { Refusal } from './refusal.ts'

/* What a request has in common whichever way it takes: see `answerDirectly`. */

/** A request and the headers of its answer: as much of Hono's context as what is answered without it has, too. */
export interface Exchange {
  readonly env: NodeBindings | undefined
  readonly req: { header(name: string): string | undefined }
  header(name: string, value: string): void
  get(name: 'requestId'): string
}

/** Headers of every answer, whatever it holds. */
export const HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const

/** Headers of every response that is no file and no page. */
export const API_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** A year, as ASVS 3.4.1 requires. Browsers ignore it over http. */
const HSTS = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } as const

/** Headers of every response of a server with these settings. */
export const headersFor = ({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> =>
  publicUrl?.protocol === 'https:' ? { ...HEADERS, ...HSTS } : HEADERS

/**
 * Sets headers that an answer has whatever its handler does; a handler's own of the same name take their place. Node is told them
 * where it is Node that answers: a `Headers` object, filled and sorted for each answer, took a fifth of what a short request costs.
 */
export function setHeaders(c: Exchange, headers: Readonly<Record<string, string>>): void {
  const outgoing = c.env?.outgoing
  for (const [name, value] of Object.entries(headers)) {
    if (outgoing === undefined) c.header(name, value)
    else outgoing.setHeader(name, value)
  }
}

/** The random end of a UUID: Node makes these in advance. */
export const newRequestId = (): string => randomUUID().slice(-12)

/** What a line tells of a request. */
interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly id: string
  /** As `performance.now()` tells it. */
  readonly startedAt: number
}

/** Writes one line for each request. Never the query string: passwords and messages travel in it. */
export const requestLog =
  (log: Logger) =>
  ({ method, path, status, id, startedAt }: LoggedRequest): void => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    log.info(`${method} ${path.slice(0, 200)}`, { status, ms, id })
  }

/** What is no Refusal is logged, without what was sent, and told to nobody. */
export function asRefusal(error: unknown, log: Logger, id: string): Refusal {
  if (error instanceof Refusal) return error
  logError(log, error, { id })
  return new Refusal(500, 'Something went wrong on our side.')
}
