import { type Endpoint, endpointName } from '#contract/endpoint.ts'
import { jsonSchema } from '#contract/openapi.ts'
import { additions } from './additions.ts'
import { optional, type SpecCall } from './section7.ts'

type Listed = Readonly<Record<string, readonly string[]>>
type Shape = ReturnType<typeof jsonSchema>

const query: Listed = additions.query
const response: Listed = additions.response
const notOn: readonly string[] = additions.clientId.notOn

/**
 * Returns every field that a schema names, through lists and nullable values: `broadcasts`,
 * `broadcasts.id`, ...
 */
export function fieldsOf(schema: Shape | boolean | undefined, prefix = ''): string[] {
  if (typeof schema !== 'object') return []
  const { items, anyOf = [], properties = {} } = schema
  const inside = [...(Array.isArray(items) ? items : [items]), ...anyOf].flatMap((item) => fieldsOf(item, prefix))
  const own = Object.entries(properties).flatMap(([name, field]) => [
    `${prefix}${name}`,
    ...fieldsOf(field, `${prefix}${name}.`),
  ])
  return [...new Set([...own, ...inside])]
}

const without = (some: readonly string[], others: readonly string[]) => some.filter((value) => !others.includes(value))

/** Returns whether a parameter must be sent: additions never, the rest as in the spec. */
const insistence = (name: string, spec: SpecCall, endpoint: Endpoint, added: readonly string[]) =>
  Object.entries(endpoint.query.entries).flatMap(([parameter, schema]) => {
    const mayBeLeftOut = added.includes(parameter) || (optional[name] ?? []).includes(parameter)
    const isKnown = added.includes(parameter) || spec.query.includes(parameter)
    if (!isKnown || mayBeLeftOut === (schema.type === 'optional')) return []
    return [mayBeLeftOut ? `${name} insists on ${parameter}` : `${name} does not insist on ${parameter}`]
  })

function differencesOf(name: string, spec: SpecCall, endpoint: Endpoint): string[] {
  const isWrite = endpoint.method === 'POST'
  const addedQuery = [...(query[name] ?? []), ...(isWrite && !notOn.includes(name) ? [additions.clientId.query] : [])]
  const addedFields = response[name] ?? []
  const ofWrites = isWrite ? [...additions.done, additions.clientId.response] : []
  const parameters = Object.keys(endpoint.query.entries)
  const fields = fieldsOf(jsonSchema(endpoint.response))
  return [
    ...without(spec.query, parameters).map((value) => `${name} lacks the parameter ${value}`),
    ...without(parameters, [...spec.query, ...addedQuery]).map((value) => `${name} has an unlisted parameter ${value}`),
    ...without(addedQuery, parameters).map((value) => `${name} lacks the listed parameter ${value}`),
    ...insistence(name, spec, endpoint, addedQuery),
    ...without(spec.fields, fields).map((value) => `${name} lacks the field ${value}`),
    ...without(fields, [...spec.fields, ...addedFields, ...ofWrites]).map(
      (value) => `${name} has an unlisted field ${value}`,
    ),
    ...without(addedFields, fields).map((value) => `${name} lacks the listed field ${value}`),
  ]
}

/**
 * Returns every difference between the endpoints and the spec's table beyond the listed additions,
 * as sentences. A listed addition that does not exist is a difference too, so that the list stays
 * true.
 */
export function differences(spec: Readonly<Record<string, SpecCall>>, endpoints: readonly Endpoint[]): string[] {
  const names = endpoints.map(endpointName)
  const added = endpoints.filter(({ addition }) => addition).map(endpointName)
  const calls = Object.entries(spec).flatMap(([name, call]) => {
    const endpoint = endpoints.find((candidate) => endpointName(candidate) === name)
    return endpoint ? differencesOf(name, call, endpoint) : [`${name} is missing`]
  })
  return [
    ...calls,
    ...without(without(names, added), Object.keys(spec)).map(
      (name) => `${name} is not in the spec and not marked as an addition`,
    ),
    ...added.filter((name) => name in spec).map((name) => `${name} is in the spec and marked as an addition`),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} is there twice`),
  ]
}
