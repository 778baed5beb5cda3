import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { inPieces } from '#tests/support/in-pieces.ts'
import { testServer } from '#tests/support/test-server.ts'
import { createApi } from './api.ts'
import type { DirectHandler } from './direct.ts'
import { listen } from './listen.ts'

const PATH = '/1/told'

/** A server that tells which way a request took, and what was read of it. */
async function twoWays(direct: DirectHandler = (c) => tell('direct', c.body, c.req.header('X-Asked'))) {
  const server = await testServer()
  const api = createApi(server.services)
  api.direct.set(`POST ${PATH}`, direct)
  api.hono.all('*', async (c) => c.json((await tell('hono', Buffer.from(await c.req.arrayBuffer()))).body))
  const listening = await listen(api, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => listening.close())
  return { server, port: listening.port, url: `http://127.0.0.1:${listening.port}${PATH}` }
}

const tell = async (way: string, body: Buffer, asked?: string) => ({
  status: 200,
  body: { way, length: body.length, asked },
})

test('a small request whose length is told takes the short way, with the headers and the line of all others', async () => {
  const { server, url } = await twoWays()
  const answer = await fetch(url, { method: 'POST', body: 'ä'.repeat(1000), headers: { 'X-Asked': 'how' } })
  expect(await answer.json()).toEqual({ way: 'direct', length: 2000, asked: 'how' })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
  const line = server.lines.find((it) => it.includes(`POST ${PATH}`))
  expect(line).toContain(`id=${answer.headers.get('x-request-id')}`)
  expect(line).toContain('status=200')
})

test.each<[string, string, RequestInit]>([
  ['another method', '', { method: 'PUT', body: 'x' }],
  ['another path', '/', { method: 'POST', body: 'x' }],
  ['a query', '?a=1', { method: 'POST', body: 'x' }],
  ['a long body', '', { method: 'POST', body: 'x'.repeat(65_537) }],
  ['a body whose length is not told', '', { method: 'POST', ...inPieces('x') }],
])('%s goes the way of all others', async (_, more, init) => {
  const { url } = await twoWays()
  expect(await (await fetch(url + more, init)).json()).toMatchObject({ way: 'hono' })
})

test('an empty body, several requests over a connection, and a body in pieces are read as they are', async () => {
  const { url, port } = await twoWays()
  for (const length of [0, 65_536, 3]) {
    const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(length) })
    expect(await answer.json()).toEqual({ way: 'direct', length })
  }
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\n`
  const answered = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
  })
  for (const piece of [head, 'ab', 'cd']) {
    socket.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(await answered).toContain('{"way":"direct","length":4}')
})

test('of who goes before the body has come nothing is done', async () => {
  let asked = 0
  const { server, port } = await twoWays(async (c) => {
    asked += 1
    return tell('direct', c.body)
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab`, () => socket.destroy())
  await expect.poll(() => server.lines.filter((it) => it.includes(`POST ${PATH}`))).toHaveLength(1)
  expect(asked).toBe(0)
})

test('a handler that breaks is an answer, too', async () => {
  const { server, url } = await twoWays(() => Promise.reject(new Error('a secret')))
  const answer = await fetch(url, { method: 'POST', body: 'x' })
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { error: 'Something went wrong on our side.', code: 'server_error' },
  ])
  expect(server.lines.join('\n')).toContain('a secret')
})
