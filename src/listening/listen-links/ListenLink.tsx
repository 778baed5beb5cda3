import { useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { checkIcon, externalIcon } from '#src/ui/later-icons.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { chosenService } from './chosen-service.ts'
import * as css from './ListenLink.css.ts'
import { findPreferred, type ListenableTrack, type ListenOption, listListenOptions, nameOption } from './services.ts'

interface ListenLinkProps {
  track: ListenableTrack
  side: 'a' | 'b'
}

/** Opens a track in the music service that was chosen last, and offers the others. */
export function ListenLink({ track, side }: ListenLinkProps) {
  const [isOpen, setOpen] = useState(false)
  const chosen = chosenService.use()
  const first = findPreferred(track, chosen)
  return (
    <span className={css.line}>
      <a
        className={classNames(css.link, side === 'b' && css.onB)}
        href={first.url}
        target="_blank"
        rel="noopener noreferrer"
      >
        <span>
          Listen on {first.name}
          <span aria-hidden="true">&nbsp;↗</span>
          <VisuallyHidden> to {track.name}, opens outside</VisuallyHidden>
        </span>
      </a>
      <span className={css.more}>
        <IconButton variant="bare" icon="chevron-down" label="Other services" onClick={() => setOpen(true)} />
      </span>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={`Listen to ${track.name}`}>
        <Services all={listListenOptions(track)} first={first} onChosen={() => setOpen(false)} />
      </Dialog>
    </span>
  )
}

function Services({
  all,
  first,
  onChosen,
}: {
  all: readonly ListenOption[]
  first: ListenOption
  onChosen: () => void
}) {
  return (
    <Stack gap="s">
      <Text tone="quiet">This device remembers the service you open.</Text>
      {all.map((option) => (
        <a
          key={option.id}
          className={css.service}
          href={option.url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => {
            chosenService.set(option.id)
            onChosen()
          }}
        >
          {nameOption(option, all)}
          <Icon name={option.id === first.id ? checkIcon : externalIcon} size="s" />
        </a>
      ))}
    </Stack>
  )
}
