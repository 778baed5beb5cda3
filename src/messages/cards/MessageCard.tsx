import type { LaterSource } from '#contract/listening/later-tracks.ts'
import { ListenPill } from '#src/listening/listen-links/Listen.tsx'
import { MusicLink } from '#src/listening/music/MusicLink.tsx'
import { ServicePlayerSlot } from '#src/listening/service-players/ServicePlayerSlot.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import type { ShownMessage } from '../overlay.ts'
import * as css from './MessageCard.css.ts'

interface MessageCardProps {
  track: NonNullable<ShownMessage['track']>
  /** The message, if the other member has sent it. */
  source: LaterSource | undefined
}

export function MessageCard({ track: { id, name, artist, links }, source }: MessageCardProps) {
  const listenable = { id, name, artist, url: '', links, source }
  return (
    <>
      <div className={css.card}>
        <Sleeve artist={artist} title={name} size="s" />
        <div className={css.words}>
          <MusicLink kind="tracks" id={id}>
            <Text as="span" strong>
              {name}
            </Text>
          </MusicLink>
          <Note as="span">{artist}</Note>
          <ListenPill track={listenable} side={source === undefined ? 'b' : 'a'} />
        </div>
      </div>
      <ServicePlayerSlot track={listenable} />
    </>
  )
}
