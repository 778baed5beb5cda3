import type { ReactNode } from 'react'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { LoadingHead } from '#src/ui/PictureHead.tsx'
import { Section } from '#src/ui/Section.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { Text } from '#src/ui/Text.tsx'
import { Audience } from './Audience.tsx'
import { listenersText } from './listeners-text.ts'
import { MusicHead } from './MusicHead.tsx'
import { MusicList } from './MusicList.tsx'
import { PlaysOverTime } from './PlaysOverTime.tsx'
import { albumQuery } from './queries.ts'

interface AlbumPageProps {
  id: number
  member: string | null
  /** Below the album. */
  children: ReactNode
}

/** An album: its tracks as played here, its listeners and the own plays. */
export function AlbumPage({ id, member, children }: AlbumPageProps) {
  const live = useLive(albumQuery(id))
  const album = live.value?.album
  useScreenTitle(album ? `${album.name} by ${album.artist}` : 'Album')
  return (
    <QueryState
      live={live}
      loading={<LoadingHead />}
      failed="Failed to load the album"
      lacking={<EmptyState text="This server has no pages of albums." />}
    >
      {(response) => {
        const { album, tracks, ...audience } = response
        if (album === null) return <EmptyState text="Album not found" link={{ text: 'Search', to: '/search' }} />
        return (
          <Panes
            lead={
              <>
                <MusicHead {...album} />
                <Audience {...audience} isVisitor={member === null} />
              </>
            }
            side={
              <>
                {member !== null && (
                  <PlaysOverTime member={member} kind="albums" id={album.id} isPlayed={audience.own_plays > 0} />
                )}
                <Section title="Tracks, as played here">
                  {tracks.length === 0 && <Text tone="quiet">No tracks are known yet.</Text>}
                  <MusicList
                    isOfOneArtist={tracks.every((track) => track.artist_id === album.artist_id)}
                    kind="tracks"
                    label="Tracks"
                    rows={tracks.map(listenersText)}
                  />
                </Section>
              </>
            }
          >
            {children}
          </Panes>
        )
      }}
    </QueryState>
  )
}
