import { ListenPill } from '#src/listening/listen-links/Listen.tsx'
import { MusicLink } from '#src/listening/music/MusicLink.tsx'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Heading, Note, Text } from '#src/ui/Text.tsx'
import * as css from './SideCard.css.ts'
import type { SwapTrack } from './status.ts'

interface TrackCardProps {
  track: SwapTrack
  /** `a`: the initiator's. */
  side: 'a' | 'b'
  /** The sender; undefined for the user's own track. */
  from?: string
}

/** A sent track, large, with its sleeve and links to its page and to a music service. */
export function TrackCard({ track, side, from }: TrackCardProps) {
  const hasPages = useHostAdds()
  return (
    <Card side={side}>
      <div className={css.inside}>
        <Sleeve artist={track.artist} title={track.name} size="l" />
        <div className={css.words}>
          <span className={css.who}>
            {from !== undefined && <Avatar name={from} size="s" />}
            <Note as="span">{from === undefined ? 'from you' : `from ${from}`}</Note>
          </span>
          <Heading level={3} look="title">
            {hasPages && track.id !== undefined ? (
              <MusicLink kind="tracks" id={track.id}>
                {track.name}
              </MusicLink>
            ) : (
              track.name
            )}
          </Heading>
          <Text tone="quiet">{track.artist}</Text>
          {track.text !== undefined && <Text>“{track.text}”</Text>}
          <ListenPill track={track} side={side} />
        </div>
      </div>
    </Card>
  )
}
