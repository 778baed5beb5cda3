import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { type WebSocket, WebSocketServer } from 'ws'
import { checkHeaders, verifySignature } from '#tests/support/push-service.ts'

/** A push that the browser has acknowledged. */
interface DeliveredPush {
  /** 100: decrypted and delivered to the worker; 101: not decrypted; 102: not delivered. */
  readonly code: number
  readonly topic: string
  readonly urgency: string
  readonly ttlSeconds: number
}

interface Subscription {
  readonly userAgentId: string
  readonly channelId: string
  /** The key of the server that may push to it, in base64url. */
  readonly publicKey: string
}

interface Notification extends Omit<DeliveredPush, 'code'> {
  readonly userAgentId: string
  readonly message: object
}

/** A browser's messages that need a reply. Others, such as settings broadcasts, do not. */
const Message = v.variant('messageType', [
  v.object({ messageType: v.literal('hello'), uaid: v.optional(v.string()) }),
  v.object({ messageType: v.literal('register'), channelID: v.string(), key: v.string() }),
  v.object({ messageType: v.literal('unregister'), channelID: v.string() }),
  v.object({
    messageType: v.literal('ack'),
    updates: v.array(v.object({ version: v.string(), code: v.number() })),
  }),
])
type Message = v.InferOutput<typeof Message>

/**
 * Starts a push service that Firefox subscribes at (preference `dom.push.serverURL`): Mozilla's
 * autopush protocol over WebSocket for the browser, RFC 8030 with RFC 8292's signatures for the
 * server. Only the browser can decrypt what it delivers.
 */
export async function startAutopush() {
  /** By the endpoint's path. */
  const subscriptions = new Map<string, Subscription>()
  const browsers = new Map<string, WebSocket>()
  /** By version, until the browser acknowledges them: a browser receives them when it connects. */
  const waiting = new Map<string, Notification>()
  const delivered: DeliveredPush[] = []
  const problems: string[] = []

  const server = createServer((request, response) => {
    void accept(request, response).catch((error: unknown) => {
      problems.push(String(error))
      response.writeHead(400).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a server that listens at a port
  const origin = `http://127.0.0.1:${port}`

  async function accept(request: IncomingMessage, response: ServerResponse) {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const subscription = subscriptions.get(request.url ?? '')
    if (subscription === undefined) return void response.writeHead(410).end()
    verifySignature(request.headers.authorization ?? '', origin, subscription.publicKey)
    checkHeaders(request, body)
    const version = randomUUID()
    const { channelId: channelID, userAgentId } = subscription
    const data = body.toString('base64url')
    const { topic, urgency, ttl } = request.headers
    waiting.set(version, {
      userAgentId,
      topic: String(topic),
      urgency: String(urgency),
      ttlSeconds: Number(ttl),
      message: { messageType: 'notification', channelID, version, data, headers: { encoding: 'aes128gcm' } },
    })
    deliver(userAgentId)
    response.writeHead(201, { location: `${origin}/m/${version}` }).end()
  }

  function deliver(userAgentId: string) {
    const browser = browsers.get(userAgentId)
    for (const notification of waiting.values())
      if (notification.userAgentId === userAgentId) browser?.send(JSON.stringify(notification.message))
  }

  function acknowledge({ version, code }: { version: string; code: number }) {
    const notification = waiting.get(version)
    waiting.delete(version)
    if (notification === undefined) return
    const { topic, urgency, ttlSeconds } = notification
    delivered.push({ code, topic, urgency, ttlSeconds })
  }

  const sockets = new WebSocketServer({ server, handleProtocols: () => 'push-notification' })
  sockets.on('connection', (socket) => {
    let userAgentId = ''
    const reply = (message: object) => socket.send(JSON.stringify({ status: 200, ...message }))
    const response = (message: Message) => {
      const { messageType } = message
      if (messageType === 'hello') {
        userAgentId = message.uaid ?? randomBytes(16).toString('hex')
        browsers.set(userAgentId, socket)
        reply({ messageType, uaid: userAgentId, use_webpush: true, broadcasts: {} })
        deliver(userAgentId)
      } else if (messageType === 'register') {
        const path = `/wpush/v2/${randomBytes(24).toString('base64url')}`
        const { channelID, key } = message
        subscriptions.set(path, { userAgentId, channelId: channelID, publicKey: key.replace(/=+$/, '') })
        reply({ messageType, channelID, pushEndpoint: `${origin}${path}` })
      } else if (messageType === 'unregister') {
        const { channelID } = message
        for (const [path, { channelId }] of subscriptions) if (channelId === channelID) subscriptions.delete(path)
        reply({ messageType, channelID })
      } else for (const update of message.updates) acknowledge(update)
    }
    socket.on('message', (data) => {
      const text = (data as Buffer).toString() // ws delivers a Buffer by default
      if (text === '{}') return socket.send('{}') // a ping
      const message = v.safeParse(Message, JSON.parse(text))
      return message.success ? response(message.output) : undefined
    })
    socket.on('close', () => {
      if (browsers.get(userAgentId) === socket) browsers.delete(userAgentId)
    })
  })

  return {
    origin,
    /** The value of `dom.push.serverURL`. */
    socketUrl: `ws://127.0.0.1:${port}/`,
    /** What was wrong with the server's requests. */
    problems,
    /** The pushes in the order in which they were acknowledged. */
    delivered,
    endpoints: () => [...subscriptions.keys()].map((path) => `${origin}${path}`),
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Autopush = Awaited<ReturnType<typeof startAutopush>>
