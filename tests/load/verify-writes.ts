import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { RequestSender } from './request-sender.ts'
import type { WriteLedger } from './write-ledger.ts'

/** What the database contains of one kind of acknowledged writes. */
export interface Verdict {
  readonly kind: string
  readonly acknowledged: number
  /** Acknowledged and absent. */
  readonly lost: readonly string[]
  /** Stored twice, or without an acknowledgement. */
  readonly doubled: readonly string[]
}

type Run = (text: string, values?: readonly unknown[]) => Promise<readonly { key: string; count: number }[]>

const OF_RUN = `(select id from members where not is_system)`

/** One row for each stored key and its row count. */
const STORED: Readonly<Record<keyof WriteLedger['rows'], string>> = {
  members: `select name as key, count(*)::int from members where not is_system group by 1`,
  broadcasts: `select title as key, count(*)::int from broadcasts where author_id in ${OF_RUN} group by 1`,
  messages: `select body as key, count(*)::int from messages where sender_id in ${OF_RUN} group by 1`,
  listens: `select extract(epoch from listened_at)::bigint::text as key, count(*)::int from listens group by 1`,
  swaps: `select id::text as key, 1 as count from song_swaps`,
  withdrawals: `select id::text as key, 1 as count from song_swaps where ended = 'withdrawn'`,
}

const STATES: Readonly<Record<keyof WriteLedger['states'], string>> = {
  likes: `select name || ' ' || broadcast_id as key, 1 as count from likes join members on members.id = member_id`,
  follows: `select follower.name || ' ' || followee.name as key, 1 as count from follows
    join members as follower on follower.id = follower_id join members as followee on followee.id = followee_id`,
}

/** Counters that differ from the rows that they count: a difference is a lost or doubled update. */
const COUNTERS = `
  select 'likes of broadcast ' || id as key, likes - (select count(*)::int from likes where broadcast_id = broadcasts.id) as count
    from broadcasts
  union all select 'activity of likes', (select count(*)::int from activity where kind = 'like')
    - (select count(*)::int from likes join broadcasts on broadcasts.id = broadcast_id
       join members on members.id = author_id and not is_system where author_id <> likes.member_id)
  union all select 'activity of follows', (select count(*)::int from activity where kind = 'follow')
    - (select count(*)::int from follows)
  union all select 'plays of days', (select coalesce(sum(plays), 0)::int from plays_daily) - (select count(*)::int from listens)
  union all select 'plays of tracks', (select coalesce(sum(plays), 0)::int from track_plays) - (select count(*)::int from listens)
  union all select 'plays of artists', (select coalesce(sum(plays), 0)::int from artist_plays) - (select count(*)::int from listens)`

/** Compares the database with the ledger, once all accepted scrobbles are aggregated. */
export async function verifyWrites(ledger: WriteLedger, address: pg.ClientConfig): Promise<readonly Verdict[]> {
  const client = new pg.Client(address)
  await client.connect()
  const run: Run = async (text, values = []) => (await client.query(text, [...values])).rows
  try {
    await waitForAggregation(run)
    const verdicts: Verdict[] = []
    for (const kind of keysOf(STORED)) verdicts.push(compareRows(kind, ledger.rows[kind], await run(STORED[kind])))
    for (const kind of keysOf(STATES)) verdicts.push(compareStates(kind, ledger.states[kind], await run(STATES[kind])))
    verdicts.push(await compareClientIds(ledger, run), await compareCounters(run))
    return verdicts
  } finally {
    await client.end()
  }
}

/** `Object.keys` has no narrower type than string. */
const keysOf = <K extends string>(record: Readonly<Record<K, string>>) => Object.keys(record) as K[]

async function waitForAggregation(run: Run): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await wait(100)) {
    const [row] = await run(`select 'inbox' as key, count(*)::int from scrobble_inbox`)
    if (row?.count === 0) return
  }
  throw new Error('Scrobbles were not aggregated within 30 s.')
}

function compareRows(
  kind: string,
  acknowledged: ReadonlySet<string>,
  stored: readonly { key: string; count: number }[],
): Verdict {
  const keys = new Set(stored.map((row) => row.key))
  return {
    kind,
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((key) => !keys.has(key)),
    doubled: stored.filter(({ key, count }) => count !== 1 || !acknowledged.has(key)).map((row) => row.key),
  }
}

const compareStates = (
  kind: string,
  states: ReadonlyMap<string, boolean>,
  stored: readonly { key: string; count: number }[],
) => compareRows(kind, new Set([...states].filter(([, isSet]) => isSet).map(([key]) => key)), stored)

async function compareClientIds({ writes }: WriteLedger, run: Run): Promise<Verdict> {
  const sent = new Set(writes.map(({ request }) => request.query?.['client_id'] ?? ''))
  const stored = await run(
    `select client_id::text as key, count(*)::int from client_ids where status is not null group by 1`,
  )
  return compareRows('client_ids', sent, stored)
}

async function compareCounters(run: Run): Promise<Verdict> {
  const counters = await run(COUNTERS)
  return {
    kind: 'counters',
    acknowledged: counters.length,
    lost: counters.filter(({ count }) => count < 0).map((row) => row.key),
    doubled: counters.filter(({ count }) => count > 0).map((row) => row.key),
  }
}

/** Sends acknowledged writes again. Returns those with another response than the first time. */
export async function findChangedResponses(
  { writes }: WriteLedger,
  sender: RequestSender,
  most = 50,
): Promise<readonly string[]> {
  const step = Math.max(1, Math.floor(writes.length / most))
  const changed: string[] = []
  for (const write of writes.filter((_, at) => at % step === 0)) {
    const { status, text } = await sender.send(write.request)
    // The stored response is jsonb, which does not retain the name order.
    const isEqual = status === write.status && isDeepStrictEqual(JSON.parse(text), JSON.parse(write.text))
    if (!isEqual) changed.push(`${write.kind}: ${write.text} is now ${text}`)
  }
  return changed
}
