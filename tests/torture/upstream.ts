import { connect } from 'node:net'
import { bytesOf, headerOf, type Message, parseResponse, withHeaders } from './http1.ts'

/** A response sent in place of the server's. */
export interface PlannedResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export const statusOf = ({ start }: Message): number => Number(start.split(' ')[1])

/**
 * Sends a request to the server over a new connection, so that the response is complete when that
 * ends. `prelude` is inserted before a returned script. Undefined: no server, or no response.
 */
export async function requestServer(
  port: number,
  request: Message,
  prelude: string | undefined,
): Promise<Message | undefined> {
  const plain = prelude === undefined ? {} : { 'accept-encoding': undefined, 'if-none-match': undefined }
  const bytes = await exchangeBytes(port, bytesOf(withHeaders(request, { ...plain, connection: 'close' })))
  if (bytes === undefined) return undefined
  const response = parseResponse(bytes)
  return keptAlive(prelude === undefined ? response : withPrelude(response, prelude))
}

function exchangeBytes(port: number, bytes: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const upstream = connect(port, '127.0.0.1', () => upstream.write(bytes))
    upstream.on('data', (chunk) => chunks.push(chunk))
    upstream.on('error', () => resolve(undefined))
    upstream.on('close', () => resolve(chunks.length === 0 ? undefined : Buffer.concat(chunks)))
  })
}

/**
 * Returns the response with keep-alive headers: the server was requested to close, the browser's
 * connection stays open.
 */
function keptAlive(response: Message): Message {
  const isFramed =
    headerOf(response, 'content-length') !== undefined || headerOf(response, 'transfer-encoding') !== undefined
  const hasNoBody = / (?:204|304) /.test(response.start)
  const length = isFramed || hasNoBody ? {} : { 'content-length': String(response.body.length) }
  return withHeaders(response, { ...length, connection: 'keep-alive', 'keep-alive': undefined })
}

function withPrelude(response: Message, prelude: string): Message {
  if (!response.start.startsWith('HTTP/1.1 200 ')) return response
  const text = Buffer.from(prelude)
  if (headerOf(response, 'transfer-encoding') !== undefined) {
    const chunk = Buffer.concat([Buffer.from(`${text.length.toString(16)}\r\n`), text, Buffer.from('\r\n')])
    return { ...response, body: Buffer.concat([chunk, response.body]) }
  }
  const body = Buffer.concat([text, response.body])
  return { ...withHeaders(response, { 'content-length': String(body.length) }), body }
}

/** Returns the response in wire format, dated now. */
export function responseOf({ status, headers = {}, body = '' }: PlannedResponse): Message {
  const bytes = Buffer.from(body)
  const all = { 'content-type': 'application/json', ...headers, 'content-length': String(bytes.length) }
  const named = Object.entries(all).map(([name, value]): [string, string] => [name.toLowerCase(), value])
  const date: [string, string] = ['date', new Date().toUTCString()]
  return { start: `HTTP/1.1 ${status} Answered by the proxy`, headers: [date, ...named], body: bytes }
}
