import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Endpoint, endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createCall } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'
import { fieldsIn, listsIn, type Path, sampleOf, valueAt, withValueAt } from '#tests/support/response-samples.ts'

const SEED = 25
const RUNS_PER_ENDPOINT = 40

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => warn.mockRestore())

/** Reads a response as the app does. Any error but the two typed ones fails the test. */
async function readAs(endpoint: Endpoint, body: string | null, status: number, type: string): Promise<unknown> {
  const call = createCall({
    fetch: async () => new Response(body, { status, headers: { 'content-type': type } }),
    host: 'https://host.example',
    now: () => 0,
  })
  try {
    return { response: await call(endpoint, {}) }
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreachable) return { error: error.name }
    throw error
  }
}

const readJson = (endpoint: Endpoint, body: unknown) =>
  readAs(endpoint, JSON.stringify(body) ?? '', 200, 'application/json')

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    '',
    ' ',
    '0',
    'NaN',
    '1e999',
    '-1',
    '<p>',
    '__proto__',
    Number.MAX_VALUE,
    -0,
    '9'.repeat(400),
  ),
  fc.constant(undefined),
)

test.each(endpoints.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
  '%s reads every malformed response, or rejects with a typed error',
  async (_name, endpoint) => {
    const whole = sampleOf(endpoint.response)
    const places: Path[] = [[], ...fieldsIn(endpoint.response)]
    const changes = fc.array(fc.tuple(fc.constantFrom(...places), oddValue), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const body = list.reduce((body, [path, value]) => replaced(body, path, value), whole)
        expect(await readJson(endpoint, body)).toEqual(expect.anything())
      }),
      { seed: SEED, numRuns: RUNS_PER_ENDPOINT },
    )
  },
  20_000,
)

/** Like `withValueAt`, but unchanged if an earlier change has removed the path. */
function replaced(body: unknown, path: Path, value: unknown): unknown {
  const parent = path.slice(0, -1)
  const isThere = path.length === 0 || (typeof valueAt(body, parent) === 'object' && valueAt(body, parent) !== null)
  return isThere ? withValueAt(body, path, value) : body
}

test('bodies that are not JSON, of any status and type, are read or rejected with a typed error', async () => {
  const status = fc.constantFrom(200, 201, 204, 301, 400, 404, 409, 418, 429, 500, 501, 503)
  const type = fc.constantFrom('application/json', 'text/html', 'text/plain', '')
  const body = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.json())
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...endpoints), body, status, type, async (endpoint, text, code, contentType) => {
      expect(await readAs(endpoint, code === 204 ? null : text, code, contentType)).toEqual(expect.anything())
    }),
    { seed: SEED, numRuns: 200 },
  )
}, 20_000)

test('malformed rows among valid ones are dropped, and the valid ones are read completely and in order', async () => {
  const lists = endpoints.flatMap((endpoint) => listsIn(endpoint.response).map(({ path }) => ({ endpoint, path })))
  const noRow = fc.oneof(fc.constantFrom<unknown>(null, {}, [], '', 0, false, [[]]), fc.string(), fc.integer())
  const places = fc.array(fc.tuple(noRow, fc.boolean()), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lists), places, async ({ endpoint, path }, rows) => {
      const whole = sampleOf(endpoint.response)
      const [good] = valueAt(whole, path) as unknown[]
      const mixed = rows.flatMap(([odd, isBefore]) => (isBefore ? [odd, good] : [good, odd]))
      const read = await readJson(endpoint, withValueAt(whole, path, mixed))
      const parsed = valueAt(read, ['response', ...path]) as unknown[]
      const [expected] = valueAt(await readJson(endpoint, whole), ['response', ...path]) as unknown[]
      expect(parsed).toEqual(rows.map(() => expected))
    }),
    { seed: SEED, numRuns: 200 },
  )
}, 20_000)
