import { unescape as decodeTolerantly } from 'node:querystring'
import type { Api, RequestContext } from '#server/http/api.ts'
import { createRequestBody } from '#server/http/body.ts'
import { getQueryString, splitPairs } from '#server/http/query.ts'
import type { Players } from './players.ts'

/** Fifty scrobbles with long names, and a margin. */
const BODY_MAX_BYTES = 1_000_000
/** Fifty scrobbles have a dozen parameters each. */
const PAIRS_MAX = 2000
/** Longer values are cut, in UTF-16 units: they are no names, and responses repeat them. */
const VALUE_MAX_LENGTH = 2000

/**
 * Counts a request by its address, then reads its parameters: those in its query, overridden by
 * those in its form. Invalid UTF-8 becomes U+FFFD; NUL is removed, since PostgreSQL cannot store
 * it; a value longer than 2,000 UTF-16 units is cut. Throws a Refusal 429 before reading anything,
 * or 413.
 */
export async function readForm(api: Api, players: Players, c: RequestContext): Promise<ReadonlyMap<string, string>> {
  players.countRequest(c)
  const { bytes } =
    c.req.method === 'POST' ? await createRequestBody(api, c).read(BODY_MAX_BYTES) : { bytes: Buffer.alloc(0) }
  const query = splitPairs(readText(Buffer.from(getQueryString(c.req.url))), PAIRS_MAX)
  const form = splitPairs(readText(bytes), PAIRS_MAX)
  return new Map([...query, ...form].map(([name, value]) => [decode(name), decode(value)]))
}

/** Returns a text with blanks for pluses: replacing a million pluses in a string takes long. */
function readText(bytes: Buffer): string {
  const text = Buffer.from(bytes)
  for (let at = 0; at < text.length; at++) if (text[at] === PLUS) text[at] = BLANK
  return text.toString('utf8')
}

const [PLUS, BLANK] = [0x2b, 0x20]

const decode = (text: string): string => decodeTolerantly(text).replaceAll('\0', '').slice(0, VALUE_MAX_LENGTH)
