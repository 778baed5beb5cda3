import type { ServiceTrack } from '#contract/listening/track-services.ts'
import { Button } from '#src/ui/Button.tsx'
import { Chip, Chips } from '#src/ui/Chips.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { LaterButton } from '../later/LaterButton.tsx'
import { chosenService } from './chosen-service.ts'
import { markAsHeard } from './heard-tracks.ts'
import { findPreferred, type ListenableTrack, listListenOptions, nameOption } from './services.ts'
import { useListen } from './useListen.ts'

interface ServiceChipsProps {
  track: ListenableTrack
  /** Reports that an address leads to another song; not for visitors. */
  onReject: ((link: ServiceTrack) => void) | undefined
}

/** Every service that can open a track. The device remembers the one that was opened last. */
export function ServiceChips({ track, onReject }: ServiceChipsProps) {
  const { play } = useListen(track)
  const chosen = findPreferred(track, chosenService.use())
  const all = listListenOptions(track)
  // YouTube Music has the address of YouTube.
  const rejectable = all.filter(({ id, link }) => link && id !== 'youtube-music')
  return (
    <Stack as="section" gap="m">
      <Heading level={2}>Opens in</Heading>
      <Chips>
        {play && (
          <Chip isChosen onClick={play}>
            Your library
            <VisuallyHidden>, plays here</VisuallyHidden>
          </Chip>
        )}
        {all.map((option) => (
          <Chip
            key={option.id}
            isChosen={play === undefined && option.id === chosen.id}
            render={(look) => (
              <a
                href={option.url}
                target="_blank"
                rel="noopener noreferrer"
                onClick={() => {
                  chosenService.set(option.id)
                  markAsHeard(track)
                }}
                {...look}
              >
                {nameOption(option, all)}
                <VisuallyHidden>, opens outside</VisuallyHidden>
              </a>
            )}
          />
        ))}
      </Chips>
      <LaterButton track={track} />
      {onReject &&
        rejectable.map(({ id, name, link }) => (
          <Button key={id} variant="text" size="s" onClick={() => link && onReject(link)}>
            Not this song on {name}
          </Button>
        ))}
    </Stack>
  )
}
