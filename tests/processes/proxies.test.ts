import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Config } from '#server/config/config.ts'
import { listen } from '#server/http/listen.ts'
import { openRequest, readResponse, send, waitForResponse } from '#tests/support/https.ts'
import { brainzListen } from '#tests/support/listen-files.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeToken } from '#tests/support/players.ts'
import { findProxy, type Proxy, proxyNames, SITE, startProxy } from '#tests/support/proxies.ts'
import { ampleRateLimits, type TestMember, testServer } from '#tests/support/test-server.ts'

/* The samples in `deploy/`, run by Debian's proxies. */

// Each test starts a proxy; the first one may install it.

const HSTS = 'max-age=31536000; includeSubDomains'
const publicUrl = new URL(`https://${SITE}`)
const server = await testServer({ settings: { publicUrl, trustedProxies: 1 } })

/** Serves the app, with other settings, for one test. Returns its port. */
async function serve(settings: Partial<Config> = {}): Promise<number> {
  const { app } = await testServer({ settings: { publicUrl, trustedProxies: 1, ...settings } })
  const listening = await listen(app, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => listening.close())
  return listening.port
}

async function serveShared(): Promise<number> {
  const listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => listening.close())
  return listening.port
}

/** Runs a Node handler as the server, for one test. */
async function serveByHandler(handler: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<number> {
  const upstream = createServer(handler)
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void upstream.close())
  const address = upstream.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The body size that each proxy rejects: 11 MB are 11,534,336 bytes to nginx. */
const TOO_LONG_BYTES = { nginx: 11_600_000, Caddy: 11_050_000 }

const cookieOf = (member: TestMember) => [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

describe.each(proxyNames)('%s with the sample of deploy/', (name) => {
  /** Starts the proxy, or skips the test with the reason if it is not installed. */
  const start = async (upstreamPort: number, skip: (reason: string) => void): Promise<Proxy> => {
    const reason = findProxy(name)
    if (reason !== undefined) skip(reason)
    return startProxy(name, upstreamPort)
  }

  test(`${name} serves https with one HSTS header and redirects http`, async ({ skip }) => {
    const proxy = await start(await serveShared(), skip)
    const health = await send(proxy, '/api/health')
    expect([health.status, health.all('strict-transport-security')]).toEqual([200, [HSTS]])
    expect(health.headers['content-security-policy']).toContain("default-src 'none'")
    expect(await negotiateProtocol(proxy)).toBe('h2')
    const plain = await fetch(`http://127.0.0.1:${proxy.plainPort}/feed?a=b`, {
      redirect: 'manual',
      headers: { host: SITE },
    })
    expect([301, 308]).toContain(plain.status)
  })

  test(`${name} adds the HSTS header to its own errors`, async ({ skip }) => {
    const reading = await serveByHandler((incoming) => void incoming.resume())
    const proxy = await start(reading, skip)
    const tooLong = await send(proxy, '/1/submit-listens', { method: 'POST', body: Buffer.alloc(TOO_LONG_BYTES[name]) })
    // Caddy before 2.7 responds with 502.
    expect(name === 'nginx' ? [413] : [413, 502]).toContain(tooLong.status)
    expect(tooLong.all('strict-transport-security')).toEqual([HSTS])
  })

  test(`${name} adds the HSTS header while the server is away`, async ({ skip }) => {
    const proxy = await start(1, skip)
    const away = await send(proxy, '/api/health')
    expect([away.status, away.all('strict-transport-security')]).toEqual([502, [HSTS]])
  })

  test(`${name} passes the largest submission of a player and the longest query`, async ({ skip }) => {
    const proxy = await start(await serveShared(), skip)
    const ada = await makeMember(server, `ada_${name}`)
    const token = await makeToken(server, ada)
    const startedAt = Math.floor(server.clock.now().getTime() / 1000) - 1_000_000
    const payload = Array.from({ length: 1000 }, (_, at) => ({
      listened_at: startedAt + at * 300,
      track_metadata: {
        artist_name: 'Sol Ferro',
        track_name: `Rain ${at}`,
        additional_info: { filler: 'x'.repeat(9_900) },
      },
    }))
    const body = JSON.stringify({ listen_type: 'import', payload })
    expect(body.length).toBeGreaterThan(10_000_000)
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' }
    const accepted = await send(proxy, '/1/submit-listens', { method: 'POST', headers, body })
    expect([accepted.status, accepted.body.toString()]).toEqual([200, '{"status":"ok"}'])
    expect((await send(proxy, `/api/health?filler=${'x'.repeat(16_000)}`)).status).toBe(200)
  })

  test(`${name} passes an import of 30 MB while it arrives`, async ({ skip }) => {
    const proxy = await start(await serveShared(), skip)
    const bo = await makeMember(server, `bo_${name}`)
    const now = Math.floor(server.clock.now().getTime() / 1000)
    const lines = Array.from({ length: 6000 }, (_, at) => {
      const listen = brainzListen('Nine Rooms', `Tide ${at}`, now - 10_000_000 + at * 300)
      return `${JSON.stringify({ ...listen, filler: 'x'.repeat(4700) })}\n`
    })
    const body = Buffer.from(lines.join(''))
    expect(body.length).toBeGreaterThan(30_000_000)
    const open = openRequest(proxy, `/api/user/import-listens?user=${bo.name}`, {
      method: 'POST',
      headers: { cookie: cookieOf(bo), 'content-length': String(body.length) },
    })
    const response = waitForResponse(open)
    // More than a proxy holds in memory, less than the whole.
    open.write(body.subarray(0, 20_000_000))
    const imports = () =>
      server.get('/api/user/listening-sources', { user: bo.name }, { as: bo }).then((found) => found.body.imports)
    await expect.poll(async () => (await imports())[0]?.status).toBe('running')
    open.end(body.subarray(20_000_000))
    const { status, body: json } = await readResponse(await response)
    expect([status, JSON.parse(json.toString()).import]).toMatchObject([200, { status: 'done', taken: 6000 }])
  })

  test(`${name} passes a download while it is written`, async ({ skip }) => {
    let finish = () => {}
    const upstream = await serveByHandler((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/zip' })
      outgoing.write('first')
      finish = () => outgoing.end(' last')
    })
    const proxy = await start(upstream, skip)
    const open = openRequest(proxy, '/api/user/export?user=ada')
    open.end()
    const incoming = await waitForResponse(open)
    const first = await new Promise<Buffer>((resolve) => incoming.once('data', resolve))
    expect(first.toString()).toBe('first')
    finish()
    expect((await readResponse(incoming)).body.toString()).toBe(' last')
  })

  test(`${name} forwards the client's address, and a forged one does not count`, async ({ skip }) => {
    const rateLimits = { ...ampleRateLimits, addressLogins: { burst: 2, perSecond: 0.001 } }
    const proxy = await start(await serve({ rateLimits }), skip)
    const logIn = async (from: string, forged: string) =>
      (
        await send(proxy, '/api/user/login?user=ada&password=wrong', {
          method: 'POST',
          headers: { 'x-forwarded-for': forged },
          from,
        })
      ).status
    const statuses: number[] = []
    for (const forged of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) statuses.push(await logIn('127.0.0.1', forged))
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.slice(0, 2)).not.toContain(429)
    expect(await logIn('127.0.0.2', '192.0.2.1')).not.toBe(429)
  })

  test(`${name} logs no query string`, async ({ skip }) => {
    const proxy = await start(await serveShared(), skip)
    await send(proxy, '/api/health?password=needle')
    await send(proxy, '/api/nothing?password=needle')
    const form = { method: 'POST', body: Buffer.alloc(TOO_LONG_BYTES[name]) } as const
    await send(proxy, '/1/submit-listens?token=needle', form)
    await fetch(`http://127.0.0.1:${proxy.plainPort}/api/health?password=needle`, { redirect: 'manual' })
    const away = await start(1, skip)
    await send(away, '/api/health?password=needle')
    await expect.poll(() => proxy.readLogs()).toContain('/api/nothing')
    await expect.poll(() => away.readLogs()).toContain('/api/health')
    expect([proxy.readLogs(), away.readLogs()].filter((log) => log.includes('needle'))).toEqual([])
  })
})

/** Returns the protocol that a browser would use. */
const negotiateProtocol = ({ port, certificate }: Proxy): Promise<string | false | null> =>
  new Promise((resolve, reject) => {
    const options = { servername: SITE, ca: certificate, ALPNProtocols: ['h2', 'http/1.1'] }
    const socket = connect({ host: '127.0.0.1', port, ...options }, () => {
      resolve(socket.alpnProtocol)
      socket.end()
    }).once('error', reject)
  })
