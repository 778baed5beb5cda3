import { connect } from 'node:net'
import { bytesOf, headerOf, type Message, parseAnswer, withHeaders } from './http1.ts'

/** A response sent in place of the server's. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export const statusOf = ({ start }: Message): number => Number(start.split(' ')[1])

/**
 * Sends a request to the server over a new connection, so that the response is complete when that
 * ends. `prelude` is inserted before a returned script. Undefined: no server, or no response.
 */
export async function askServer(
  port: number,
  request: Message,
  prelude: string | undefined,
): Promise<Message | undefined> {
  const plain = prelude === undefined ? {} : { 'accept-encoding': undefined, 'if-none-match': undefined }
  const bytes = await exchangeBytes(port, bytesOf(withHeaders(request, { ...plain, connection: 'close' })))
  if (bytes === undefined) return undefined
  const answered = parseAnswer(bytes)
  return keptAlive(prelude === undefined ? answered : withPrelude(answered, prelude))
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
function keptAlive(answer: Message): Message {
  const isFramed =
    headerOf(answer, 'content-length') !== undefined || headerOf(answer, 'transfer-encoding') !== undefined
  const hasNoBody = / (?:204|304) /.test(answer.start)
  const length = isFramed || hasNoBody ? {} : { 'content-length': String(answer.body.length) }
  return withHeaders(answer, { ...length, connection: 'keep-alive', 'keep-alive': undefined })
}

function withPrelude(answer: Message, prelude: string): Message {
  if (!answer.start.startsWith('HTTP/1.1 200 ')) return answer
  const text = Buffer.from(prelude)
  if (headerOf(answer, 'transfer-encoding') !== undefined) {
    const chunk = Buffer.concat([Buffer.from(`${text.length.toString(16)}\r\n`), text, Buffer.from('\r\n')])
    return { ...answer, body: Buffer.concat([chunk, answer.body]) }
  }
  const body = Buffer.concat([text, answer.body])
  return { ...withHeaders(answer, { 'content-length': String(body.length) }), body }
}

/** Returns the response in wire format, dated now. */
export function answerOf({ status, headers = {}, body = '' }: Answer): Message {
  const bytes = Buffer.from(body)
  const all = { 'content-type': 'application/json', ...headers, 'content-length': String(bytes.length) }
  const named = Object.entries(all).map(([name, value]): [string, string] => [name.toLowerCase(), value])
  const date: [string, string] = ['date', new Date().toUTCString()]
  return { start: `HTTP/1.1 ${status} Answered by the proxy`, headers: [date, ...named], body: bytes }
}
