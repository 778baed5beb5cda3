import { createServer, type Server, type Socket } from 'node:net'
import { bytesOf, headBytes, type Message, takeRequest } from './http1.ts'
import { type Answer, answerOf, askServer, statusOf } from './upstream.ts'

/** What becomes of one request. */
export type Fault =
  /** The connection dies before the server hears of it. */
  | { readonly kind: 'drop' }
  /** The server has done it and answered; the connection dies before the first byte of the answer. */
  | { readonly kind: 'lose-answer' }
  /** The connection dies after the answer's head and half of its body. */
  | { readonly kind: 'truncate' }
  /** Kept back until `release`, however long the client waits: what is late is done all the same. */
  | { readonly kind: 'hold' }
  /** Something answers in the server's place, with or without having let the server do it. */
  | ({ readonly kind: 'answer'; readonly isAfterEffect: boolean } & Answer)

export interface Rule {
  /** Which requests; by default all that write. */
  readonly method?: 'POST' | 'any'
  readonly path?: RegExp
  /** Only the first copy of each `client_id`. */
  readonly isFirstCopyOnly?: boolean
  /** So many requests; by default all until `heal`. */
  readonly times?: number
  /** Asked for every request, for an answer may depend on the time. */
  readonly fault: () => Fault
}

/** One request as the proxy saw it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly clientId: string | undefined
  /** ms since 1970. */
  readonly at: number
  /** It came over a connection that had carried another request before: what browsers resend by themselves. */
  readonly isWarm: boolean
  readonly fault: Fault['kind'] | undefined
  /** The status of the server's answer, whether or not the client got it; undefined when it was not (yet) forwarded. */
  status: number | undefined
}

export interface ProxyOptions {
  readonly port: number
  readonly serverPort: number
  /** Put before a script on its way to the browser, by its path. */
  readonly prelude?: (path: string) => string | undefined
  /** Waits before forwarding and before answering, in ms. */
  readonly delayMs?: () => number
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

interface Exchange {
  readonly request: Message
  readonly seen: Seen
  readonly fault: Fault | undefined
}

/**
 * A proxy between browser and server that does to connections what networks do. It speaks TCP and knows of HTTP/1.1
 * just enough to tell where a request and an answer begin.
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
    const rule = rules.find((it) => it.left > 0 && strikes(it, one))
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

  /** True when the connection may go on. */
  const answer = async (socket: Socket, exchange: Exchange): Promise<boolean> => {
    const { fault } = exchange
    if (fault?.kind === 'drop') return dies(socket)
    if (fault?.kind === 'answer' && !fault.isAfterEffect) return gives(socket, answerOf(fault))
    const late = fault?.kind === 'hold' ? hold() : undefined
    await late?.released
    await pause(options.delayMs?.())
    const answered = await forward(options, exchange)
    late?.done()
    await pause(options.delayMs?.())
    if (answered === undefined || fault?.kind === 'lose-answer') return dies(socket)
    if (fault?.kind === 'truncate') return breaksOff(socket, answered)
    return gives(socket, fault?.kind === 'answer' ? answerOf(fault) : answered)
  }

  const serve = async (socket: Socket) => {
    let arrived: Buffer = Buffer.alloc(0)
    let carried = 0
    for await (const chunk of socket) {
      arrived = Buffer.concat([arrived, chunk as Buffer]) // a socket without an encoding gives bytes
      for (let taken = takeRequest(arrived); taken; taken = takeRequest(arrived)) {
        arrived = taken.rest
        if (!(await answer(socket, judge(taken.request, carried > 0)))) return
        carried++
      }
    }
  }

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {}) // the browser hung up, or we did
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
    /** Every request since the last `forget`. */
    seen: (): readonly Seen[] => seen,
    /** How many requests a rule has struck since the last `forget`. */
    struck: () => struck,
    strike: (rule: Rule) => void rules.push({ ...rule, left: rule.times ?? Number.POSITIVE_INFINITY }),
    /** Connections are cut and let through in turn, so many times a second. */
    flap: (hertz: number) => {
      flapping = setInterval(() => {
        isCut = !isCut
        if (isCut) cutAll()
        if (isCut) struck++
      }, 500 / hertz)
    },
    /** Takes every rule back. What is held stays held. */
    heal: () => {
      rules = []
      stopFlapping()
    },
    held: () => held.length,
    /** Lets the server do what was held; resolves when it has answered all of it. */
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

/** Undefined where there is no server. */
async function forward(
  { serverPort, prelude }: ProxyOptions,
  { request, seen }: Exchange,
): Promise<Message | undefined> {
  const answered = await askServer(serverPort, request, prelude?.(seen.path))
  seen.status = answered === undefined ? 0 : statusOf(answered)
  return answered
}

/** Resets every other time, ends in order otherwise: browsers tell the two apart. */
let deaths = 0
function dies(socket: Socket): false {
  if (deaths++ % 2 === 0) socket.resetAndDestroy()
  else socket.destroy()
  return false
}

function breaksOff(socket: Socket, answer: Message): false {
  const half = answer.body.subarray(0, Math.floor(answer.body.length / 2))
  if (socket.writable) socket.write(Buffer.concat([headBytes(answer), half]), () => socket.destroy())
  return false
}

function gives(socket: Socket, answer: Message): boolean {
  if (socket.writable) socket.write(bytesOf(answer))
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
