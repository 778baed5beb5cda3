import { sql } from 'kysely'
import type { CoverSize } from '#contract/listening/covers.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'

/** A cover's sizes as WebP. */
export type EncodedCover = Readonly<Record<CoverSize, Buffer>>

/** A cache row; without an image, the album has no cover until then. */
export interface CachedCover {
  readonly image: Buffer | null
  readonly isOutdated: boolean
  /** Changes with the image, in ms. */
  readonly version: number
}

export async function findCachedCover(
  db: Db,
  albumId: number,
  size: CoverSize,
  now: Date,
): Promise<CachedCover | undefined> {
  const { rows } = await markPrepared(sql<CachedCover & { isUseOutdated: boolean }>`
    select ${sql.ref(size)} as image, outdated_at <= ${now} as "isOutdated",
      floor(extract(epoch from outdated_at) * 1000)::float8 as version,
      used_at < ${now}::timestamptz - interval '1 day' as "isUseOutdated"
    from covers where album_id = ${albumId}`).execute(db)
  const [row] = rows
  if (row?.isUseOutdated) await sql`update covers set used_at = ${now} where album_id = ${albumId}`.execute(db)
  return row
}

/**
 * Returns the release that most members have listened to as this album, or undefined: a single
 * member can name any.
 */
export async function findRelease(db: Db, albumId: number): Promise<string | undefined> {
  const { rows } = await sql<{ release: string }>`select release_mbid::text as release from listen_details
    where album_id = (select coalesce(merged_into, id) from albums where id = ${albumId}) and release_mbid is not null
    group by release_mbid order by count(distinct member_id) desc, release_mbid limit 1`.execute(db)
  return rows[0]?.release
}

/** Stores the result of a request: a cover, or null for none until the row is outdated. */
export async function storeCover(
  db: Db,
  albumId: number,
  cover: EncodedCover | null,
  { now, outdatedAt }: { readonly now: Date; readonly outdatedAt: Date },
): Promise<void> {
  const bytes = cover === null ? 0 : cover.small.length + cover.large.length
  await sql`insert into covers (album_id, outdated_at, used_at, small, large, bytes)
    select id, ${outdatedAt}::timestamptz, ${now}::timestamptz, ${cover?.small ?? null}::bytea,
      ${cover?.large ?? null}::bytea, ${bytes} from albums where id = ${albumId}
    on conflict (album_id) do update set outdated_at = excluded.outdated_at, used_at = excluded.used_at,
      small = excluded.small, large = excluded.large, bytes = excluded.bytes`.execute(db)
}

/** Deletes the covers that were not sent for longest, beyond a total size. */
export async function trimCovers(db: Db, maxBytes: number): Promise<void> {
  await sql`delete from covers where album_id in (
    select album_id from (
      select album_id, sum(bytes + 200) over (order by used_at desc, album_id) as total from covers) as sized
    where total > ${maxBytes})`.execute(db)
}
