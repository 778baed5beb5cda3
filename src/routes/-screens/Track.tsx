import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { TrackBroadcasts } from '#src/broadcasts/of-track/TrackBroadcasts.tsx'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { useWayBack } from '#src/layout/useWayBack.tsx'
import { parseArtistId } from '#src/listening/artist-id.ts'
import { TrackPage } from '#src/listening/music/TrackPage.tsx'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { TrackSwaps } from '#src/swaps/of-track/TrackSwaps.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { sendIcon } from '#src/ui/later-icons.ts'
import { Action } from '#src/ui/PictureHead.tsx'
import { ShareButton } from '#src/ui/ShareButton.tsx'
import { MemberScreen } from './MemberScreen.tsx'
import { useTrackActions } from './useTrackActions.ts'

const route = getRouteApi('/track/$id')

interface TrackName {
  id: number
  name: string
  artist: string
}

/** The page of the track in the URL. */
export function Track() {
  const { id: text } = route.useParams()
  const id = parseArtistId(text)
  const actions = (
    <>
      <RefreshButton />
      <ShareButton label="Share Track" title="Track" path={`/track/${text}`} />
    </>
  )
  return (
    <MemberScreen isSpread title="Track" back={useWayBack()} actions={id !== undefined && actions}>
      {(member) =>
        id === undefined ? (
          <EmptyState text="Track not found" />
        ) : (
          <TrackPage
            key={id}
            id={id}
            member={member}
            renderActions={(track) => <TrackActions member={member} track={track} />}
          >
            {(trackId) => (
              <>
                <TrackBroadcasts id={trackId} />
                <TrackSwaps id={trackId} member={member} />
              </>
            )}
          </TrackPage>
        )
      }
    </MemberScreen>
  )
}

/** Opens the forms of a broadcast and of a swap with the track. */
function TrackActions({ member, track: { id, name, artist } }: { member: string; track: TrackName }) {
  const acts = useTrackActions(member)
  const [isSending, setSending] = useState(false)
  const track = { id, title: name, artist }
  return (
    <>
      <Action word="Broadcast">
        <IconButton icon="feed" label="Broadcast" onClick={() => acts.broadcast(track)} />
      </Action>
      <Action word="Swap">
        <IconButton icon="swap" label="Swap" onClick={() => acts.swap(track)} />
      </Action>
      {useHostAdds() && (
        <Action word="Send">
          <IconButton icon={sendIcon} label="Send as Message" aria-haspopup="dialog" onClick={() => setSending(true)} />
        </Action>
      )}
      {isSending && (
        <LazyComponent
          load={sendTrack}
          props={{ member, track: { id, name, artist }, onClose: () => setSending(false) }}
        />
      )}
    </>
  )
}

const sendTrack = async () => (await import('#src/messages/cards/SendTrack.tsx')).SendTrack
