import { isTimeZone } from '#server/http/time-zone.ts'

/** Offsets are cached for this long a time: no zone changes its offset more often. */
const STEP_MS = 15 * 60_000
const CACHED_MAX = 20_000

/** Converts a zone's local times, which are written as if they were UTC, in milliseconds. */
export type WallTime = (wallMs: number) => number

/**
 * Returns a converter for a zone's local times. A time that a clock showed twice, in autumn, is the
 * second; a time that it skipped, in spring, is an hour later. An unknown zone is UTC.
 */
export function createWallTime(timeZone: string): WallTime {
  const offsetAt = createOffsets(timeZone)
  return (wallMs) => {
    const guess = wallMs - offsetAt(wallMs)
    return wallMs - offsetAt(guess)
  }
}

/** Returns a function that returns a zone's offset from UTC at a moment, in milliseconds. */
export function createOffsets(timeZone: string): (atMs: number) => number {
  if (timeZone === 'UTC' || !isTimeZone(timeZone)) return () => 0
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', year: 'numeric' })
  let cached = new Map<number, number>()
  return (atMs) => {
    const step = Math.floor(atMs / STEP_MS)
    const known = cached.get(step)
    if (known !== undefined) return known
    // Dates outside the range of Date have no offset.
    if (!(Math.abs(atMs) <= 8.64e15)) return 0
    const offset = toOffset(format.formatToParts(step * STEP_MS).find(({ type }) => type === 'timeZoneName')?.value)
    if (cached.size >= CACHED_MAX) cached = new Map()
    cached.set(step, offset)
    return offset
  }
}

/** Returns `GMT`, `GMT+2`, `GMT-03:30` or `UTC+05:30` in milliseconds; NaN for another text. */
export function toOffset(name = ''): number {
  const found = /^(?:GMT|UTC)(?:([+\-\u2212])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?)?$/.exec(name)
  if (found === null) return Number.NaN
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = found
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === undefined || sign === '+' ? size : -size
}

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/

/**
 * Returns `2024-05-17 12:54:00`, with or without a zone, in milliseconds since 1970; NaN for
 * another text, or a date that does not exist. A time without a zone is UTC.
 */
export function readIsoTime(value: unknown): number {
  const found = typeof value === 'string' ? WRITTEN.exec(value.trim()) : null
  if (found === null) return Number.NaN
  const [, year, month, day, hour, minute, second = '0', zone = 'Z'] = found
  const wall = toWall([year, month, day, hour, minute, second].map(Number))
  return wall - (zone === 'Z' ? 0 : toOffset(`GMT${zone}`))
}

/**
 * Returns a date and time in milliseconds since 1970, as if it were UTC; NaN if it does not exist.
 */
export function toWall([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[]): number {
  const isTime = hour < 24 && minute < 60 && second < 61
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(Date.UTC(year, month - 1, day))
  return isTime && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? wall : Number.NaN
}
