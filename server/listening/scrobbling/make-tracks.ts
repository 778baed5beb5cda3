import { sql } from 'kysely'
import { arrayOfTexts, type KeptStatement, keptStatement } from '#server/db/kept-statement.ts'
import type { TrackName } from '../catalogue.ts'
import { nameKey } from '../rules.ts'

/** The statements of a flight that make tracks and artists which are not known yet, as `insertTracks` does. */
export function makeTracks(names: readonly TrackName[]): readonly KeptStatement[] {
  const artists = names.map((it) => it.artist.trim())
  const titles = names.map((it) => it.title.trim())
  const artistKeys = arrayOfTexts(artists.map(nameKey))
  return [
    makeArtists({ names: arrayOfTexts(artists), keys: artistKeys }),
    makeTitles({ artistKeys, titles: arrayOfTexts(titles), keys: arrayOfTexts(titles.map(nameKey)) }),
  ]
}

const makeArtists = keptStatement<'names' | 'keys'>(
  (gap) => sql`insert into artists (name, name_key)
    select distinct on (name_key) name, name_key
    from unnest(${gap('names')}::text[], ${gap('keys')}::text[]) with ordinality as given (name, name_key, place)
    where (select true from artists as known where known.name_key = given.name_key) is null
    order by name_key, place
    on conflict (name_key) do nothing`,
)

const makeTitles = keptStatement<'artistKeys' | 'titles' | 'keys'>(
  (gap) => sql`insert into tracks (artist_id, title, title_key)
    select distinct on (artist_id, title_key) artist_id, title, title_key
    from (
      select title, title_key, place, (
        select coalesce(merged_into, id) from artists where artists.name_key = given.artist_key) as artist_id
      from unnest(${gap('artistKeys')}::text[], ${gap('titles')}::text[], ${gap('keys')}::text[])
        with ordinality as given (artist_key, title, title_key, place)) as named
    where (select true from tracks as known where known.artist_id = named.artist_id
      and known.title_key = named.title_key) is null
    order by artist_id, title_key, place
    on conflict (artist_id, title_key) do nothing`,
)
