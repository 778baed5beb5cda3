import { Agent, request } from 'node:http'
import pg from 'pg'

/** Acts that succeed in a time, one after the other in each of so many lanes: per second. */
export async function perSecond(lanes: number, ms: number, act: (lane: number) => Promise<void>): Promise<number> {
  const begun = performance.now()
  let done = 0
  const run = async (lane: number) => {
    while (performance.now() - begun < ms) {
      await act(lane)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
  return (done * 1000) / (performance.now() - begun)
}

export interface Inserting {
  readonly insert: (lane: number) => Promise<void>
  readonly end: () => Promise<void>
}

/** Single rows, each in a transaction of its own, over a connection for each lane: what the disk and the engine give. */
export async function bareInserts(address: pg.ClientConfig, lanes: number): Promise<Inserting> {
  const clients = await Promise.all(
    Array.from({ length: lanes }, async () => {
      const client = new pg.Client(address)
      await client.connect()
      return client
    }),
  )
  await clients[0]?.query(`create table if not exists bare_inserts (
    member_id bigint not null, listened_at timestamptz not null, track_id bigint not null, source smallint not null,
    primary key (member_id, listened_at, track_id))`)
  let row = 0
  return {
    async insert(lane) {
      row += 1
      await clients[lane]?.query({
        name: 'insert',
        text: 'insert into bare_inserts values ($1, to_timestamp($2), $3, 0)',
        values: [row % 200, 1_600_000_000 + row, row % 5000],
      })
    },
    async end() {
      await Promise.all(clients.map((it) => it.end()))
    },
  }
}

export interface Scrobbling {
  readonly scrobble: (lane: number) => Promise<void>
  /** How many were answered with ok. */
  readonly accepted: () => number
  readonly end: () => void
}

/** Players of these tokens: each request is one listen that is new, of some thousand tracks, some far more often than others. */
export function players(
  url: string,
  tokens: readonly string[],
  { lanes, since }: { lanes: number; since: number },
): Scrobbling {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const target = new URL('/1/submit-listens', url)
  let sent = 0
  let accepted = 0
  return {
    async scrobble() {
      const turn = sent
      sent += 1
      const track = Math.floor(5000 * ((turn * 0.618034) % 1) ** 3)
      const metadata = { artist_name: `Artist ${track % 500}`, track_name: `Track ${track}`, additional_info: {} }
      const payload = [{ listened_at: since + Math.floor(turn / tokens.length), track_metadata: metadata }]
      const body = JSON.stringify({ listen_type: 'single', payload })
      await post(agent, target, tokens[turn % tokens.length] ?? '', body)
      accepted += 1
    },
    accepted: () => accepted,
    end: () => agent.destroy(),
  }
}

function post(agent: Agent, target: URL, token: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Token ${token}`, 'Content-Length': Buffer.byteLength(body) }
    const sending = request(target, { agent, method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}: ${text}`)),
      )
    })
    sending.on('error', reject)
    sending.end(body)
  })
}
