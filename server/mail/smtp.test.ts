import { mkdtempSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { type Certificate, createSelfSigned, createSigned } from '#tests/support/certificates.ts'
import { type SmtpFaults, startFaultyServer, startSmtpServer } from '#tests/support/smtp-server.ts'
import { renderMail } from './render-mail.ts'
import { describeMailError, MailRejected, sendBySmtp } from './smtp.ts'

const SHORT = { connectMs: 300, silenceMs: 300, totalMs: 600 }
const rendered = renderMail({ subject: 'Hello', paragraphs: ['One.', 'Two.'] })
const mail = { ...rendered, to: 'ada@home.example', fromName: 'Flipside', id: 'job-1' }

async function aServer(...args: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...args)
  onTestFinished(server.close)
  return server
}

async function aFaultyServer(onConnection: Parameters<typeof startFaultyServer>[0]) {
  const server = await startFaultyServer(onConnection)
  onTestFinished(server.close)
  return server
}

/** Returns the error for a mail that is not sent. */
const findError = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  )

const toTls = ({ certificate, key }: Certificate) => ({ cert: readFileSync(certificate), key: readFileSync(key) })
const aFolder = () => mkdtempSync(join(tmpdir(), 'flipside-smtp-'))

test('sends a mail of two parts from one sender to one recipient', async () => {
  const server = await aServer()
  await sendBySmtp(server.settings, mail)
  const [received] = server.mails
  expect(received).toMatchObject({ from: 'flipside@music.example', to: ['ada@home.example'], text: 'One.\n\nTwo.\n' })
  expect(received?.html).toContain('<p>One.</p>')
  const headers = Object.fromEntries(received?.headers ?? [])
  expect(headers).toMatchObject({
    from: ['Flipside <flipside@music.example>'],
    to: ['ada@home.example'],
    subject: ['Hello'],
    'message-id': ['<job-1@music.example>'],
    'auto-submitted': ['auto-generated'],
  })
})

test('logs in with the user and the password', async () => {
  const server = await aServer({ authOptional: false })
  await sendBySmtp({ ...server.settings, login: { user: 'flipside', password: 'right' } }, mail)
  expect([server.users, server.mails.length]).toEqual([['flipside'], 1])
})

test.each([
  ['a sender', { mailFrom: 550 }, 'it rejects the sender or the recipient (EENVELOPE, 550)'],
  ['a recipient', { rcptTo: 553 }, 'it rejects the sender or the recipient (EENVELOPE, 553)'],
  ['the content', { data: 554 }, 'it rejects the mail (EMESSAGE, 554)'],
])('a 5xx for %s is a rejection for good', async (_what, faults, reason) => {
  const server = await aServer({}, faults)
  const error = await findError(sendBySmtp(server.settings, mail))
  expect(error).toBeInstanceOf(MailRejected)
  expect(describeMailError(error)).toBe(reason)
})

test.each<[string, SmtpFaults, string]>([
  ['the sender with 451', { mailFrom: 451 }, 'it rejects the sender or the recipient (EENVELOPE, 451)'],
  ['the recipient with 450', { rcptTo: 450 }, 'it rejects the sender or the recipient (EENVELOPE, 450)'],
  ['the content with 452', { data: 452 }, 'it rejects the mail (EMESSAGE, 452)'],
  ['a sender without a login with 530', { mailFrom: 530 }, 'it rejects the sender or the recipient (EENVELOPE, 530)'],
])('a server that defers %s allows a retry', async (_what, faults, reason) => {
  const server = await aServer({}, faults)
  const error = await findError(sendBySmtp(server.settings, mail))
  expect(error).not.toBeInstanceOf(MailRejected)
  expect(describeMailError(error)).toBe(reason)
})

test('a wrong password allows a retry', async () => {
  const server = await aServer()
  const error = await findError(sendBySmtp({ ...server.settings, login: { user: 'flipside', password: 'no' } }, mail))
  expect(error).not.toBeInstanceOf(MailRejected)
  expect(describeMailError(error)).toBe('it rejects the user or the password (EAUTH, 535)')
})

/** Greets, and then never ends its response. */
function respondForever(socket: Socket): void {
  socket.write('220 mail.example\r\n')
  const timer = setInterval(() => socket.write('250-more\r\n'), 50)
  socket.on('close', () => clearInterval(timer))
}

/** Accepts everything, and drops the connection at the end of the mail instead of responding. */
function dropAfterData(socket: Socket): void {
  socket.write('220 mail.example\r\n')
  let isData = false
  socket.on('data', (chunk) => {
    const text = chunk.toString('latin1')
    if (isData) return text.endsWith('\r\n.\r\n') ? void socket.destroy() : undefined
    isData = text.startsWith('DATA')
    socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
  })
}

/** Offers STARTTLS, accepts it, and goes on in plain text. */
function failStartTls(socket: Socket): void {
  socket.write('220 mail.example\r\n')
  socket.on('data', (chunk) => {
    const isStart = chunk.toString('latin1').startsWith('STARTTLS')
    socket.write(isStart ? '220 go on\r\n250 not encrypted\r\n' : '250-mail.example\r\n250 STARTTLS\r\n')
  })
}

test('a server that breaks its offer of STARTTLS gets neither the password nor the mail', async () => {
  const received: string[] = []
  const server = await aFaultyServer((socket) => {
    socket.on('data', (chunk) => received.push(chunk.toString('latin1')))
    failStartTls(socket)
  })
  const login = { user: 'flipside', password: 'right' }
  const settings = { ...server.settings, tls: 'required', login } as const
  const error = await findError(sendBySmtp(settings, mail, { bounds: SHORT }))
  expect(error).not.toBeInstanceOf(MailRejected)
  expect(describeMailError(error)).toMatch(/ESOCKET|ETLS|ECONNECTION|ETIMEDOUT/)
  expect(received.filter((text) => /AUTH|MAIL|DATA/.test(text))).toEqual([])
})

test.each<[string, (socket: Socket) => void, string | RegExp]>([
  ['never greets', () => {}, 'it does not respond in time (ETIMEDOUT)'],
  ['never ends its response', respondForever, 'it does not respond in time (EABORT)'],
  ['drops the connection', (socket) => void socket.destroy(), /ECONNECTION|ESOCKET/],
  ['drops the connection after the mail', dropAfterData, /ECONNECTION|ESOCKET/],
  ['speaks another protocol', (socket) => void socket.end('HTTP/1.1 400\r\n\r\n'), /EPROTOCOL/],
])('a server that %s fails within the bounds', async (_what, onConnection, reason) => {
  const server = await aFaultyServer(onConnection)
  const begunAt = performance.now()
  const error = await findError(sendBySmtp(server.settings, mail, { bounds: SHORT }))
  expect(error).not.toBeInstanceOf(MailRejected)
  expect(describeMailError(error)).toMatch(reason)
  expect(performance.now() - begunAt).toBeLessThan(30_000)
})

test('a server that falls silent within the mail fails within the bounds', async () => {
  const server = await aServer({ onData: (stream) => void stream.resume() })
  const error = await findError(sendBySmtp(server.settings, mail, { bounds: SHORT }))
  expect(describeMailError(error)).toBe('it does not respond in time (ETIMEDOUT)')
})

test('a stop of the process ends a mail in flight', async () => {
  const server = await aFaultyServer(() => {})
  const stopping = new AbortController()
  const sending = findError(sendBySmtp(server.settings, mail, { signal: stopping.signal }))
  stopping.abort()
  expect(describeMailError(await sending)).toMatch(/EABORT/)
})

test('nothing is sent to a port without a server', async () => {
  const server = await startFaultyServer(() => {})
  await server.close()
  expect(describeMailError(await findError(sendBySmtp(server.settings, mail)))).toMatch(/ESOCKET|ECONNECTION/)
})

test('a server without STARTTLS gets neither the password nor the mail', async () => {
  const server = await aServer()
  const login = { user: 'flipside', password: 'right' }
  const error = await findError(sendBySmtp({ ...server.settings, tls: 'required', login }, mail))
  expect(describeMailError(error)).toMatch(/^it offers no valid encryption \(STARTTLS\) \(ETLS/)
  expect([server.users, server.mails]).toEqual([[], []])
})

test('STARTTLS and TLS from the start need a valid certificate for the host', async () => {
  const folder = aFolder()
  const authority = createSelfSigned(folder, 'authority', 'authority')
  const findErrors = async (host: string) => {
    const files = toTls(createSigned(folder, authority, host))
    const starttls = await aServer({ ...files, disabledCommands: [] })
    const implicit = await aServer({ ...files, secure: true, disabledCommands: [] })
    const errors = await Promise.all([
      findError(sendBySmtp({ ...starttls.settings, host: 'localhost', tls: 'required' }, mail)),
      findError(sendBySmtp({ ...implicit.settings, host: 'localhost', tls: 'implicit' }, mail)),
    ])
    expect(starttls.mails.length + implicit.mails.length).toBe(errors.filter((error) => error === undefined).length)
    return errors.map((error) => (error === undefined ? 'sent' : describeMailError(error)))
  }
  // Its certificates are not valid before the authority is trusted.
  const untrusted = await findErrors('localhost')
  const trusted = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([...trusted, readFileSync(authority.certificate, 'utf8')])
  expect(await findErrors('localhost')).toEqual(['sent', 'sent'])
  for (const reason of [...untrusted, ...(await findErrors('other.example'))]) expect(reason).toMatch(/ESOCKET|ETLS/)
})
