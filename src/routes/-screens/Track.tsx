import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { TrackBroadcasts } from '#src/broadcasts/of-track/TrackBroadcasts.tsx'
import { trackQuery } from '#src/listening/music/queries.ts'
import { TrackPage } from '#src/listening/music/TrackPage.tsx'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { TrackSwaps } from '#src/swaps/TrackSwaps.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { sendIcon } from '#src/ui/later-icons.ts'
import { Action } from '#src/ui/PictureHead.tsx'
import { InvitationIfMissing, MusicInvitation, MusicScreen } from './MusicScreen.tsx'
import { useTrackActions } from './useTrackActions.ts'

const route = getRouteApi('/track/$id')

interface TrackName {
  id: number
  name: string
  artist: string
}

export const Track = () => (
  <MusicScreen kind="Track" text={route.useParams().id}>
    {(id, member) => (
      <>
        <TrackPage
          key={id}
          id={id}
          member={member}
          renderActions={(track) => member !== null && <TrackActions member={member} track={track} />}
        >
          {(trackId) => (
            <>
              <TrackBroadcasts id={trackId} />
              {member === null ? <MusicInvitation /> : <TrackSwaps id={trackId} member={member} />}
            </>
          )}
        </TrackPage>
        {member === null && <InvitationIfMissing query={trackQuery(id)} hasContent={(page) => page?.track != null} />}
      </>
    )}
  </MusicScreen>
)

function TrackActions({ member, track: { id, name, artist } }: { member: string; track: TrackName }) {
  const actions = useTrackActions(member)
  const [isSending, setSending] = useState(false)
  const track = { id, title: name, artist }
  return (
    <>
      <Action word="Broadcast">
        <IconButton icon="feed" label="Broadcast" onClick={() => actions.broadcast(track)} />
      </Action>
      <Action word="Swap">
        <IconButton icon="swap" label="Swap" onClick={() => actions.swap(track)} />
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
