import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailSettings } from '#server/config/mail-settings.ts'
import { type ReceivedMail, readMail } from './read-mail.ts'

/** A mail with its envelope. */
interface DeliveredMail extends ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

export interface SmtpServer {
  readonly port: number
  /** Settings for a connection without encryption. */
  readonly settings: MailSettings
  /** The accepted mails, oldest first. */
  readonly mails: DeliveredMail[]
  /** The users that have logged in. */
  readonly users: string[]
  readonly close: () => Promise<void>
}

/** The status with which the server responds to a command instead of accepting it. */
export interface SmtpFaults {
  mailFrom?: number
  rcptTo?: number
  data?: number
}

const toSettings = (port: number): MailSettings => ({
  host: '127.0.0.1',
  port,
  tls: 'off',
  login: null,
  from: 'flipside@music.example',
})

const fail = (status: number | undefined) =>
  status === undefined ? undefined : Object.assign(new Error('not today <ada@home.example>'), { responseCode: status })

/** Starts an SMTP server on a free port. `faults` may be changed at any time. */
export async function startSmtpServer(options: SMTPServerOptions = {}, faults: SmtpFaults = {}): Promise<SmtpServer> {
  const mails: DeliveredMail[] = []
  const users: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username = '', password }, _session, done) {
      if (password !== 'right') return done(new Error('Wrong.'))
      users.push(username)
      done(null, { user: username })
    },
    onMailFrom: (_address, _session, done) => done(fail(faults.mailFrom)),
    onRcptTo: (_address, _session, done) => done(fail(faults.rcptTo)),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        if (faults.data === undefined) mails.push({ ...readMail(raw), raw, from, to })
        done(fail(faults.data))
      })
    },
    ...options,
  })
  // A client that ends a TLS handshake is what some tests do.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo // of TCP
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { port, settings: toSettings(port), mails, users, close }
}

/** Starts a server that passes each connection to `onConnection`: for faults below SMTP. */
export async function startFaultyServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of TCP
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { port, settings: toSettings(port), close }
}
