/** The contract as OpenAPI 3.1, for the server alone. It documents our own server's responses. */
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { ErrorBody, errorCodes } from './errors.ts'
import { downloads } from './ownership/export.ts'
import { type Upload, uploads } from './uploads.ts'

interface Parameter {
  readonly name: string
  readonly in: 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}
interface DocumentedBody {
  readonly required: true
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
}
interface DocumentedResponse {
  readonly description: string
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
}
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  /** For uploads only. */
  readonly requestBody?: DocumentedBody
  readonly responses: Readonly<Record<string, DocumentedResponse | { readonly $ref: string }>>
}

const REPEATS =
  'UUID made when the person acts. A repeat with the same one takes effect once and gets the first response; with another input it is 422 client_id_reused.'
const ACTOR = "Must be the session's member; another's name is 403 wrong_member."

/** Returns a schema as our server guarantees it; `v.metadata({ jsonSchema })` overrides it. */
export function jsonSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    typeMode: 'output',
    errorMode: 'ignore',
    target: 'draft-2020-12',
    overrideAction: ({ valibotAction }) =>
      'metadata' in valibotAction && isRecord(valibotAction.metadata) && isRecord(valibotAction.metadata['jsonSchema'])
        ? valibotAction.metadata['jsonSchema']
        : undefined,
    overrideSchema: ({ valibotSchema, jsonSchema: derived }) => {
      if (isObject(valibotSchema))
        return {
          ...derived,
          required: Object.keys(valibotSchema.entries).filter((name) => !isAdded(valibotSchema.entries[name])),
        }
      const wrapped = derived.anyOf?.[0]
      return isAdded(valibotSchema) && typeof wrapped === 'object' ? wrapped : undefined
    },
  })
  return converted
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isObject = (schema: { type: string }): schema is v.ObjectSchema<v.ObjectEntries, undefined> =>
  schema.type === 'object'
/** Returns whether a field made by `Added` is absent rather than null. */
const isAdded = (schema: unknown) => isRecord(schema) && schema['type'] === 'nullish' && schema['default'] === undefined

const describeParameter = (endpoint: Endpoint, name: string) =>
  name === 'client_id' ? { description: REPEATS } : name === endpoint.actor ? { description: ACTOR } : {}

const listParameters = (endpoint: Endpoint): Parameter[] =>
  Object.entries(endpoint.query.entries).map(([name, schema]) => ({
    name,
    in: 'query',
    required: schema.type !== 'optional',
    ...describeParameter(endpoint, name),
    schema: jsonSchema(schema),
  }))

function listRefusals(endpoint: Endpoint): number[] {
  const ofMembers = endpoint.access === 'anyone' ? [] : endpoint.actor === undefined ? [401] : [401, 403]
  const ofWrites = endpoint.method === 'POST' ? [403, 414] : []
  const ofRepeats = 'client_id' in endpoint.query.entries ? [422] : []
  return [400, 429, 500, 503, ...ofMembers, ...ofWrites, ...ofRepeats]
}

const requestBody = (parts: Upload['parts']): DocumentedBody =>
  typeof parts === 'string'
    ? {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary', description: parts } } },
      }
    : formBody(parts)

const formBody = (parts: Readonly<Record<string, string>>): DocumentedBody => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(parts).map(([name, description]) => [name, { type: 'string', format: 'binary', description }]),
        ),
        required: Object.keys(parts),
      },
    },
  },
})

const toResponseContent = (endpoint: Endpoint): DocumentedResponse['content'] => {
  const file = downloads.find((download) => download.endpoint === endpoint)
  return file === undefined
    ? { 'application/json': { schema: jsonSchema(endpoint.response) } }
    : { [file.type]: { schema: { type: 'string', format: 'binary' } } }
}

const describeOperation = (endpoint: Endpoint, body?: DocumentedBody): Operation => ({
  operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/^\/api/, '').replace(/[/-](\w)/g, (_, first: string) => first.toUpperCase())}`,
  summary: endpoint.summary,
  tags: [endpoint.path.split('/')[2] ?? 'api'],
  security: endpoint.access !== 'anyone' ? [{ session: [] }] : [{}, { session: [] }],
  parameters: listParameters(endpoint),
  ...(body === undefined ? {} : { requestBody: body }),
  responses: {
    200: { description: 'Done.', content: toResponseContent(endpoint) },
    ...Object.fromEntries(
      listRefusals(endpoint).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
    ),
    default: { $ref: '#/components/responses/default' },
  },
})

const listCodes = (status: number) =>
  Object.entries(errorCodes)
    .filter(([, its]) => its === status)
    .map(([code]) => code)

function describeRefusal(status: number): DocumentedResponse {
  const codes = listCodes(status)
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] }
  return {
    description: `Refused: ${codes.join(', ') || 'too long for a request line'}.`,
    content: { 'application/json': { schema: codes.length ? schema : { $ref: '#/components/schemas/Error' } } },
  }
}

const describeRefusals = (): Readonly<Record<string, DocumentedResponse>> => ({
  ...Object.fromEntries([...Object.values(errorCodes), 414].map((status) => [status, describeRefusal(status)])),
  default: {
    description: 'Refused for a reason of this endpoint, such as 404, 409 or 413: see the code.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
})

/** Returns the document as plain data, ready for JSON. `cookie`: the session cookie's name. */
export function openApiDocument(cookie: string) {
  const paths: Record<string, Partial<Record<'get' | 'post', Operation>>> = {}
  const requestBodies = new Map(uploads.map(({ endpoint, parts }) => [endpoint, requestBody(parts)]))
  for (const endpoint of [...endpoints, ...requestBodies.keys(), ...downloads.map((it) => it.endpoint)])
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method === 'GET' ? 'get' : 'post']: describeOperation(endpoint, requestBodies.get(endpoint)),
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Flipside',
      version: '1',
      description: [
        'All inputs travel in the query string, never in a body, but for the files of an upload. Cookies are sent.',
        'Every refusal is { "error": "a sentence", "code": "..." } with a true status; 429 and 503 carry Retry-After.',
        `client_id: ${REPEATS}`,
      ].join('\n\n'),
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      schemas: {
        Error: { ...jsonSchema(ErrorBody), description: 'A sentence for people, and a code for programs.' },
        ErrorCode: { type: 'string', enum: Object.keys(errorCodes) },
      },
      responses: describeRefusals(),
    },
  } as const
}
