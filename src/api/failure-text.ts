import { Refused, ServerError, Unreachable } from './errors.ts'

const MINUTE_MS = 60_000

/** Returns the text about a failed request: the server's, or `failed` and the reason. Rethrows bugs. */
export function failureText(error: unknown, failed: string): string {
  if (error instanceof Refused) return error.sentence
  if (error instanceof ServerError) return error.sentence ?? serverErrorText(error, failed)
  if (error instanceof Unreachable) return `${asSentence(failed)} The server cannot be reached.`
  throw error
}

function serverErrorText({ status, retryAfterMs }: ServerError, failed: string): string {
  const when = retryAfterMs === undefined ? 'later' : `in ${duration(retryAfterMs)}`
  if (status === 429) return `Too many requests. Try again ${when}.`
  return `${asSentence(failed)} The server has a problem. Try again ${when}.`
}

const duration = (ms: number) =>
  ms < 2 * MINUTE_MS ? `${Math.max(1, Math.ceil(ms / 1000))} s` : `${Math.ceil(ms / MINUTE_MS)} min`

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
