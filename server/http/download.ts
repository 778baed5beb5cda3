import { Readable } from 'node:stream'
import { type Endpoint, endpointName } from '#contract/endpoint.ts'
import type { Api } from './api.ts'
import { type Input, inputOf } from './input.ts'
import { admitRequest } from './request.ts'

/** A file that is written while it is sent. */
export interface SentFile {
  readonly type: string
  readonly name: string
  readonly bytes: Readable
}

/**
 * Serves a call whose answer is a file. Session, query and actor have been checked when the handler runs, and a token was taken.
 * It is read no faster than it is sent; when it fails on the way the connection is cut, so that nobody takes half of it for all.
 */
export function download<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handle: (input: Input<E>) => SentFile | Promise<SentFile>,
): void {
  api.routed.add(endpointName(endpoint))
  api.hono.on(endpoint.method, endpoint.path, async (c) => {
    // A link on another site's page must not use up the member's exports.
    api.origins.checkWrite(c.req.header('Origin'), c.req.header('Sec-Fetch-Site'))
    const checked = await admitRequest(api, endpoint, c)
    const input = inputOf({ api, checked, c, tx: undefined, prepared: undefined })
    const { type, name, bytes } = await handle(input)
    bytes.on('error', (error) => api.log.warn('A file was not sent to its end', { reason: error.name }))
    c.header('Content-Type', type)
    c.header('Content-Disposition', `attachment; filename="${name}"`)
    // Node's type of a web stream is a class of its own.
    return c.body(Readable.toWeb(bytes) as ReadableStream)
  })
}
