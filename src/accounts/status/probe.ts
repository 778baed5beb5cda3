const FIRST_MS = 1000
const LAST_MS = 10_000

/**
 * How long to wait before the next try, in ms, when the server could be reached, or the browser said that there is a network,
 * `sinceMs` ago: a tunnel's end is noticed soon, and a server that is down is not pressed.
 */
export const probeAfterMs = (sinceMs: number): number => Math.min(LAST_MS, Math.max(FIRST_MS, sinceMs))
