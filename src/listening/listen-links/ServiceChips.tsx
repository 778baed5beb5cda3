import { Button } from '#src/ui/Button.tsx'
import { Chip, Chips } from '#src/ui/Chips.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Action } from '#src/ui/PictureHead.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { chosenService } from './chosen-service.ts'
import { type ExactLink, findPreferred, type ListenableTrack, listListenOptions, nameOption } from './services.ts'

const outside = { target: '_blank', rel: 'noopener noreferrer' }

/** Opens a track in the music service that was chosen last, among the actions of its head. */
export function ListenAction({ track }: { track: ListenableTrack }) {
  const { name, url } = findPreferred(track, chosenService.use())
  return (
    <Action word="Listen">
      <IconButton
        icon="play"
        variant="primary"
        label={`Listen on ${name} to ${track.name}, opens outside`}
        render={({ children, ...look }) => (
          <a href={url} {...outside} {...look}>
            {children}
          </a>
        )}
      />
    </Action>
  )
}

interface ServiceChipsProps {
  track: ListenableTrack
  /** Reports that an address leads to another song. */
  onReject: (link: ExactLink) => void
}

/** Every service that can open a track. The device remembers the one that was opened last. */
export function ServiceChips({ track, onReject }: ServiceChipsProps) {
  const chosen = findPreferred(track, chosenService.use())
  const all = listListenOptions(track)
  // YouTube Music has the address of YouTube.
  const rejectable = all.filter(({ id, link }) => link && id !== 'youtube-music')
  return (
    <Stack as="section" gap="m">
      <Heading level={2}>Opens in</Heading>
      <Chips>
        {all.map((option) => (
          <Chip
            key={option.id}
            isChosen={option.id === chosen.id}
            render={(look) => (
              <a href={option.url} {...outside} onClick={() => chosenService.set(option.id)} {...look}>
                {nameOption(option, all)}
                <VisuallyHidden>, opens outside</VisuallyHidden>
              </a>
            )}
          />
        ))}
      </Chips>
      {rejectable.map(({ id, name, link }) => (
        <Button key={id} variant="text" size="s" onClick={() => link && onReject(link)}>
          Not this song on {name}
        </Button>
      ))}
    </Stack>
  )
}
