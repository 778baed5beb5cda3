/** An HTTP/1.1 request or response as received; `body` is raw, including chunk headers. */
export interface Message {
  /** `GET / HTTP/1.1`, or `HTTP/1.1 200 OK`. */
  readonly start: string
  /** Names in lower case, in order. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer
}

const END_OF_HEAD = '\r\n\r\n'

export const headerOf = ({ headers }: Pick<Message, 'headers'>, name: string): string | undefined =>
  headers.find(([it]) => it === name)?.[1]

/** Returns head and body as one buffer. */
export const bytesOf = (message: Message): Buffer => Buffer.concat([headBytes(message), message.body])

export const headBytes = ({ start, headers }: Message): Buffer =>
  Buffer.from(`${[start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}${END_OF_HEAD}`, 'latin1')

/** Returns the message with these headers replaced. A value of undefined removes one. */
export function withHeaders(message: Message, changes: Readonly<Record<string, string | undefined>>): Message {
  const unchanged = message.headers.filter(([name]) => !(name in changes))
  const added = Object.entries(changes).filter((change): change is [string, string] => change[1] !== undefined)
  return { ...message, headers: [...unchanged, ...added] }
}

/**
 * Takes the first request from the received bytes; undefined if it is incomplete. Throws for a
 * chunked one: a browser's requests here have no body.
 */
export function takeRequest(arrived: Buffer): { request: Message; rest: Buffer } | undefined {
  const split = splitHead(arrived)
  if (!split) return undefined
  const head = parseHead(split.head)
  if (headerOf(head, 'transfer-encoding') !== undefined) throw new Error('The proxy reads no chunked requests.')
  const length = Number(headerOf(head, 'content-length') ?? 0)
  if (split.rest.length < length) return undefined
  return { request: { ...head, body: split.rest.subarray(0, length) }, rest: split.rest.subarray(length) }
}

/** Parses a response that is complete because its sender has closed the connection. */
export function parseResponse(bytes: Buffer): Message {
  const split = splitHead(bytes)
  if (!split) throw new Error('The server closed before its answer was complete.')
  return { ...parseHead(split.head), body: split.rest }
}

function splitHead(bytes: Buffer): { head: string; rest: Buffer } | undefined {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return undefined
  return { head: bytes.toString('latin1', 0, end), rest: bytes.subarray(end + END_OF_HEAD.length) }
}

function parseHead(head: string): Pick<Message, 'start' | 'headers'> {
  const [start = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { start, headers }
}
