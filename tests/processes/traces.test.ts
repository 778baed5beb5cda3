import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { aFolder, aServerProcess } from '#tests/support/server-process.ts'
import { type ServiceServer, startServiceServer } from '#tests/support/service-server.ts'

const Attribute = v.object({
  key: v.string(),
  value: v.object({ stringValue: v.optional(v.string()), intValue: v.optional(v.union([v.string(), v.number()])) }),
})
const Span = v.object({
  name: v.string(),
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string()),
  startTimeUnixNano: v.pipe(v.string(), v.toBigint()),
  endTimeUnixNano: v.pipe(v.string(), v.toBigint()),
  attributes: v.array(Attribute),
})
const Export = v.object({
  resourceSpans: v.array(
    v.object({
      resource: v.object({ attributes: v.array(Attribute) }),
      scopeSpans: v.array(v.object({ spans: v.array(Span) })),
    }),
  ),
})
type Span = v.InferOutput<typeof Span>

async function aCollector(): Promise<ServiceServer> {
  const collector = await startServiceServer(() => ({ body: {} }))
  onTestFinished(() => collector.stop())
  return collector
}

const listSpans = ({ requests }: ServiceServer): Span[] =>
  requests.flatMap(({ body }) =>
    v
      .parse(Export, JSON.parse(body))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )

const readAttribute = (span: Span | undefined, name: string) =>
  Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0]

test('a request and its statements are spans of one trace, which continues the one of the proxy', async () => {
  const collector = await aCollector()
  const server = await aServerProcess({
    dataDir: aFolder(),
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: '1' },
  })
  const trace = 'a'.repeat(32)
  const response = await fetch(`${server.url}/api/get-broadcasts?limit=7`, {
    headers: { traceparent: `00-${trace}-${'b'.repeat(16)}-01` },
  })
  expect(response.status).toBe(200)
  await fetch(`${server.url}/livez`)
  await fetch(`${server.url}/api/get-track?id=secret-word`, { headers: { traceparent: 'invalid' } })
  await server.kill('SIGTERM')

  expect(new Set(collector.requests.map(({ url }) => url.pathname))).toEqual(new Set(['/v1/traces']))
  const spans = listSpans(collector)
  const request = spans.find(({ name }) => name === 'GET /api/get-broadcasts')
  expect(request).toMatchObject({ traceId: trace, parentSpanId: 'b'.repeat(16) })
  expect(Number(readAttribute(request, 'http.response.status_code'))).toBe(200)
  expect(readAttribute(request, 'flipside.request_id')).toBe(response.headers.get('x-request-id'))
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    expect(statement.name).toMatch(/^(?:SELECT|WITH|INSERT|BEGIN|COMMIT|UPDATE)$/)
    expect(statement.traceId).toBe(trace)
    expect(String(readAttribute(statement, 'db.query.text'))).not.toBe('')
    expect(statement.endTimeUnixNano >= statement.startTimeUnixNano).toBe(true)
  }
  expect(spans.filter(({ name }) => name.includes('livez'))).toEqual([])
  expect(collector.requests.map(({ body }) => body).join('')).not.toContain('secret-word')
  expect(collector.requests[0]?.body).toContain('"service.name"')
})

test('requests succeed while the collector fails, which is logged once', async () => {
  const collector = await aCollector()
  collector.misbehave = () => ({ status: 400 })
  const server = await aServerProcess({
    dataDir: aFolder(),
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  })
  expect((await fetch(`${server.url}/api/get-broadcasts`)).status).toBe(200)
  await expect.poll(server.output).toContain('Traces cannot be sent')
  expect((await fetch(`${server.url}/api/get-broadcasts`)).status).toBe(200)
  expect(await server.kill('SIGTERM')).toMatchObject({ code: 0 })
  expect(server.output().match(/Traces cannot be sent/g)).toHaveLength(1)
})

test('without a collector no module of OpenTelemetry is loaded by the server itself', async () => {
  const files = await Array.fromAsync(glob('server/**/*.ts'))
  expect(files.length).toBeGreaterThan(200)
  const statically = /^(?:import|export) (?!type )[^\n]*'@opentelemetry/m
  expect(files.filter((file) => statically.test(readFileSync(file, 'utf8')))).toEqual([])
})
