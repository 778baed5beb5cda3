import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { updateTaste } from '#server/listening/index.ts'
import { runToEnd } from '#tests/support/jobs.ts'
import type { Client, SignedInMember } from './client.ts'
import { measureMedians, measureMs } from './measure.ts'

export interface TasteFigures {
  readonly jobMs: number
  readonly members: number
  readonly readMs: number
  /** The database's query plan for a member's neighbours. */
  readonly plan: string
}

/** Runs the job for every member's neighbours, then reads some. */
export async function measureTaste(
  db: Db,
  client: Client,
  viewers: readonly SignedInMember[],
  now: Date,
): Promise<TasteFigures> {
  const jobMs = await measureMs(() => runToEnd(db, updateTaste, now))
  await sql`analyze taste_neighbours`.execute(db)
  const read = (at: number) => {
    const viewer = viewers[at % viewers.length]
    if (viewer === undefined) throw new Error('The community has no member to query.')
    return client.get(viewer, '/api/user/similar-taste', { user: viewer.name })
  }
  let round = 0
  const [readMs = 0] = await measureMedians([() => read(round++)], viewers.length)
  const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`explain select other_id, similarity, shared
    from taste_neighbours where member_id = ${viewers[0]?.id ?? 0}`.execute(db)
  const { rows: counted } = await sql<{ members: number }>`select count(*) as members from taste_members
    where computed_at is not null and not is_waiting`.execute(db)
  return {
    jobMs,
    readMs,
    members: counted[0]?.members ?? 0,
    plan: plan.map((row) => row['QUERY PLAN'].trim()).join('; '),
  }
}
