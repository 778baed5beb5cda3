import { connect, type Socket } from 'node:net'

export interface PostLanes {
  /**
   * Sends one request over a lane's connection and returns the body. Throws if the status is not
   * the expected one.
   */
  readonly post: (lane: number, request: PostRequest) => Promise<string>
  readonly end: () => void
}

export interface PostRequest {
  readonly path: string
  readonly token: string
  readonly body: string
  readonly status: number
}

interface Waiting {
  readonly status: number
  readonly resolve: (body: string) => void
  readonly reject: (error: Error) => void
}

/**
 * Opens a connection for each lane, which sends one request after the other. Plain sockets: the
 * client shares the machine with the measured server, and Node's own client would take a third of
 * it.
 */
export async function postLanes(url: string, lanes: number): Promise<PostLanes> {
  const { hostname, port, host } = new URL(url)
  const all = await Promise.all(Array.from({ length: lanes }, () => openLane({ host: hostname, port: Number(port) })))
  return {
    post: (lane, request) => all[lane]?.post(host, request) ?? Promise.reject(new Error(`There is no lane ${lane}.`)),
    end: () => {
      for (const lane of all) lane.end()
    },
  }
}

async function openLane(address: { host: string; port: number }) {
  let socket = await open(address)
  let waiting: Waiting | undefined
  let received = ''
  const settle = (how: (it: Waiting) => void) => {
    const settled = waiting
    waiting = undefined
    if (settled !== undefined) how(settled)
  }
  const fail = (error: Error) => settle((it) => it.reject(error))
  const read = (chunk: string) => {
    received += chunk
    const answer = readAnswer(received)
    if (answer === undefined) return
    received = received.slice(answer.length)
    settle((it) =>
      answer.status === it.status ? it.resolve(answer.body) : it.reject(new Error(`${answer.status}: ${answer.body}`)),
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
    async post(host: string, { path, token, body, status }: PostRequest): Promise<string> {
      // A server closes connections without a request for some seconds.
      if (socket.closed) attach(await open(address))
      return new Promise<string>((resolve, reject) => {
        waiting = { status, resolve, reject }
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Token ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
          'utf8',
        )
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

/** Returns the first response in a text if it is complete; this server always sends its length. */
function readAnswer(text: string): { status: number; body: string; length: number } | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head === -1) return undefined
  const told = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1]
  if (told === undefined) throw new Error(`An answer without a length: ${text.slice(0, head)}`)
  const length = head + 4 + Number(told)
  if (text.length < length) return undefined
  return { status: Number(text.slice(9, 12)), body: text.slice(head + 4, length), length }
}
