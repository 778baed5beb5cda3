import { createServer, type Server, type Socket } from 'node:net'
import { bytesOf, headBytes, type Message, takeRequest } from './http1.ts'
import { type PlannedResponse, requestServer, responseOf, statusOf } from './upstream.ts'

/** One request's fault. */
export type Fault =
  /** The connection is closed before the server receives it. */
  | { readonly kind: 'drop' }
  /**
   * The server has processed it and responded; the connection is closed before the response's first
   * byte.
   */
  | { readonly kind: 'lose-answer' }
  /** The connection is closed after the response's head and half its body. */
  | { readonly kind: 'truncate' }
  /**
   * Delayed until `release`, regardless of the client's timeout: a late request still takes effect.
   */
  | { readonly kind: 'hold' }
  /** A response from an intermediary, before or after the server has processed the request. */
  | ({ readonly kind: 'answer'; readonly isAfterEffect: boolean } & PlannedResponse)

export interface Rule {
  /** The methods for matching requests; by default all that write. */
  readonly method?: 'POST' | 'any'
  readonly path?: RegExp
  /** Only the first copy of each `client_id`. */
  readonly isFirstCopyOnly?: boolean
  /** The number of requests; by default all until `heal`. */
  readonly times?: number
  /** Called for every request, since the response may depend on the time. */
  readonly fault: () => Fault
}

/** One request as seen by the proxy. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly clientId: string | undefined
  /** ms since 1970. */
  readonly at: number
  /**
   * Sent over a connection that had carried another request before: browsers resend those by
   * themselves.
   */
  readonly isWarm: boolean
  readonly fault: Fault['kind'] | undefined
  /**
   * The server's response status, received by the client or not; undefined if the request was not
   * (yet) forwarded.
   */
  status: number | undefined
}

interface ProxyOptions {
  readonly port: number
  readonly serverPort: number
  /** Returns code to insert before a script on its way to the browser, by its path. */
  readonly prelude?: (path: string) => string | undefined
  /** Returns the delay before forwarding and before responding, in ms. */
  readonly delayMs?: () => number
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

interface Exchange {
  readonly request: Message
  readonly seen: Seen
  readonly fault: Fault | undefined
}

/**
 * Starts a proxy between browser and server that simulates network faults. It works on TCP and
 * parses HTTP/1.1 only to find where requests and responses begin.
 */
export async function startFaultProxy(options: ProxyOptions) {
  const open = new Set<Socket>()
  const seen: Seen[] = []
  const held: (() => Promise<void>)[] = []
  let rules: (Rule & { left: number })[] = []
  let isCut = false
  let flapping: NodeJS.Timeout | undefined
  let struck = 0

  const strikes = (rule: Rule, one: Omit<Seen, 'fault' | 'status'>) =>
    (rule.method === 'any' || one.method === 'POST') &&
    (rule.path === undefined || rule.path.test(one.path)) &&
    !(rule.isFirstCopyOnly === true && isRepeat(one.clientId))
  const isRepeat = (clientId: string | undefined) =>
    clientId === undefined || seen.some((earlier) => earlier.clientId === clientId)

  const judge = (request: Message, isWarm: boolean): Exchange => {
    const one = { ...describe(request), at: Date.now(), isWarm }
    const rule = rules.find((candidate) => candidate.left > 0 && strikes(candidate, one))
    if (rule) {
      rule.left--
      struck++
    }
    const fault = rule?.fault()
    const entry: Seen = { ...one, fault: fault?.kind, status: undefined }
    seen.push(entry)
    return { request, seen: entry, fault }
  }

  const hold = () => {
    const gate = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    held.push(() => {
      gate.resolve()
      return end.promise
    })
    return { released: gate.promise, done: end.resolve }
  }

  /** Resolves to true if the connection may continue. */
  const response = async (socket: Socket, exchange: Exchange): Promise<boolean> => {
    const { fault } = exchange
    if (fault?.kind === 'drop') return dies(socket)
    if (fault?.kind === 'answer' && !fault.isAfterEffect) return gives(socket, responseOf(fault))
    const late = fault?.kind === 'hold' ? hold() : undefined
    await late?.released
    await pause(options.delayMs?.())
    const response = await forward(options, exchange)
    late?.done()
    await pause(options.delayMs?.())
    if (response === undefined || fault?.kind === 'lose-answer') return dies(socket)
    if (fault?.kind === 'truncate') return breaksOff(socket, response)
    return gives(socket, fault?.kind === 'answer' ? responseOf(fault) : response)
  }

  const serve = async (socket: Socket) => {
    let arrived: Buffer = Buffer.alloc(0)
    let carried = 0
    for await (const chunk of socket) {
      // a socket without an encoding emits bytes
      arrived = Buffer.concat([arrived, chunk as Buffer])
      for (let taken = takeRequest(arrived); taken; taken = takeRequest(arrived)) {
        arrived = taken.rest
        if (!(await response(socket, judge(taken.request, carried > 0)))) return
        carried++
      }
    }
  }

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {}) // the browser or the proxy closed the connection
    if (isCut) socket.resetAndDestroy()
    else serve(socket).catch(() => socket.destroy())
  })
  await listen(server, options.port)

  const cutAll = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  const stopFlapping = () => {
    clearInterval(flapping)
    isCut = false
  }

  return {
    url: `http://localhost:${options.port}`,
    /** Returns every request since the last `forget`. */
    seen: (): readonly Seen[] => seen,
    /** Returns the number of requests that matched a rule since the last `forget`. */
    struck: () => struck,
    strike: (rule: Rule) => void rules.push({ ...rule, left: rule.times ?? Number.POSITIVE_INFINITY }),
    /** Closes and accepts connections alternately at this frequency. */
    flap: (hertz: number) => {
      flapping = setInterval(() => {
        isCut = !isCut
        if (isCut) cutAll()
        if (isCut) struck++
      }, 500 / hertz)
    },
    /** Removes every rule. Held requests stay held. */
    heal: () => {
      rules = []
      stopFlapping()
    },
    held: () => held.length,
    /** Forwards held requests; resolves when the server has responded to them all. */
    release: async () => {
      await Promise.all(held.splice(0).map((go) => go()))
    },
    forget: () => {
      seen.length = 0
      struck = 0
    },
    close: async () => {
      stopFlapping()
      cutAll()
      await new Promise((done) => server.close(done))
    },
  }
}

function describe(request: Message) {
  const [method = '', target = ''] = request.start.split(' ')
  const { pathname, searchParams } = new URL(target, 'http://localhost')
  return { method, path: pathname, query: searchParams, clientId: searchParams.get('client_id') ?? undefined }
}

/** Resolves to undefined if there is no server. */
async function forward(
  { serverPort, prelude }: ProxyOptions,
  { request, seen }: Exchange,
): Promise<Message | undefined> {
  const response = await requestServer(serverPort, request, prelude?.(seen.path))
  seen.status = response === undefined ? 0 : statusOf(response)
  return response
}

/** Alternates between a reset and an orderly close: browsers distinguish them. */
let deaths = 0
function dies(socket: Socket): false {
  if (deaths++ % 2 === 0) socket.resetAndDestroy()
  else socket.destroy()
  return false
}

function breaksOff(socket: Socket, response: Message): false {
  const half = response.body.subarray(0, Math.floor(response.body.length / 2))
  if (socket.writable) socket.write(Buffer.concat([headBytes(response), half]), () => socket.destroy())
  return false
}

function gives(socket: Socket, response: Message): boolean {
  if (socket.writable) socket.write(bytesOf(response))
  return socket.writable
}

const pause = (ms: number | undefined) =>
  ms === undefined || ms <= 0 ? Promise.resolve() : new Promise<void>((done) => setTimeout(done, ms))

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', done)
  })
}
