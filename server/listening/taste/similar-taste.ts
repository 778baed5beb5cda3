import { type RawBuilder, sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { compareTaste, getSimilarTaste } from '#contract/listening/charts.ts'
import type { Db } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'
import { listeningOpenTo } from '#server/db/visible-to.ts'
import { compareArtists } from './compare-artists.ts'
import { NEIGHBOURS } from './neighbours-store.ts'
import { ARTISTS_MIN, computeSimilarity, computeTaste, findReliablePercentile, type Played } from './taste.ts'
import { countListeningMembers, getScale, listPlayed } from './taste-store.ts'

type SimilarTaste = ResponseOf<typeof getSimilarTaste>
type Comparison = ResponseOf<typeof compareTaste>

interface Row extends Omit<SimilarTaste['neighbours'][number], 'percentile' | 'pfpmed' | 'shared'> {
  similarity: number
  picture_url: string | null
  shared: Comparison['shared'] | null
  /** Both members' artist counts, at most `ARTISTS_MIN`. */
  own_artists: number
  their_artists: number
}

/**
 * Returns the neighbours that the job found for a member, followed members first, without those
 * hidden from the member, and those without plays, which the job deletes later.
 */
export async function listSimilarTaste(db: Db, memberId: number, limit: number): Promise<SimilarTaste> {
  const { rows } = await sql<Row>`
    select members.name as username, similarity, swag, picture_url,
      follows.id is not null as is_followed, shared.named as shared,
      ${countArtists(sql`${memberId}`)} as own_artists, ${countArtists(sql`other_id`)} as their_artists
    from (
      select other_id, similarity, shared from taste_neighbours
      where member_id = ${memberId} and ${listeningOpenTo(memberId, 'taste_neighbours.other_id')}
        and exists (select from artist_plays where artist_plays.member_id = other_id)
      order by similarity desc, other_id limit ${NEIGHBOURS}) as near
    join members on members.id = other_id
    left join follows on follower_id = ${memberId} and followee_id = other_id
    left join lateral (
      select json_agg(json_build_object('id', artists.id, 'name', artists.name, 'plays', artist_plays.plays) order by place)
        as named
      from unnest(near.shared) with ordinality as of (artist_id, place)
      join artists on artists.id = of.artist_id
      join artist_plays on artist_plays.artist_id = of.artist_id and artist_plays.member_id = ${memberId}) as shared on true
    order by is_followed desc, similarity desc, other_id limit ${limit}`.execute(db)
  const scale = await getScale(db)
  return {
    neighbours: rows.map(({ similarity, shared, picture_url, own_artists, their_artists, ...row }) => ({
      ...row,
      pfpmed: toPictures(picture_url).pfpmed,
      percentile: findReliablePercentile(similarity, scale, [own_artists, their_artists]),
      shared: shared ?? [],
    })),
    computed_at: await findComputedAt(db, memberId),
  }
}

const countArtists = (member: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select count(*) from (
    select from artist_plays where artist_plays.member_id = ${member} limit ${sql.lit(ARTISTS_MIN)}) as counted)`

async function findComputedAt(db: Db, memberId: number): Promise<string | null> {
  const row = await db
    .selectFrom('taste_members')
    .select('computed_at')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.computed_at?.toISOString() ?? null
}

/** Compares two members by their plays so far, whether they are neighbours or not. */
export async function compareMembers(db: Db, memberId: number, otherId: number): Promise<Comparison> {
  const played = await listPlayed(db, [memberId, otherId])
  const own = played.get(memberId) ?? []
  const theirs = played.get(otherId) ?? []
  const members = await countListeningMembers(db)
  const { shared, onlyOwn, onlyTheirs } = compareArtists(own, theirs, members)
  const names = await listNames(db, [...shared, ...onlyOwn, ...onlyTheirs])
  const withNames = (artists: readonly Played[]) =>
    artists.map(({ artistId, plays }) => ({ id: artistId, name: names.get(artistId) ?? '', plays }))
  const similarity = computeSimilarity(computeTaste(own, members), computeTaste(theirs, members))
  return {
    percentile: findReliablePercentile(similarity, await getScale(db), [own.length, theirs.length]),
    shared: withNames(shared),
    only_user: withNames(onlyOwn),
    only_other: withNames(onlyTheirs),
    hidden: undefined,
  }
}

async function listNames(db: Db, artists: readonly Played[]): Promise<ReadonlyMap<number, string>> {
  const ids = artists.map((it) => it.artistId)
  const { rows } = await sql<{ id: number; name: string }>`select id, name from artists
    where id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
