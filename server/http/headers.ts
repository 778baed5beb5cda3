import type { Config } from '#server/config/config.ts'
import type { NodeBindings } from './address.ts'

/** The policy for every response that is no page, worker or picture: it loads nothing. */
const POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The policy for pictures: opened as a document, one must not run or load anything. */
export const PICTURE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const

/** Headers in every response that is no file and no page. */
export const API_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
} as const

/** A year, as ASVS 3.4.1 requires. Browsers ignore it over http. */
const HSTS = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } as const

/** Returns the headers in every response from a server with these settings. */
export const headersFor = ({ publicUrl }: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> =>
  publicUrl?.protocol === 'https:' ? { ...HEADERS, ...HSTS } : HEADERS

/** The part of Hono's context that `setHeaders` needs. */
interface Responding {
  readonly env: NodeBindings | undefined
  header(name: string, value: string): void
}

/**
 * Sets headers in a response; a handler's own header with the same name replaces them. They are set
 * on Node's response where there is one: a `Headers` object per response takes a fifth of a short
 * request's time.
 */
export function setHeaders(c: Responding, headers: Readonly<Record<string, string>>): void {
  const outgoing = c.env?.outgoing
  for (const [name, value] of Object.entries(headers)) {
    if (outgoing === undefined) c.header(name, value)
    else outgoing.setHeader(name, value)
  }
}

/** Returns whether a browser requests a page, by its `Accept` header. */
export const isNavigation = (accept: string | null | undefined): boolean => (accept ?? '').includes('text/html')
