import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getTopArtists } from '#contract/listening/charts.ts'
import type { Db } from '#server/db/open.ts'
import { listeningOpenTo } from '#server/db/visible-to.ts'
import { selectDepth } from '../catalogue/select-depth.ts'
import { selectOwnName } from '../catalogue/sent-names.ts'
import { type ArtistRow, toTopArtist } from './charts.ts'

type Chart = ResponseOf<typeof getTopArtists>

/**
 * Returns several members' most played artists for all time, each as `getTopArtists` responds to
 * `viewerId`.
 */
export async function listTopArtistsOfMany(
  db: Db,
  viewerId: number,
  memberIds: readonly number[],
  limit: number,
): Promise<Map<number, Chart>> {
  const open = await db
    .selectFrom('members')
    .select('id')
    .where('id', 'in', memberIds)
    .where(listeningOpenTo(viewerId, 'members.id'))
    .execute()
  const charts = new Map<number, Chart>(memberIds.map((id) => [id, { topArtists: [], hidden: 1 as const }]))
  for (const { id } of open) charts.set(id, { topArtists: [], hidden: undefined })
  const ids = open.map(({ id }) => id)
  for (const row of await listArtists(db, viewerId, ids, limit))
    charts.get(row.member)?.topArtists.push(toTopArtist(row))
  return charts
}

type MemberArtist = ArtistRow & { readonly member: number }

async function listArtists(
  db: Db,
  viewerId: number,
  memberIds: readonly number[],
  limit: number,
): Promise<MemberArtist[]> {
  const columns = { artist: 'artists.id', member: sql`listener.id`, heard: 'top.tracks_heard' }
  const { rows } = await sql<MemberArtist>`
    select listener.id as member, artists.id, case when listener.id = ${viewerId} then ${selectOwnName('artist', viewerId)} else artists.name end as name, top.plays as scrobbles, explored.*
    from unnest(${memberIds}::bigint[]) as listener(id)
    cross join lateral (
      select artist_id, plays, tracks_heard from artist_plays where member_id = listener.id
      order by plays desc, artist_id limit ${limit}) as top
    join artists on artists.id = top.artist_id
    cross join lateral (${selectDepth(columns)}) as explored
    order by listener.id, top.plays desc, artists.id`.execute(db)
  return rows
}
