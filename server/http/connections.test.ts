import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '#server/config/config.ts'
import { readConfig } from '#server/config/config.ts'
import { testServer } from '#tests/support/test-server.ts'
import { listen } from './listen.ts'

const defaults = readConfig({}).connections
const shared = await testServer()

/** A listening server with small bounds. */
async function bounded(connections: Partial<Config['connections']>, more: Partial<Config> = {}) {
  const config = { ...shared.config, connections: { ...defaults, ...connections }, ...more }
  const listening = await listen({ ...shared.app, config }, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => listening.close())
  return listening.port
}

interface Opened {
  readonly socket: Socket
  /** Resolves to the server's bytes once it has closed the connection. */
  readonly closed: Promise<string>
  readonly text: () => string
}

function open(port: number, sent = ''): Opened {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  if (sent !== '') socket.write(sent)
  return { socket, closed, text: () => text }
}

const head = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n${more}\r\n`
/** Options to `expect.poll` for a loaded machine. */
const PATIENT = { timeout: 10_000 }
const GET = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

const drip = ({ socket }: Opened, everyMs: number) => {
  const timer = setInterval(() => socket.write('a'), everyMs)
  onTestFinished(() => clearInterval(timer))
}

test('TRACE and CONNECT are rejected, and no header of the request is returned', async () => {
  const port = await bounded({})
  const trace = (path: string) =>
    open(port, `TRACE ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: a=secret\r\nConnection: close\r\n\r\n`).closed
  for (const path of ['/api/health', '/api/user/session', '/']) {
    const received = await trace(path)
    expect(received).toMatch(/^HTTP\/1\.1 40[45] /)
    expect(received).not.toContain('secret')
  }
  expect(await trace('/api/user/session')).toMatch(/^HTTP\/1\.1 405 /)
  const tunnel = await open(port, 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost:22\r\n\r\n').closed
  expect(tunnel).not.toMatch(/^HTTP\/1\.1 2/)
})

test('a stalled body is a 408 and closes the connection', async () => {
  const port = await bounded({ bodyIdleMs: 100 })
  const received = await open(port, `${head('/2.0/', 991_000)}${'a'.repeat(90_000)}`).closed
  expect(received).toMatch(/^HTTP\/1\.1 408 /)
  expect(received).toContain('"error":"The request took too long."')
})

test('a body sent byte by byte is ended at its deadline', async () => {
  const port = await bounded({ bodyIdleMs: 2000, bodyMs: 200 })
  for (const path of ['/2.0/', '/1/submit-listens', '/api/user/login']) {
    const slow = open(port, head(path, 60_000))
    drip(slow, 20)
    // A request that needs no body may have been served before: then only the connection is closed.
    expect([path, /^HTTP\/1\.1 (?:408|400|401) /.test(await slow.closed)]).toEqual([path, true])
  }
})

test('an uploaded file may arrive slowly', async () => {
  const port = await bounded({ bodyIdleMs: 50, bodyMs: 50, fileIdleMs: 400, fileMs: 60_000 })
  const slow = open(port, head('/api/user/import-listens?user=ada', 60_000))
  const fast = open(port, head('/2.0/', 60_000))
  const first = await Promise.race([slow.closed.then(() => 'file'), fast.closed.then(() => 'form')])
  expect(first).toBe('form')
})

test('connections without bytes or with incomplete headers are closed', async () => {
  const port = await bounded({ silentMs: 100, headersMs: 200 })
  expect(await open(port).closed).toBe('')
  const slow = open(port, 'GET / HTTP/1.1\r\n')
  drip(slow, 50)
  expect(await slow.closed).toMatch(/^HTTP\/1\.1 408 /)
})

test('connections beyond the limit of their address are closed at once, and new ones served after others end', async () => {
  const port = await bounded({ addressConnections: 5 })
  const silent = Array.from({ length: 5 }, () => open(port))
  await Promise.all(silent.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
  expect(await open(port, GET).closed).toBe('')
  silent[0]?.socket.destroy()
  await expect.poll(() => open(port, GET).closed, PATIENT).toMatch(/^HTTP\/1\.1 200 /)
})

test('connections beyond the limit of the process are closed at once', async () => {
  const port = await bounded({ connections: 3 })
  const silent = Array.from({ length: 3 }, () => open(port))
  await Promise.all(silent.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
  expect(await open(port, GET).closed).toBe('')
})

test('bodies of visitors have a limit of memory for each address', async () => {
  const port = await bounded({})
  const [length, sent] = [991_000, 'a'.repeat(990_000)]
  const all = Array.from({ length: 40 }, () => open(port, `${head('/2.0/', length)}${sent}`))
  await expect
    .poll(() => all.filter((connection) => connection.text().startsWith('HTTP/1.1 429 ')).length, PATIENT)
    .toBeGreaterThan(10)
  expect(all.find((connection) => connection.text() !== '')?.text()).toMatch(/Retry-After: 5/i)
  // The first ones are read to their end and served when their last bytes arrive.
  const waiting = all.filter((connection) => connection.text() === '')
  expect(waiting.length).toBeGreaterThan(10)
  waiting[0]?.socket.write('a'.repeat(length - sent.length))
  await expect.poll(() => waiting[0]?.text(), PATIENT).toMatch(/^HTTP\/1\.1 400 /)
})

test('requests with two, no or invalid Host headers are rejected with the usual response headers', async () => {
  const port = await bounded({}, { publicUrl: new URL('https://flipside.example') })
  for (const hosts of ['Host: a\r\nHost: b\r\n', 'Host: a b\r\n', 'Host: a/b\r\n', 'Host: \r\n', 'Host: a@b\r\n', '']) {
    const received = await open(port, `GET /api/health HTTP/1.1\r\n${hosts}\r\n`).closed
    expect([hosts, received.split('\r\n')[0]]).toEqual([hosts, 'HTTP/1.1 400 Bad Request'])
    for (const header of [
      'X-Content-Type-Options: nosniff',
      'X-Frame-Options: DENY',
      'Referrer-Policy: no-referrer',
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      'Strict-Transport-Security: max-age=31536000; includeSubDomains',
    ]) {
      expect([hosts, received.includes(header)]).toEqual([hosts, true])
    }
  }
  expect(await open(port, 'GET /api/health HTTP/1.1\r\nHost: [::1]:3000\r\nConnection: close\r\n\r\n').closed).toMatch(
    /^HTTP\/1\.1 200 /,
  )
})

test('a client that disconnects is not logged as a server error', async () => {
  const port = await bounded({})
  const before = shared.lines.length
  const { socket } = open(port)
  await new Promise((resolve) => socket.write(`${head('/2.0/', 991_000)}${'a'.repeat(90_000)}`, resolve))
  socket.destroy()
  await expect.poll(() => shared.lines.slice(before).some((line) => line.includes('POST /2.0/')), PATIENT).toBe(true)
  expect(shared.lines.slice(before).filter((line) => line.includes(' error '))).toEqual([])
})
