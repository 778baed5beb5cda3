import { expect } from 'vitest'
import { insertSession, sessionCookie } from '#server/http/session.ts'
import { sendDuePushes } from '#server/push/send-pushes.ts'
import { type PushService, startPushService, type TestSubscription } from './push-service.ts'
import { type TestMember, type TestServer, testServer } from './test-server.ts'

export const PUBLIC_URL = 'https://music.example'
/** The longest wait for a push service, in ms: a loaded machine must not reach it. */
const TIMEOUT_MS = 30_000

/** Starts a server and our own push service that it may push to. */
export async function pushWorld() {
  const service = await startPushService()
  const server = await testServer({
    settings: {
      publicUrl: new URL(PUBLIC_URL),
      pushAllowed: { urls: [`${service.url}/`], isAnyPublic: true },
      secretKey: 'a secret key of more than 32 characters',
      pushContact: PUBLIC_URL,
    },
  })
  return { server, service }
}

/** Returns a member's settings. */
export const readSettings = async (server: TestServer, as: TestMember) =>
  (await server.get('/api/user/notification-settings', { user: as.name }, { as })).body

/** Subscribes the browser of a member's session. */
export async function subscribe(server: TestServer, service: PushService, as: TestMember): Promise<TestSubscription> {
  const subscription = service.subscribe()
  service.state.publicKey = (await readSettings(server, as)).public_key
  const query = { user: as.name, ...subscription.keys }
  const response = await server.post('/api/user/subscribe-push', query, { as })
  expect(response.body).toEqual({ success: true })
  return subscription
}

/** Subscribes a member's further browsers, each with its own session. */
export async function addDevices(
  server: TestServer,
  service: PushService,
  member: TestMember,
  count: number,
): Promise<readonly TestSubscription[]> {
  const devices: TestSubscription[] = []
  for (let place = 0; place < count; place++) {
    const token = await insertSession(server.db, member.id, server.clock.now())
    const as = { ...member, cookies: new Map([[sessionCookie(server.config).name, token]]) }
    devices.push(await subscribe(server, service, as))
  }
  return devices
}

/** Sends what is due; waits `timeoutMs` for each response. */
export const deliver = (server: TestServer, timeoutMs = TIMEOUT_MS): Promise<void> =>
  sendDuePushes(server.services, new AbortController().signal, { timeoutMs })
