import { useLive } from '#src/cache/useLive.ts'
import { Section } from '#src/ui/Section.tsx'
import { ArtistLinks } from '../ArtistLinks.tsx'
import { playsText } from '../plays-text.ts'
import { MusicList } from './MusicList.tsx'
import { popularMusicQuery } from './queries.ts'

const TRACKS = 10

/** The server's charts: its most played artists and tracks. Nothing without a response. */
export function PopularMusic() {
  const { value } = useLive(popularMusicQuery)
  if (!value || value.artists.length === 0) return null
  return (
    <Section title="What people play here">
      <ArtistLinks label="Artists" artists={value.artists} />
      {value.tracks.length > 0 && (
        <MusicList
          kind="tracks"
          label="Tracks"
          rows={value.tracks.slice(0, TRACKS).map((track) => ({ ...track, detail: playsText(track.plays) }))}
        />
      )}
    </Section>
  )
}
