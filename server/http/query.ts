import * as v from 'valibot'
import type { Endpoint, ParsedQuery } from '#contract/endpoint.ts'
import { Refusal } from './refusal.ts'

/**
 * Parses the query string in `url` by the endpoint's schema. Throws a Refusal 400 that names every
 * invalid field and its rule, never the value. Ignores unknown parameters; rejects repeated ones,
 * which two parsers could read differently.
 */
export function parseQuery<E extends Endpoint>(endpoint: E, url: string): ParsedQuery<E> {
  const sent = readPairs(url)
  const input: Record<string, string> = {}
  for (const name of Object.keys(endpoint.query.entries)) {
    const values = sent.get(name) ?? []
    if (values.length > 1) throw new Refusal(400, `${name} must be given once.`)
    const [raw] = values
    if (raw === undefined) continue
    const value = decode(raw)
    if (value === undefined) throw new Refusal(400, `${name} must be text encoded as UTF-8, without NUL.`)
    input[name] = value
  }
  const parsed = v.safeParse(endpoint.query, input, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  throw new Refusal(400, parsed.issues.map((issue) => toMessage(issue, endpoint)).join(' '))
}

/** Returns the parameters by name, still encoded. */
function readPairs(url: string): ReadonlyMap<string, readonly string[]> {
  const pairs = new Map<string, string[]>()
  for (const [encodedName, value] of splitPairs(getQueryString(url))) {
    const name = decode(encodedName)
    if (name === undefined || name === '') continue
    const values = pairs.get(name)
    if (values === undefined) pairs.set(name, [value])
    else values.push(value)
  }
  return pairs
}

/** Returns the query string in `url` without the question mark. */
export function getQueryString(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}

/**
 * Returns the pairs in an `application/x-www-form-urlencoded` text, still encoded, in linear time:
 * Node 24's `URLSearchParams` takes quadratic time for pairs without `=`. Throws a Refusal 413 if
 * there are more than `max`.
 */
export function splitPairs(text: string, max = Number.POSITIVE_INFINITY): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = []
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('&', start)
    const end = next === -1 ? text.length : next
    if (end > start) {
      if (pairs.length >= max) throw new Refusal(413, `A request has at most ${max} parameters.`, 'too_long')
      const pair = text.slice(start, end)
      const equals = pair.indexOf('=')
      pairs.push(equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)])
    }
    start = end + 1
  }
  return pairs
}

/** Returns the decoded text, or undefined also for NUL, which PostgreSQL's text cannot store. */
function decode(raw: string): string | undefined {
  const text = decodePart(raw.replaceAll('+', ' '))
  return text?.includes('\0') === true ? undefined : text
}

/** Returns a part of a URL without percent-encoding; undefined for invalid UTF-8 (including lone surrogates). */
export function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

function toMessage(issue: v.BaseIssue<unknown>, { labels = {} }: Pick<Endpoint, 'labels'>): string {
  const name = v.getDotPath(issue) ?? 'The query'
  const field = labels[name] ?? name
  if (issue.input === undefined) return `${field} is missing.`
  // The contract's messages begin with "must"; valibot's repeat the value.
  return `${field} ${issue.message.startsWith('must ') ? issue.message : 'is not valid'}.`
}
