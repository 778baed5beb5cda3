import { sql } from 'kysely'
import { CHART_PLACES_MAX } from '#contract/listening/member-chart.ts'
import type { Period } from '#contract/wire.ts'
import type { Db } from '#server/db/open.ts'
import { selectIgnored, selectIgnoredTracks } from '../catalogue/ignored.ts'
import { PERIOD_NUMBERS } from '../listens/served-by.ts'
import type { ChartEntry } from './read-chart.ts'

/** Returns a chart that a music service fills, in the service's order. */
export async function listServiceEntries(
  db: Db,
  memberId: number,
  kind: 'artists' | 'tracks',
  period: Period,
): Promise<readonly ChartEntry[]> {
  const number = PERIOD_NUMBERS[period]
  const { rows } = await sql<ChartEntry>`select id, plays from (${
    kind === 'tracks'
      ? sql`select track_id as id, plays, place from chart_tracks where member_id = ${memberId} and period = ${number}`
      : period === 'overall'
        ? sql`select artist_id as id, plays, 0 as place from artist_plays where member_id = ${memberId}`
        : sql`select artist_id as id, plays, 0 as place from chart_artists where member_id = ${memberId} and period = ${number}`
  }) as counted where id not in ${
    kind === 'tracks' ? selectIgnoredTracks(memberId) : selectIgnored(memberId)
  } order by plays desc, place, id limit ${sql.lit(CHART_PLACES_MAX)}`.execute(db)
  return rows
}
