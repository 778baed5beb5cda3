import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { checkIcon, externalIcon } from '#src/ui/later-icons.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { LaterButton } from '../later/LaterButton.tsx'
import { chosenService } from './chosen-service.ts'
import * as css from './Listen.css.ts'
import { findPreferred, type ListenableTrack, listListenOptions } from './services.ts'

/** Every way to hear a track: where it is, where it can be searched for, and later. */
export function ListenMenu({ track, onClose }: { track: ListenableTrack; onClose: () => void }) {
  const first = findPreferred(track, chosenService.use())
  return (
    <Dialog isOpen onClose={onClose} title={`Listen to ${track.name}`}>
      <Stack gap="s">
        <LaterButton track={track} onDone={onClose} />
        <Text tone="quiet">This device remembers the service you open.</Text>
        {listListenOptions(track).map(({ id, name, url, isExact }) => (
          <a
            key={id}
            className={css.service}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => {
              chosenService.set(id)
              onClose()
            }}
          >
            <span className={css.name}>{name}</span>
            <Text as="span" tone="quiet" size="s">
              {isExact ? 'Exact' : 'Search'}
            </Text>
            <Icon name={id === first.id ? checkIcon : externalIcon} size="s" />
          </a>
        ))}
      </Stack>
    </Dialog>
  )
}
