import { unescape as decodeTolerantly } from 'node:querystring'
import type { Api, RequestContext } from '#server/http/api.ts'
import { createRequestBody } from '#server/http/body.ts'
import { getQueryString, splitPairs } from '#server/http/query.ts'
import type { Players } from './players.ts'

/** Fifty scrobbles with long names, and a margin. */
const BODY_MAX_BYTES = 1_000_000
/** Fifty scrobbles have a dozen parameters each. */
const PAIRS_MAX = 2000

/**
 * Counts a request by its address, then reads its parameters: those of its query, overridden by
 * those of its form. Invalid UTF-8 becomes U+FFFD; NUL is removed, since PostgreSQL cannot store
 * it. Throws a Refusal 429 before reading anything, or 413.
 */
export async function readForm(api: Api, players: Players, c: RequestContext): Promise<ReadonlyMap<string, string>> {
  players.countRequest(c)
  const { bytes } =
    c.req.method === 'POST' ? await createRequestBody(api, c).read(BODY_MAX_BYTES) : { bytes: Buffer.alloc(0) }
  const query = splitPairs(getQueryString(c.req.url), PAIRS_MAX)
  const form = splitPairs(bytes.toString('utf8'), PAIRS_MAX)
  return new Map([...query, ...form].map(([name, value]) => [decode(name), decode(value)]))
}

const decode = (text: string): string => decodeTolerantly(text.replaceAll('+', ' ')).replaceAll('\0', '')
