/**
 * `npm run bench -- likes`: measures the reads by members with one broadcast that 100 and 1,000
 * members like: the activity list and the status, with unread likes, and the list with read ones
 * from one day and from ten; and the writes that change them. The floor is 150 ms at p50.
 */
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { SESSION_COOKIE } from '#contract/storage-names.ts'
import type { Db } from '#server/db/open.ts'
import { insertSession } from '#server/http/session.ts'
import { startApiServer } from './load/api-server.ts'
import { percentile } from './load/scrobbles.ts'

const READS = 40

const server = await startApiServer()
try {
  for (const likes of [100, 1000]) await measure(server.db, likes)
} finally {
  await server.stop()
}
console.log(
  `load of the machine ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)

async function measure(db: Db, likes: number): Promise<void> {
  const name = `author${likes}`
  const { rows } = await sql<{ id: number }>`insert into members (name, name_key, joined_at, last_login_at, active_at)
    values (${name}, ${name}, now(), now(), now()) returning id`.execute(db)
  const author = rows[0]?.id ?? 0
  const headers = { cookie: `${SESSION_COOKIE}=${await insertSession(db, author, new Date())}` }
  const request = async (method: string, path: string) => {
    const startedAt = performance.now()
    const response = await fetch(`${server.url}/api/${path}`, { method, headers })
    await response.text()
    if (response.status !== 200) throw new Error(`${path} is ${response.status}`)
    return performance.now() - startedAt
  }
  const read = async (what: string, path: string) => {
    const times: number[] = []
    for (let turn = 0; turn < READS + 5; turn++) times.push(await request('GET', path))
    const sorted = times.slice(5).toSorted((a, b) => a - b)
    console.log(
      `${likes} likes, ${what}: p50 ${percentile(sorted, 0.5).toFixed(1)} ms, p95 ${percentile(sorted, 0.95).toFixed(1)} ms`,
    )
  }
  const inserted = await time(() => insertLikes(db, author, likes))
  console.log(`${likes} likes, inserted in groups of 50 within ${inserted.toFixed(0)} ms`)
  await sql`analyze`.execute(db)
  await read('list, unread', `user/activity?user=${name}`)
  await read('status', 'user/status')
  const marked = await request('POST', `user/mark-activity-read?user=${name}&up_to=1000000000`)
  console.log(`${likes} likes, marked as read within ${marked.toFixed(0)} ms`)
  await read('list, read', `user/activity?user=${name}`)
  await sql`update activity set created_at = created_at - id % 10 * interval '1 day'
    where member_id = ${author}`.execute(db)
  await read('list, read, of ten days', `user/activity?user=${name}`)
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

/** Inserts members, a broadcast of the author, and their likes in groups of 50. */
async function insertLikes(db: Db, author: number, likes: number): Promise<void> {
  const prefix = `fan${likes}x`
  await sql`insert into members (name, name_key, joined_at, last_login_at, active_at)
    select ${prefix} || n, ${prefix} || n, now(), now(), now() from generate_series(1, ${likes}::integer) as n`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`insert into broadcasts (author_id, type, title)
    values (${author}, 'Activity', 'Loud') returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  const fans = await db.selectFrom('members').select('id').where('name', 'like', `${prefix}%`).orderBy('id').execute()
  for (let from = 0; from < fans.length; from += 50) {
    const ids = fans.slice(from, from + 50).map((fan) => fan.id)
    await sql`insert into activity (member_id, actor_id, kind, broadcast_id, created_at)
      select ${author}, fan, 'like', ${id}, now() from unnest(${ids}::bigint[]) as fan`.execute(db)
  }
}
