import { type Environment, readInteger } from './settings.ts'

/** The maximum number of connections, and the limits on silence and duration, in ms. */
export interface ConnectionBounds {
  readonly connections: number
  /** The maximum from one address; not counted behind a proxy, from which all connections come. */
  readonly addressConnections: number
  /** Until a request's first byte. */
  readonly silentMs: number
  /** From a request's first byte to the end of its headers. */
  readonly headersMs: number
  /** Between two body bytes, and for the whole body. */
  readonly bodyIdleMs: number
  readonly bodyMs: number
  /** The same for an uploaded file: half a gigabyte on a slow line takes an hour. */
  readonly fileIdleMs: number
  readonly fileMs: number
  /** The maximum time without response progress. */
  readonly responseIdleMs: number
}

const SECOND_MS = 1000
const MINUTE_MS = 60_000

export function readConnectionBounds(env: Environment): ConnectionBounds {
  return {
    connections: readInteger(env, 'MAX_CONNECTIONS', 10_000, 1, 1_000_000),
    addressConnections: readInteger(env, 'MAX_ADDRESS_CONNECTIONS', 1000, 1, 1_000_000),
    silentMs: 60 * SECOND_MS,
    headersMs: 30 * SECOND_MS,
    bodyIdleMs: 20 * SECOND_MS,
    bodyMs: 60 * SECOND_MS,
    fileIdleMs: 5 * MINUTE_MS,
    fileMs: 60 * MINUTE_MS,
    responseIdleMs: 2 * MINUTE_MS,
  }
}
