import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { endpointName } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { errorCodes } from './errors.ts'
import { jsonSchema, type Operation, openApiDocument } from './openapi.ts'
import { downloads } from './ownership/export.ts'
import { uploads } from './uploads.ts'
import { Added, Count, Nullable, Num } from './wire.ts'

const document = openApiDocument('flipside')

function getOperation(method: 'get' | 'post', path: string): Operation {
  const operation = document.paths[path]?.[method]
  if (!operation) throw new Error(`${method} ${path} is not in the document`)
  return operation
}

/** The parts of the OpenAPI 3.1 schema that this document uses. */
const Schema = v.strictObject({ schema: v.record(v.string(), v.unknown()) })
const Content = v.union([v.strictObject({ 'application/json': Schema }), v.strictObject({ 'application/zip': Schema })])
const Response = v.strictObject({ description: v.pipe(v.string(), v.minLength(1)), content: Content })
const OpenApi = v.strictObject({
  openapi: v.literal('3.1.0'),
  info: v.strictObject({ title: v.string(), version: v.string(), description: v.string() }),
  servers: v.array(v.strictObject({ url: v.string() })),
  paths: v.record(
    v.pipe(v.string(), v.startsWith('/api/')),
    v.record(
      v.picklist(['get', 'post']),
      v.strictObject({
        operationId: v.pipe(v.string(), v.regex(/^[a-zA-Z]+$/)),
        summary: v.pipe(v.string(), v.minLength(1)),
        tags: v.array(v.string()),
        security: v.array(v.record(v.literal('session'), v.array(v.string()))),
        parameters: v.array(
          v.strictObject({
            name: v.string(),
            in: v.literal('query'),
            required: v.boolean(),
            description: v.optional(v.string()),
            schema: v.pipe(v.record(v.string(), v.unknown()), v.minEntries(1)),
          }),
        ),
        requestBody: v.optional(
          v.strictObject({
            required: v.literal(true),
            content: v.strictObject({
              'multipart/form-data': v.optional(v.strictObject({ schema: v.record(v.string(), v.unknown()) })),
              'application/octet-stream': v.optional(v.strictObject({ schema: v.record(v.string(), v.unknown()) })),
            }),
          }),
        ),
        responses: v.record(
          v.pipe(v.string(), v.regex(/^([1-5]\d\d|default)$/)),
          v.union([Response, v.strictObject({ $ref: v.pipe(v.string(), v.startsWith('#/components/responses/')) })]),
        ),
      }),
    ),
  ),
  components: v.strictObject({
    securitySchemes: v.strictObject({
      session: v.strictObject({ type: v.literal('apiKey'), in: v.literal('cookie'), name: v.string() }),
    }),
    schemas: v.record(v.string(), v.record(v.string(), v.unknown())),
    responses: v.record(v.string(), Response),
  }),
})

describe('the OpenAPI document', () => {
  test('the OpenAPI document has the shape of OpenAPI 3.1', () => {
    expect(v.safeParse(OpenApi, JSON.parse(JSON.stringify(document))).issues).toBeUndefined()
  })
  test('the OpenAPI document contains every endpoint once', () => {
    const shown = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const known = [...endpoints, ...[...uploads, ...downloads].map((it) => it.endpoint)]
    expect(shown.toSorted()).toEqual(known.map(endpointName).toSorted())
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(known.length)
  })
  test('every reference in the OpenAPI document resolves', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    const { schemas, responses } = document.components
    const missing = references.filter(
      ([, kind, name = '']) => !Object.hasOwn(kind === 'schemas' ? schemas : responses, name),
    )
    expect(references.length).toBeGreaterThan(100)
    expect(missing).toEqual([])
    expect(JSON.stringify(document)).not.toContain('#/$defs')
  })
  test('no endpoint has a parameter for a password hint or a security question', () => {
    const names = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ parameters }) => parameters.map(({ name }) => name)),
    )
    expect(names).toContain('password')
    expect(names.filter((name) => /hint|question|secret|maiden|security/i.test(name))).toEqual([])
  })

  test('the OpenAPI document marks required parameters', () => {
    const { parameters } = getOperation('post', '/api/create-like')
    expect(parameters.map(({ name, required }) => [name, required])).toEqual([
      ['user', true],
      ['relatedtype', true],
      ['relatedid', true],
      ['client_id', false],
    ])
    expect(parameters.find(({ name }) => name === 'relatedid')?.schema).toEqual({ type: 'integer', minimum: 1 })
    expect(parameters.find(({ name }) => name === 'client_id')?.schema).toEqual({ type: 'string', format: 'uuid' })
    expect(parameters.map(({ description }) => description)).toEqual([
      expect.stringContaining("the session's member"),
      undefined,
      undefined,
      expect.stringContaining('takes effect once'),
    ])
  })
  test('the OpenAPI document describes the body of an upload', () => {
    const { requestBody } = getOperation('post', '/api/user/picture')
    expect(requestBody?.content['multipart/form-data']?.schema).toMatchObject({
      required: ['sm', 'med', 'lg', 'xl'],
      properties: { sm: { format: 'binary', description: expect.stringContaining('64 x 64 pixels') } },
    })
    const file = getOperation('post', '/api/user/import-listens').requestBody?.content['application/octet-stream']
    expect(file?.schema).toMatchObject({ type: 'string', format: 'binary' })
  })
  test('the OpenAPI document describes the file of a download', () => {
    expect(getOperation('get', '/api/user/export').responses['200']).toMatchObject({
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    })
  })
  test('the OpenAPI document contains defaults and enums', () => {
    const { parameters } = getOperation('get', '/api/user/top-tracks')
    expect(parameters.find(({ name }) => name === 'period')).toMatchObject({
      required: false,
      schema: { default: '7day', enum: ['overall', '7day', '1month', '3month', '6month', '12month'] },
    })
  })
  test('the OpenAPI document describes responses as our server writes them, not as a client reads them', () => {
    const response = getOperation('get', '/api/get-broadcasts').responses['200']
    expect(response).toMatchObject({
      content: {
        'application/json': {
          schema: {
            required: ['broadcasts'],
            properties: {
              viewer: { type: 'string' },
              broadcasts: {
                items: {
                  properties: {
                    id: { type: 'number' },
                    timestamp: { type: 'string', format: 'date-time' },
                    isLiked: { type: 'boolean' },
                    relatedid: { anyOf: [{ type: 'number' }, { type: 'null' }] },
                    track: { type: 'string' },
                  },
                },
              },
            },
          },
        },
      },
    })
  })
  test('the OpenAPI document marks endpoints with a session and their error statuses', () => {
    const like = getOperation('post', '/api/create-like')
    expect(like.security).toEqual([{ session: [] }])
    expect(Object.keys(like.responses)).toEqual('200 400 401 403 414 422 429 500 503 default'.split(' '))
    const feed = getOperation('get', '/api/get-broadcasts')
    expect(feed.security).toEqual([{}, { session: [] }])
    expect(Object.keys(feed.responses)).toEqual(['200', '400', '429', '500', '503', 'default'])
    const swaps = getOperation('get', '/api/get-song-swaps')
    expect(Object.keys(swaps.responses)).toEqual('200 400 401 403 429 500 503 default'.split(' '))
    const state = getOperation('get', '/api/admin/server')
    expect(Object.keys(state.responses)).toEqual('200 400 401 429 500 503 default'.split(' '))
  })
  test('an operation of the OpenAPI document has a name and a tag made of its path', () => {
    const { operationId, tags } = getOperation('post', '/api/user/mark-activity-read')
    expect([operationId, tags]).toEqual(['postUserMarkActivityRead', ['user']])
  })
  test('an added field is absent in a response of ours, another one without a value is 0 or null', () => {
    expect(jsonSchema(v.object({ plays: Count, swag: Added(Num), rank: Nullable(Num) }))).toEqual({
      type: 'object',
      properties: {
        plays: { type: 'integer' },
        swag: { type: 'number' },
        rank: { anyOf: [{ type: 'number' }, { type: 'null' }], default: null },
      },
      required: ['plays', 'rank'],
    })
  })
  test('the OpenAPI document contains the codes of a status with it', () => {
    expect(document.components.responses['422']?.description).toBe('Refused: client_id_reused.')
    expect(document.components.responses['414']?.description).toBe('Refused: too long for a request line.')
  })
  test('the OpenAPI document contains every error code', () => {
    expect(document.components.schemas.ErrorCode.enum).toEqual(Object.keys(errorCodes))
    for (const [code, status] of Object.entries(errorCodes))
      expect(document.components.responses[status]?.description).toContain(code)
  })
})
