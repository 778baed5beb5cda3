import { Readable } from 'node:stream'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Api, checkListed } from './api.ts'
import { type Input, toInput } from './input.ts'
import { admitRequest } from './request.ts'

/** A file that is generated while it is sent. */
interface SentFile {
  readonly type: string
  readonly name: string
  readonly bytes: Readable
}

/**
 * Registers an endpoint that responds with a file. Before the handler runs, session, query and
 * actor are checked and a rate-limit token is taken. The file is generated no faster than it is
 * sent. If it fails midway, the connection is closed, so that the client does not accept a
 * truncated file.
 */
export function download<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handle: (input: Input<E>) => SentFile | Promise<SentFile>,
): void {
  checkListed(api, endpoint)
  api.hono.on(endpoint.method, endpoint.path, async (c) => {
    // A link on another site must not use up the member's exports.
    api.origins.checkWrite(c.req.header('Origin'), c.req.header('Sec-Fetch-Site'))
    const checked = await admitRequest(api, endpoint, c)
    const input = toInput({ api, checked, c, db: api.db, tx: undefined, prepared: undefined })
    const { type, name, bytes } = await handle(input)
    bytes.on('error', (error) => api.log.warn('A file was not sent to its end', { reason: error.name }))
    c.header('Content-Type', type)
    c.header('Content-Disposition', `attachment; filename="${name}"`)
    // Node declares its own class for web streams.
    return c.body(Readable.toWeb(bytes) as ReadableStream)
  })
}
