import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getListeningSources } from '#contract/listening/imports.ts'
import type { Db } from '#server/db/open.ts'
import { selectOwnName } from '../catalogue/sent-names.ts'
import { toSource } from '../listens/sources.ts'

type Doubles = NonNullable<ResponseOf<typeof getListeningSources>['doubles']>

const EXAMPLES = 10

/**
 * Returns the doubles of each two sources of a member, most first, with some examples. The page polls
 * it while a job runs, so names are looked up for the examples only.
 */
export async function listDoubles(db: Db, memberId: number): Promise<Doubles> {
  const { rows } = await sql<Omit<Doubles[number], 'kept_source' | 'source'> & { kept_source: number; source: number }>`
    with pairs as (
      select kept_source, source, count(*) filter (where removed_at is null) as found, count(removed_at) as removed
      from listen_doubles where member_id = ${memberId} group by 1, 2)
    select pairs.*, case when not coalesce(is_busy, false) then 'ready' when is_removed then 'removing' else 'restoring' end as status,
      coalesce(examples, '[]') as examples
    from pairs left join listen_double_pairs as pair
      on pair.member_id = ${memberId} and pair.kept_source = pairs.kept_source and pair.source = pairs.source
    cross join lateral (
      with latest as materialized (
        select track_id, listened_at, kept_at from listen_doubles as double
        where double.member_id = ${memberId} and double.kept_source = pairs.kept_source and double.source = pairs.source
          and (removed_at is null) = (found > 0)
        order by listened_at desc limit ${EXAMPLES})
      select json_agg(each) as examples from (
        select ${selectOwnName('track', memberId)} as track, ${selectOwnName('artist', memberId)} as artist,
          ${toIso('listened_at')} as listened_at, ${toIso('kept_at')} as kept_at
        from latest join tracks as named on named.id = latest.track_id
          join tracks on tracks.id = coalesce(named.merged_into, named.id) join artists on artists.id = tracks.artist_id
        order by listened_at desc) as each) as listed
    order by found + removed desc, pairs.kept_source, pairs.source`.execute(db)
  return rows.map((row) => ({ ...row, kept_source: toSource(row.kept_source), source: toSource(row.source) }))
}

const toIso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
