import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, listen } from '#server/http/listen.ts'
import { inPieces } from '#tests/support/in-pieces.ts'
import { aListen, countAccepted, makeToken } from '#tests/support/players.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'

/* A submission is answered the same whether it takes the short way (`answerDirectly`) or that of all others. */

let server: TestServer
let listening: Listening
let token: string

beforeAll(async () => {
  server = await testServer()
  listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  token = await makeToken(server, await server.signUp('ada'))
})
afterAll(() => listening.close())

const single = (at: number) => JSON.stringify({ listen_type: 'single', payload: [aListen(at)] })
const playing = JSON.stringify({ listen_type: 'playing_now', payload: [{ track_metadata: aListen(0).track_metadata }] })

/** What is different by nature. */
const OWN = ['date', 'x-request-id', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']

async function submit(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  isLengthTold: boolean,
) {
  const answer = await fetch(`http://127.0.0.1:${listening.port}/1/submit-listens`, {
    method: 'POST',
    headers,
    ...(isLengthTold ? { body } : inPieces(body)),
  })
  const told = [...answer.headers].filter(([name]) => !OWN.includes(name))
  const left = told.map(([name, value]) => [name, name.startsWith('x-ratelimit-re') ? 'some' : value])
  return { status: answer.status, headers: Object.fromEntries(left), body: await answer.json() }
}

test.each<[string, (token: string) => Readonly<Record<string, string>>, string | Uint8Array<ArrayBuffer>]>([
  ['a listen', authorized, single(1_600_000_000)],
  [
    'several',
    authorized,
    JSON.stringify({ listen_type: 'import', payload: [1, 2].map((it) => aListen(1_650_000_000 + it)) }),
  ],
  ['what plays now', authorized, playing],
  ['nothing at all', authorized, ''],
  ['no JSON', authorized, '{'],
  ['no UTF-8', authorized, new Uint8Array([0x22, 0xff, 0x22])],
  ['a listen of tomorrow', authorized, single(9_999_999_999)],
  ['no token', () => ({}), single(1_600_000_000)],
  ['a token of nobody', () => ({ Authorization: 'Token 00000000-0000-4000-8000-000000000000' }), single(1_600_000_000)],
  ['a header that is none', () => ({ Authorization: 'Basic x' }), single(1_600_000_000)],
])('%s', async (_, headers, body) => {
  const [short, long] = [await submit(body, headers(token), true), await submit(body, headers(token), false)]
  expect(short).toEqual(long)
})

function authorized(it: string) {
  return { Authorization: `Token ${it}`, 'Content-Type': 'application/json' }
}

test('what came by both ways is kept once', async () => {
  const before = await listens()
  for (const isLengthTold of [true, false]) await submit(single(1_610_000_000), authorized(token), isLengthTold)
  await countAccepted(server)
  expect(await listens()).toBe(before + 1)
})

async function listens(): Promise<number> {
  await countAccepted(server)
  return (await server.db.selectFrom('listens').select('listened_at').execute()).length
}
