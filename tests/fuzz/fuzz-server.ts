import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { startListenbrainzServer } from '#tests/support/listenbrainz-server.ts'
import { aFolder, aServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import type { FuzzCase, HttpCase } from './fuzz-case.ts'
import type { Measurement } from './measure-hook.ts'

/** One input's result. */
export interface Outcome {
  /** Undefined: the connection ended without a response. */
  readonly status: number | undefined
  readonly ms: number
}

/** A server in its own process with two members, and measurements from inside it. */
export interface FuzzServer {
  send(fuzzCase: FuzzCase): Promise<Outcome>
  /** Returns the event loop's longest block since the last call, once it was measured. */
  blockedMs(): Promise<number>
  rssBytes(): number
  readonly process: ServerProcess
}

const AMPLE = '1000000,100000'
const LIMITS = [
  'READS',
  'ADDRESS_READS',
  'SEARCHES',
  'ADDRESS_SEARCHES',
  'WRITES',
  'ADDRESS_WRITES',
  'LOGINS',
  'MEMBER_LOGINS',
  'SIGN_UPS',
  'REPORTS',
  'STRANGERS',
  'BROADCASTS',
  'IMPORTS',
  'EXPORTS',
  'SCROBBLES',
  'ADDRESS_SCROBBLES',
]
const PASSWORD = 'a long fuzz password'
/** Limits the sign-in rate: each hashes a password, and 401 also has other reasons. */
const RENEWED_EVERY_MS = 1000
/** Longer than any response's limit. */
const GIVE_UP_MS = 60_000

export async function aFuzzServer(): Promise<FuzzServer> {
  // A service without accounts: no input may reach another host.
  const service = await startListenbrainzServer()
  onTestFinished(() => service.stop())
  const server = await aServerProcess({
    dataDir: aFolder(),
    nodeOptions: ['--import', './tests/fuzz/measure-hook.ts'],
    settings: {
      ...Object.fromEntries(LIMITS.map((name) => [`RATE_LIMIT_${name}`, AMPLE])),
      LOG_LEVEL: 'error',
      LISTENBRAINZ_BASE_URL: `${service.url}/`,
      LISTENBRAINZ_ALLOWED: 'none',
      MUSIC_LIBRARIES: '0',
    },
  })
  const measurements = listenTo(server)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const port = Number(new URL(server.url).port)
  const http = (fields: Omit<HttpCase, 'kind' | 'as'>, cookie = '') =>
    exchange(agent, port, { kind: 'contract', as: 'visitor', ...fields }, cookie)
  const members = new Map<string, string>()
  for (const name of ['ada', 'bo', 'cy']) members.set(name, await join(http, name))
  const secrets = await makeSecrets(http, members.get('ada') ?? '')
  let renewedAt = performance.now()
  const renewSession = async (name: string) => {
    if (performance.now() - renewedAt < RENEWED_EVERY_MS) return
    renewedAt = performance.now()
    members.set(name, await logIn(http, name))
  }
  return {
    process: server,
    rssBytes: () => measurements.rssBytes,
    blockedMs: () => measurements.next(),
    async send(fuzzCase) {
      if (fuzzCase.kind !== 'raw') {
        const outcome = await exchange(agent, port, withSecrets(fuzzCase, secrets), members.get(fuzzCase.as) ?? '')
        // A case may have ended the session.
        if (outcome.status === 401 && fuzzCase.as !== 'visitor') await renewSession(fuzzCase.as)
        return outcome
      }
      const begun = performance.now()
      const status = await sendRaw(port, fuzzCase.bytes)
      return { status, ms: performance.now() - begun }
    },
  }
}

function listenTo({ child }: ServerProcess) {
  let rssBytes = 0
  let blocked = 0
  const waiting: (() => void)[] = []
  child.on('message', (message) => {
    const measurement = message as Measurement
    rssBytes = Math.max(rssBytes, measurement.rssBytes)
    blocked = Math.max(blocked, measurement.blockedMs)
    for (const resolve of waiting.splice(0)) resolve()
  })
  child.on('close', () => {
    for (const resolve of waiting.splice(0)) resolve()
  })
  return {
    get rssBytes() {
      return rssBytes
    },
    async next() {
      await new Promise<void>((resolve) => waiting.push(resolve))
      const longest = blocked
      blocked = 0
      return longest
    },
  }
}

interface Received extends Outcome {
  readonly cookie: string
  readonly body: string
}
type Http = (fields: Omit<HttpCase, 'kind' | 'as'>, cookie?: string) => Promise<Received>

const post = (target: string) => ({ method: 'POST', target, headers: {}, body: '' })

async function join(http: Http, name: string): Promise<string> {
  await http(
    post(
      `/api/user/create-profile?user=${name}&firstname=a&lastname=b&email=a%40b.example&password=${encodeURIComponent(PASSWORD)}`,
    ),
  )
  const cookie = await logIn(http, name)
  if (cookie === '') throw new Error(`${name} could not log in.`)
  return cookie
}

async function logIn(http: Http, name: string): Promise<string> {
  const { cookie } = await http(post(`/api/user/login?user=${name}&password=${encodeURIComponent(PASSWORD)}`))
  return cookie
}

interface Secrets {
  readonly token: string
  readonly session: string
}

/**
 * Creates a player's token and a session key made with it. Also creates records with ids for ada.
 */
async function makeSecrets(http: Http, cookie: string): Promise<Secrets> {
  const made = await http(post('/api/user/create-scrobble-token?user=ada&name=fuzz'), cookie)
  const token = String(JSON.parse(made.body).token)
  const logIn = await http(post(`/2.0/?format=json&method=auth.getMobileSession&username=ada&password=${token}`))
  const session = String(JSON.parse(logIn.body).session.key)
  const payload = [{ listened_at: 1_700_000_000, track_metadata: { artist_name: 'Sol Ferro', track_name: 'Rain' } }]
  await http({
    ...post('/1/submit-listens'),
    headers: { Authorization: `Token ${token}` },
    body: JSON.stringify({ listen_type: 'single', payload }),
  })
  await http(post('/api/send-direct-message?user=ada&recipient=bo&message=hello'), cookie)
  return { token, session }
}

function withSecrets(fuzzCase: HttpCase, { token, session }: Secrets): HttpCase {
  const fill = (text: string) =>
    text
      .replaceAll('{token}', token)
      .replaceAll('%7Btoken%7D', token)
      .replaceAll('{session}', session)
      .replaceAll('%7Bsession%7D', session)
  const headers = Object.fromEntries(
    Object.entries(fuzzCase.headers).map(([name, value]) => [name, headerText(fill(value))]),
  )
  const body = typeof fuzzCase.body === 'string' ? fill(fuzzCase.body) : fuzzCase.body
  return { ...fuzzCase, target: fill(fuzzCase.target), headers, body }
}

/** Removes characters that Node's client refuses to send; raw-cases.ts sends them. */
const headerText = (text: string) => text.replace(/[^\t\u0020-\u007e]/g, '').slice(0, 8000)

function exchange(
  agent: Agent,
  port: number,
  { method, target, headers, body }: HttpCase,
  cookie: string,
): Promise<Received> {
  return new Promise((resolve) => {
    // Measured from the request's last byte: sending a long body is this process's work.
    let sentAt: number | undefined
    const elapsedMs = () => (sentAt === undefined ? 0 : performance.now() - sentAt)
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method,
        path: target,
        headers: {
          ...headers,
          ...(cookie === '' ? {} : { Cookie: cookie }),
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        const end = () =>
          resolve({
            status: response.statusCode,
            ms: elapsedMs(),
            cookie: (response.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '',
            body: Buffer.concat(chunks).toString(),
          })
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', end)
        response.on('error', end)
      },
    )
    sent.setTimeout(GIVE_UP_MS, () => sent.destroy())
    sent.on('finish', () => (sentAt = performance.now()))
    sent.on('error', () => resolve({ status: undefined, ms: elapsedMs(), cookie: '', body: '' }))
    sent.end(body)
  })
}

/**
 * Resolves to the first response's status; undefined if the server closed without one. The sender
 * closes its side at once.
 */
function sendRaw(port: number, bytes: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('end', () => socket.destroy())
    socket.setTimeout(GIVE_UP_MS, () => socket.destroy())
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? Number.NaN) || undefined))
    socket.end(bytes)
  })
}
