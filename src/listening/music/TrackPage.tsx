import type { ReactNode } from 'react'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useLive } from '#src/cache/useLive.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { ListenLink } from '../listen-links/ListenLink.tsx'
import { LoveButton } from '../loved/LoveButton.tsx'
import { Audience } from './Audience.tsx'
import { rejectLink } from './actions.ts'
import { MusicHead } from './MusicHead.tsx'
import { PlaysOverTime } from './PlaysOverTime.tsx'
import { trackQuery } from './queries.ts'

interface TrackPageProps {
  id: number
  member: string
  /** Rendered below a known track: actions, and then what other domains have of it. */
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
    <QueryState live={live} loading="Loading..." failed="Failed to load the track">
      {(answer) => {
        if (answer === null) return <EmptyState text="This server has no pages of tracks." />
        const { track, links, ...audience } = answer
        if (track === null) return <EmptyState text="Track not found" />
        const { name, artist, lastfmtrackurl } = track
        return (
          <Panes
            lead={
              <>
                <MusicHead {...track} heart={<LoveButton track={{ id: track.id, track: name, artist }} />} />
                <ListenLink
                  track={{ name, artist, url: lastfmtrackurl, links }}
                  side="b"
                  onReject={({ service, id: linkId }) =>
                    void dispatch(rejectLink, { user: member, trackId: track.id, track: name, service, linkId })
                  }
                />
                {renderActions(track)}
                <Audience {...audience} />
              </>
            }
            side={
              <>
                <PlaysOverTime member={member} kind="tracks" id={track.id} />
                {children(track.id)}
              </>
            }
          />
        )
      }}
    </QueryState>
  )
}
