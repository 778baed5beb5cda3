import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { downloads } from '#contract/ownership/export.ts'
import type { HttpCase } from './fuzz-case.ts'
import { anyText, encodedText, encodeTolerantly } from './values.ts'

/** Sent without a session: they would end it or delete the member. */
const WITHOUT_SESSION = new Set(['/api/user/logout', '/api/user/delete-account', '/api/user/change-password'])
const NAMES = ['ada', 'bo', 'cy', 'System', '@ADA', 'nobody-here', '1']

/** Returns a likely value for a parameter, by its name. */
function likely(name: string): fc.Arbitrary<string> {
  if (/user|follower|followee|recipient|sender|other|conversant|matched/i.test(name)) return fc.constantFrom(...NAMES)
  if (/id$|up_to|before|limit|rating|reaction|year|count|page/i.test(name))
    return fc.constantFrom('1', '2', '3', '5', '40')
  if (/from|until|date|time/i.test(name))
    return fc.constantFrom('2024-01-01T00:00:00Z', '2026-11-24T00:00:00Z', '1700000000')
  if (/client_id/.test(name)) return fc.uuid()
  if (/period/.test(name)) return fc.constantFrom('overall', '7day', '1month', '12month')
  return fc.constantFrom(
    'Rain',
    'Sol Ferro',
    'true',
    'false',
    'Track',
    'Broadcast',
    'Message',
    'lastfm',
    'listenbrainz',
    'none',
  )
}

/** Returns the values that the schema names, such as a picklist's. */
function optionsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { options, pipe, wrapped } = schema as { options?: unknown; pipe?: unknown; wrapped?: unknown }
  const inner = Array.isArray(pipe) ? pipe.flatMap(optionsIn) : []
  const own = Array.isArray(options)
    ? options.flatMap((option) => (typeof option === 'string' ? [option] : optionsIn(option)))
    : []
  return [...own, ...inner, ...optionsIn(wrapped)]
}

function parameter(name: string, schema: unknown): fc.Arbitrary<readonly string[]> {
  const options = optionsIn(schema)
  const good = options.length > 0 ? fc.constantFrom(...options) : likely(name)
  const value = fc.oneof(
    { weight: 6, arbitrary: good.map(encodeTolerantly) },
    { weight: 3, arbitrary: encodedText(anyText) },
  )
  return fc.oneof(
    { weight: 8, arbitrary: value.map((text) => [`${name}=${text}`]) },
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(value, value).map((both) => both.map((text) => `${name}=${text}`)) },
    { weight: 1, arbitrary: fc.constant([name]) },
  )
}

function callOf(endpoint: Endpoint): fc.Arbitrary<HttpCase> {
  const pairs = Object.entries(endpoint.query.entries).map(([name, schema]) => parameter(name, schema))
  return fc
    .record({
      pairs: fc.tuple(...pairs),
      more: fc.constantFrom('', '', '', '&&', '&=', '&__proto__=1', '&a[b]=c'),
      as: fc.constantFrom('ada' as const, 'ada' as const, 'bo' as const, 'visitor' as const),
      body: fc.constantFrom('', '', '', '{"a":1}'),
      tag: fc.constantFrom('', '', '"1-0"', '*', ', ,', 'W/"x"'),
    })
    .map(({ pairs: chosen, more, as, body, tag }) => ({
      kind: 'contract',
      as: WITHOUT_SESSION.has(endpoint.path) ? 'visitor' : as,
      method: endpoint.method,
      target: `${endpoint.path}?${chosen.flat().join('&')}${more}`,
      headers: tag === '' ? {} : { 'If-None-Match': tag },
      body: endpoint.method === 'GET' ? '' : body,
    }))
}

const everyEndpoint = [...endpoints, ...downloads.map((it) => it.endpoint)]

export const contractCase: fc.Arbitrary<HttpCase> = fc.oneof(...everyEndpoint.map(callOf))
