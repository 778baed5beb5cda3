import type { IncomingMessage } from 'node:http'
import { ServiceFailure } from '../service-failure.ts'

/** A larger file is no song. */
const SONG_MAX_BYTES = 2_000_000_000

/** Which bytes of a song a response has. */
export interface AudioLength {
  /** Undefined if the library does not state it. */
  readonly bytes: number | undefined
  readonly isPart: boolean
  readonly contentRange: string | undefined
}

/** Returns a header with a single byte range; undefined for any other, which is ignored. */
export function parseRange(header: string | undefined): string | undefined {
  const [, start = '', end = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (start === '' && end === '') return undefined
  return start !== '' && end !== '' && Number(end) < Number(start) ? undefined : `bytes=${start}-${end}`
}

/**
 * Returns which bytes a library sends for a range, or without one. Throws a {@link ServiceFailure} if
 * its headers contradict each other or the range.
 */
export function readLength({ statusCode, headers }: IncomingMessage, range: string | undefined): AudioLength {
  const isPart = statusCode === 206
  const bytes = toLength(headers['content-length'])
  if (!isPart) return { bytes, isPart, contentRange: undefined }
  const [contentRange, ...parts] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(headers['content-range'] ?? '') ?? []
  const [start, end, total] = parts.map(Number) as [number, number, number]
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  const isRequested =
    range !== undefined &&
    contentRange !== undefined &&
    (from === '' ? end + 1 === total && end - start < Number(to) : start === Number(from)) &&
    (from === '' || to === '' || end <= Number(to)) &&
    end >= start &&
    !(end >= total)
  if (!isRequested || (bytes !== undefined && bytes !== end - start + 1)) throw new ServiceFailure('unreadable_answer')
  if (end - start >= SONG_MAX_BYTES) throw new ServiceFailure('unreadable_answer')
  return { bytes: end - start + 1, isPart, contentRange }
}

function toLength(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const bytes = Number(header)
  if (bytes <= SONG_MAX_BYTES) return bytes
  throw new ServiceFailure('unreadable_answer')
}
