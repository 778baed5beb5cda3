import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Config } from '#server/config.ts'
import { asRefusal, type Exchange, headersFor, newRequestId, requestLog } from './exchange.ts'
import type { Logger } from './log.ts'

/** A small request that was read to its end. */
export interface Direct extends Exchange {
  readonly body: Buffer
}

export interface DirectAnswer {
  readonly status: number
  /** Sent as JSON. */
  readonly body: object
}

/** Answers also what it refuses, in its own words: what it throws is our fault. */
export type DirectHandler = (c: Direct) => Promise<DirectAnswer>

interface Answerer {
  readonly log: Logger
  readonly config: Pick<Config, 'publicUrl'>
  /** By method and path, as in `POST /1/submit-listens`. */
  readonly direct: ReadonlyMap<string, DirectHandler>
}

/** Longer bodies, and those whose length is not told, take the way of all others. */
const BODY_MAX_BYTES = 65_536

/**
 * Answers calls that come by the thousand without the framework, which costs more than what they do (decision 29). What differs in
 * anything from the method and path that is told is `otherwise`'s, which must answer the same.
 */
export function answerDirectly(
  { log, config, direct }: Answerer,
  otherwise: (...request: Parameters<RequestListener>) => unknown,
): RequestListener {
  const logRequest = requestLog(log)
  const always = headersFor(config)
  return (incoming, outgoing) => {
    const handler = direct.get(`${incoming.method} ${incoming.url}`)
    if (handler === undefined || !isSmall(incoming)) {
      otherwise(incoming, outgoing)
      return
    }
    const startedAt = performance.now()
    const id = newRequestId()
    const headers: Record<string, string> = { ...always, 'X-Request-Id': id }
    const handle = (body: Buffer): Promise<DirectAnswer> =>
      handler({
        env: { incoming },
        req: { header: (name) => oneOf(incoming.headers[name.toLowerCase()]) },
        header: (name, value) => (headers[name] = value),
        get: () => id,
        body,
      }).catch((error: unknown) => asRefusal(error, log, id))
    void answer({ incoming, outgoing, handle, headers }).then((status) =>
      logRequest({ method: incoming.method ?? '', path: incoming.url ?? '', status, id, startedAt }),
    )
  }
}

const isSmall = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined && Number(headers['content-length']) <= BODY_MAX_BYTES

interface Answering {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly handle: (body: Buffer) => Promise<DirectAnswer>
  readonly headers: Record<string, string>
}

/** The status that was answered. */
async function answer({ incoming, outgoing, handle, headers }: Answering): Promise<number> {
  const read = await readAll(incoming)
  // Who has gone needs no answer, and what came of the body is no request.
  if (read === undefined) return 400
  const { status, body } = await handle(read)
  const text = JSON.stringify(body)
  headers['Content-Type'] = 'application/json'
  headers['Content-Length'] = String(Buffer.byteLength(text))
  outgoing.writeHead(status, headers)
  outgoing.end(text)
  return status
}

/** Undefined when the connection ended before the body did. Node sees to it that no more comes than was told. */
function readAll(incoming: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    incoming.once('error', () => resolve(undefined))
  })
}

const oneOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value
