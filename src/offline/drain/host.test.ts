import { expect, test } from 'vitest'
import type { Call } from '#src/api/call.ts'
import { NoConnection, Refused, ServerError } from '#src/api/errors.ts'
import { reachBy, whoamiBy } from './host.ts'

/** A host whose session responds with this, or fails with this error. */
const host = (response: unknown) =>
  (async () => {
    if (response instanceof Error) throw response
    return response
  }) as unknown as Call // the host is requested one endpoint only

const noSuchRoute = new Refused(404, '', { sentence: 'No' })

test.for([
  ['its viewer', { viewer: 'bo' }, 'bo'],
  ['no member', { viewer: null }, null],
  ['a 401', new Refused(401, '', { sentence: 'No' }), null],
  ['no such endpoint, as of a host without sessions', noSuchRoute, 'ada'],
  ['no response', new NoConnection('network'), undefined],
  ['a failing server', new ServerError(502, ''), undefined],
] as const)('the member of the session is read from %s', async ([, response, expected]) => {
  expect(await whoamiBy(host(response), 'ada')()).toBe(expected)
})

test.for([
  ['a response', { viewer: null }, true],
  ['a refusal', noSuchRoute, true],
  ['no response', new NoConnection('timeout'), false],
  ['a failing server', new ServerError(503, ''), false],
] as const)('%s shows whether the host can be reached', async ([, response, expected]) => {
  expect(await reachBy(host(response))()).toBe(expected)
})

test('an error in the code is not taken for a state of the host', async () => {
  const broken = host(new TypeError('x is undefined'))
  await expect(whoamiBy(broken, 'ada')()).rejects.toThrow(TypeError)
  await expect(reachBy(broken)()).rejects.toThrow(TypeError)
})
