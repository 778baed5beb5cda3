import { sql } from 'kysely'
import { type KeptStatement, keptStatement } from '#server/db/kept-statement.ts'

/** The statements of a flight that make tracks and artists which scrobbles of the inbox name for the first time, as `insertTracks` does. */
export const makeTracks = (ids: string): readonly KeptStatement[] => [makeArtists({ ids }), makeTitles({ ids })]

const makeArtists = keptStatement<'ids'>(
  (gap) => sql`insert into artists (name, name_key)
    select distinct on (artist_key) artist, artist_key from scrobble_inbox
    where id = any(${gap('ids')}::bigint[])
      and (select true from artists as known where known.name_key = artist_key) is null
    order by artist_key, id
    on conflict (name_key) do nothing`,
)

const makeTitles = keptStatement<'ids'>(
  (gap) => sql`insert into tracks (artist_id, title, title_key)
    select distinct on (artist_id, title_key) artist_id, title, title_key
    from (
      select title, title_key, id, (
        select coalesce(merged_into, artists.id) from artists where name_key = artist_key) as artist_id
      from scrobble_inbox where id = any(${gap('ids')}::bigint[])) as named
    where (select true from tracks as known where known.artist_id = named.artist_id
      and known.title_key = named.title_key) is null
    order by artist_id, title_key, id
    on conflict (artist_id, title_key) do nothing`,
)
