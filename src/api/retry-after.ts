const HOUR_MS = 3_600_000

/** Returns Retry-After in ms from `nowMs`, an hour at most; undefined if absent or invalid. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const text = header.trim()
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : parseDate(text) - nowMs
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), HOUR_MS)
}

/** HTTP dates begin with the weekday; other strings that Date.parse accepts are rejected. */
const parseDate = (text: string) => (/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : Number.NaN)
