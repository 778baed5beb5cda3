import { Chip, Chips } from '#src/ui/Chips.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Action } from '#src/ui/PictureHead.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { chosenService } from './chosen-service.ts'
import { findPreferred, type ListenableTrack, listListenOptions } from './services.ts'

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

/** Every service that can open a track. The device remembers the one that was opened last. */
export function ServiceChips({ track }: { track: ListenableTrack }) {
  const chosen = findPreferred(track, chosenService.use())
  return (
    <Stack as="section" gap="m">
      <Heading level={2}>Opens in</Heading>
      <Chips>
        {listListenOptions(track).map(({ id, name, url }) => (
          <Chip
            key={id}
            isChosen={id === chosen.id}
            render={(look) => (
              <a href={url} {...outside} onClick={() => chosenService.set(id)} {...look}>
                {name}
                <VisuallyHidden>, opens outside</VisuallyHidden>
              </a>
            )}
          />
        ))}
      </Chips>
    </Stack>
  )
}
