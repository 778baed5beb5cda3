import type { ReactNode } from 'react'
import { useLive } from '#src/cache/useLive.ts'
import { listRole } from '#src/ui/list-role.ts'
import { loadingMarker } from '#src/ui/markers.ts'
import { countText } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Text } from '#src/ui/Text.tsx'
import { MusicLink } from './MusicLink.tsx'
import { MusicList } from './MusicList.tsx'
import * as css from './PopularMusic.css.ts'
import { popularMusicQuery } from './queries.ts'

const TRACKS = 5

/** The server's charts: its most played artists and tracks, or `empty` if there are none. */
export function PopularMusic({ empty }: { empty?: ReactNode }) {
  const { value, error } = useLive(popularMusicQuery)
  if (value === undefined && error === null) return <div {...loadingMarker} />
  if (!value || value.artists.length === 0) return empty
  return (
    <Section title="What people play here">
      <div className={css.room}>
        <ul {...listRole} aria-label="Artists" className={css.shelf}>
          {value.artists.map(({ id, name }) => (
            <li key={id} className={css.tile}>
              <MusicLink kind="artists" id={id} className={css.link}>
                <Sleeve artist={name} title={name} size="fill" />
                <Text as="span" size="s">
                  <bdi>{name}</bdi>
                </Text>
              </MusicLink>
            </li>
          ))}
        </ul>
      </div>
      {value.tracks.length > 0 && (
        <MusicList
          kind="tracks"
          label="Tracks"
          rows={value.tracks.slice(0, TRACKS).map((track) => ({ ...track, detail: countText(track.plays, 'play') }))}
        />
      )}
    </Section>
  )
}
