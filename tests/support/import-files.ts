import { expect } from 'vitest'
import type { Import } from '#contract/listening/imports.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** Sends a request with bytes as its body, or downloads bytes, as a member. */
export const sendBytes = (
  server: TestServer,
  as: TestMember,
  { path, method = 'POST', query = {}, body }: BytesToSend,
): Response | Promise<Response> =>
  server.app.hono.request(
    `http://localhost:3000${path}?${new URLSearchParams({ user: as.name, ...query })}`,
    {
      method,
      headers: { cookie: [...as.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )

interface BytesToSend {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/**
 * Imports a listen file: a text, bytes, or a value that is sent as JSON. Expects it to be accepted.
 */
export async function importFile(server: TestServer, as: TestMember, file: string | Buffer | object): Promise<Import> {
  const body = Buffer.isBuffer(file) ? file : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file))
  const response = await sendBytes(server, as, { path: '/api/user/import-listens', body })
  expect(response.status).toBe(200)
  return (await response.json()).import
}

/** Downloads the zip with all data about a member. */
export async function exportOf(server: TestServer, as: TestMember): Promise<Buffer> {
  const response = await sendBytes(server, as, { path: '/api/user/export', method: 'GET' })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
