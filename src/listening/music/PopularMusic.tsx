import { useLive } from '#src/cache/useLive.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
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
    <Stack as="section" gap="m">
      <Heading level={2}>What people play here</Heading>
      <ArtistLinks label="Artists" artists={value.artists} />
      {value.tracks.length > 0 && (
        <MusicList
          kind="tracks"
          label="Tracks"
          rows={value.tracks.slice(0, TRACKS).map((track) => ({ ...track, detail: playsText(track.plays) }))}
        />
      )}
    </Stack>
  )
}
