import { sql } from 'kysely'
import type { Period } from '#contract/wire.ts'
import type { Db } from '#server/db/open.ts'
import { isWithin } from '../charts.ts'
import { type ArtistCount, CHART_DEPTH, type DayCount, type Source, SourceFailure, type TrackCount } from './source.ts'

/**
 * What is kept here as a source like any other: the same charts that readers see of it, from the days of `plays_daily`, whether
 * they count at present or a service's do. An account is a member's number. Nothing asks it while the server runs, since readers
 * need not wait for charts that are in the same database; its test holds the interface and the readers to the same meaning.
 */
export function keptHere(db: Db, now: () => Date): Source {
  return {
    title: 'Kept here',
    async findAccount(name) {
      const found = await db.selectFrom('members').select('id').where('id', '=', Number(name)).executeTakeFirst()
      if (found === undefined) throw new SourceFailure('unknown_name')
      return String(found.id)
    },
    async fetchArtists(account, period) {
      const { rows } = await sql<ArtistCount>`select artists.name, top.plays from (
          select artist_id, sum(plays) as plays from plays_daily
          where member_id = ${Number(account)} and ${isWithin({ period, now: now() })}
          group by artist_id order by plays desc, artist_id limit ${CHART_DEPTH}) as top
        join artists on artists.id = top.artist_id order by top.plays desc, artists.id`.execute(db)
      return { entries: rows, asOf: await freshAsOf(db, Number(account), now()) }
    },
    async fetchTracks(account, period) {
      return {
        entries: await listTracks(db, Number(account), period, now()),
        asOf: await freshAsOf(db, Number(account), now()),
      }
    },
    async fetchDays(account, since) {
      const { rows } = await sql<DayCount>`select day::text as day, sum(plays) as plays from plays_daily
        where member_id = ${Number(account)} and day >= ${since}::date group by plays_daily.day order by plays_daily.day desc`.execute(
        db,
      )
      return { since, counts: rows }
    },
  }
}

async function listTracks(db: Db, memberId: number, period: Period, now: Date): Promise<readonly TrackCount[]> {
  const { rows } = await sql<TrackCount>`select tracks.title, artists.name as artist, top.plays from (
      select track_id, sum(plays) as plays, max(day) as latest from plays_daily
      where member_id = ${memberId} and ${isWithin({ period, now })}
      group by track_id order by plays desc, latest desc, track_id limit ${CHART_DEPTH}) as top
    join tracks on tracks.id = top.track_id join artists on artists.id = tracks.artist_id
    order by top.plays desc, top.latest desc, tracks.id`.execute(db)
  return rows
}

/** When something last came in. */
async function freshAsOf(db: Db, memberId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`select max(updated_at) as at from listen_sources
    where member_id = ${memberId} and listens > 0`.execute(db)
  return rows[0]?.at ?? now
}
