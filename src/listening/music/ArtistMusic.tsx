import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { listenersText } from './listeners-text.ts'
import { MusicList } from './MusicList.tsx'
import { PlaysOverTime } from './PlaysOverTime.tsx'
import { artistMusicQuery } from './queries.ts'

export function ArtistMusic({ id, member }: { id: number; member: string | null }) {
  const live = useLive(artistMusicQuery(id))
  return (
    <Stack gap="xl">
      {member !== null && <PlaysOverTime member={member} kind="artists" id={id} />}
      <QueryState live={live} loading={<Skeleton shape="row" count={4} />} failed="Failed to load tracks and albums">
        {(music) => (
          <>
            <Section title="Top tracks here">
              {music.tracks.length === 0 && <Text tone="quiet">No member on the leaderboards has played a track.</Text>}
              <MusicList isOfOneArtist kind="tracks" label="Top tracks here" rows={music.tracks.map(listenersText)} />
            </Section>
            <Section title="Top albums here">
              {music.albums.length === 0 && <Text tone="quiet">No listen here names an album.</Text>}
              <MusicList isOfOneArtist kind="albums" label="Top albums here" rows={music.albums.map(listenersText)} />
            </Section>
          </>
        )}
      </QueryState>
    </Stack>
  )
}
