import type { ReactNode } from 'react'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useLive } from '#src/cache/useLive.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { LoadingHead } from '#src/ui/PictureHead.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { ListenAction } from '../listen-links/Listen.tsx'
import { ServiceChips } from '../listen-links/ServiceChips.tsx'
import { LoveAction } from '../loved/LoveButton.tsx'
import { ServicePlayerSlot } from '../service-players/ServicePlayerSlot.tsx'
import { Audience } from './Audience.tsx'
import { rejectLink } from './actions.ts'
import { MusicHead } from './MusicHead.tsx'
import { PlaysOverTime } from './PlaysOverTime.tsx'
import { trackQuery } from './queries.ts'

const toLinkText = ({ service, id }: { service: string; id: string }) => `${service}:${id}`

interface TrackPageProps {
  id: number
  /** Null: a visitor. */
  member: string | null
  /** Round actions for a known track, and then what other domains have for it. */
  renderActions: (track: { id: number; name: string; artist: string }) => ReactNode
  children: (trackId: number) => ReactNode
}

/** A track: its listeners, the own plays, its broadcasts and swaps. */
export function TrackPage({ id, member, renderActions, children }: TrackPageProps) {
  const live = useLive(trackQuery(id))
  const { dispatch } = useDispatch()
  const track = live.value?.track
  useScreenTitle(track ? `${track.name} by ${track.artist}` : 'Track')
  return (
    <QueryState
      live={live}
      loading={<LoadingHead />}
      failed="Failed to load the track"
      lacking={<EmptyState text="This server has no pages of tracks." />}
    >
      {(response) => {
        const { track, links, ...audience } = response
        if (track === null) return <EmptyState text="Track not found" link={{ text: 'Search', to: '/search' }} />
        const { name, artist, lastfmtrackurl: url } = track
        const listenable = { id: track.id, name, artist, url, links: links.map(toLinkText).join(' ') }
        return (
          <Panes
            lead={
              <>
                <MusicHead
                  {...track}
                  actions={
                    <>
                      <LoveAction track={{ id: track.id, track: name, artist }} />
                      <ListenAction track={listenable} />
                      {renderActions(track)}
                    </>
                  }
                />
                <Audience {...audience} isVisitor={member === null}>
                  <ServicePlayerSlot track={listenable} />
                  <ServiceChips
                    track={listenable}
                    onReject={
                      member === null
                        ? undefined
                        : ({ service, id: linkId }) =>
                            void dispatch(rejectLink, { user: member, trackId: track.id, track: name, service, linkId })
                    }
                  />
                </Audience>
              </>
            }
            side={
              <>
                {member !== null && (
                  <PlaysOverTime member={member} kind="tracks" id={track.id} isPlayed={audience.own_plays > 0} />
                )}
                {children(track.id)}
              </>
            }
          />
        )
      }}
    </QueryState>
  )
}
