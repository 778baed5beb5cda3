import { connect, type Socket } from 'node:net'

/** Connections to one server. Each sends one request after the other. */
export interface RequestLanes {
  /**
   * Sends one request over a lane's connection and returns the response. Throws if the status is
   * not the expected one.
   */
  readonly send: (lane: number, request: LaneRequest) => Promise<LaneResponse>
  readonly end: () => void
}

export interface LaneRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The expected status. */
  readonly status: number
}

interface LaneResponse {
  readonly status: number
  readonly etag: string | undefined
  readonly body: string
}

interface PendingRequest {
  readonly status: number
  readonly resolve: (response: LaneResponse) => void
  readonly reject: (error: Error) => void
}

/**
 * Opens a connection for each lane. Plain sockets: the client shares the machine with the measured
 * server, and Node's own client would take a third of it.
 */
export async function openLanes(url: string, lanes: number): Promise<RequestLanes> {
  const { hostname, port, host } = new URL(url)
  const all = await Promise.all(Array.from({ length: lanes }, () => openLane({ host: hostname, port: Number(port) })))
  return {
    send: (lane, request) => all[lane]?.send(host, request) ?? Promise.reject(new Error(`There is no lane ${lane}.`)),
    end: () => {
      for (const lane of all) lane.end()
    },
  }
}

async function openLane(address: { host: string; port: number }) {
  let socket = await open(address)
  let pending: PendingRequest | undefined
  let received = ''
  const settle = (finish: (request: PendingRequest) => void) => {
    const settled = pending
    pending = undefined
    if (settled !== undefined) finish(settled)
  }
  const fail = (error: Error) => settle((request) => request.reject(error))
  const read = (chunk: string) => {
    received += chunk
    const response = readResponse(received)
    if (response === undefined) return
    received = received.slice(response.length)
    settle((request) =>
      response.status === request.status
        ? request.resolve(response)
        : request.reject(new Error(`${response.status}: ${response.body}`)),
    )
  }
  const attach = (opened: Socket) => {
    socket = opened
    // Latin-1, so that lengths are bytes; responses are ASCII.
    socket.setEncoding('latin1').setNoDelay(true)
    socket.on('data', read)
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('The server closed the connection.')))
  }
  attach(socket)
  return {
    async send(host: string, request: LaneRequest): Promise<LaneResponse> {
      // A server closes connections without a request for some seconds.
      if (socket.closed) attach(await open(address))
      return new Promise((resolve, reject) => {
        pending = { status: request.status, resolve, reject }
        socket.write(encode(host, request), 'utf8')
      })
    },
    end: () => socket.destroy(),
  }
}

const open = (address: { host: string; port: number }) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(address, () => resolve(socket))
    socket.once('error', reject)
  })

function encode(host: string, { method, path, headers, body }: LaneRequest): string {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ Host: host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/**
 * Returns the first response in a text if it is complete. This server sends every body's length; a
 * 304 has none.
 */
function readResponse(text: string): (LaneResponse & { length: number }) | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const head = text.slice(0, headEnd)
  const status = Number(head.slice(9, 12))
  const bytes = status === 304 ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (bytes === undefined) throw new Error(`A response without a length: ${head}`)
  const length = headEnd + 4 + Number(bytes)
  if (text.length < length) return undefined
  const etag = /\r\netag: *([^\r]+)/i.exec(head)?.[1]
  return { status, etag, body: text.slice(headEnd + 4, length), length }
}
