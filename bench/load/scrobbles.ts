import pg from 'pg'
import type { PostLanes } from './post-lanes.ts'

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
  /** Sends a request of one listen, or of so many. */
  readonly scrobble: (lane: number) => Promise<void>
  /** How many listens were answered with ok. */
  readonly accepted: () => number
}

interface Players {
  readonly tokens: readonly string[]
  /** Of the first listens, in seconds since 1970. */
  readonly since: number
  /** Listens of one request. */
  readonly perRequest: number
}

/** Between two listens of a member: who listens without an end is looked at by jobs that nobody else gives so much to do. */
const APART_S = 1000

/** Players of these tokens: listens that are new, of some thousand tracks, some far more often than others. */
export function players(lanes: PostLanes, { tokens, since, perRequest }: Players): Scrobbling {
  let sent = 0
  let accepted = 0
  const listenOf = (turn: number, listenedAt: number) => {
    const track = Math.floor(5000 * ((turn * 0.618034) % 1) ** 3)
    const metadata = { artist_name: `Artist ${track % 500}`, track_name: `Track ${track}`, additional_info: {} }
    return { listened_at: listenedAt, track_metadata: metadata }
  }
  return {
    async scrobble(lane) {
      const turn = sent
      sent += 1
      const first = since + Math.floor(turn / tokens.length) * perRequest * APART_S
      const payload = Array.from({ length: perRequest }, (_, at) =>
        listenOf(turn * perRequest + at, first + at * APART_S),
      )
      const body = JSON.stringify({ listen_type: perRequest === 1 ? 'single' : 'import', payload })
      await lanes.post(lane, {
        path: '/1/submit-listens',
        token: tokens[turn % tokens.length] ?? '',
        body,
        status: 200,
      })
      accepted += perRequest
    },
    accepted: () => accepted,
  }
}

/** Requests as players send them, to a path where there is nothing: what the server's HTTP alone takes. */
export function knocks(lanes: PostLanes, tokens: readonly string[]): (lane: number) => Promise<void> {
  const listen = { listened_at: 1_600_000_000, track_metadata: { artist_name: 'Artist 1', track_name: 'Track 1' } }
  const body = JSON.stringify({ listen_type: 'single', payload: [listen] })
  return async (lane) => {
    await lanes.post(lane, { path: '/1/nothing', token: tokens[0] ?? '', body, status: 404 })
  }
}
