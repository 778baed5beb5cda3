import { useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { IconAnchor, IconButton } from '#src/ui/IconButton.tsx'
import { Action } from '#src/ui/PictureHead.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { chosenService } from './chosen-service.ts'
import { markAsHeard } from './heard-tracks.ts'
import * as css from './Listen.css.ts'
import { ListenMenu } from './ListenMenu.tsx'
import { findPreferred, type ListenableTrack } from './services.ts'
import { useListen } from './useListen.ts'

/** Opens a track where its link does: for a press that comes before the link has loaded. */
export function openTrack(track: ListenableTrack): void {
  markAsHeard(track)
  window.open(findPreferred(track, chosenService.read()).url, '_blank', 'noopener,noreferrer')
}

/** Opens or plays a track, with a menu for other ways beside it. It names a service only if it is not the chosen one. */
export function ListenPill({ track, side = 'b' }: { track: ListenableTrack; side?: keyof typeof css.pills }) {
  const { option, otherName, link, play } = useListen(track)
  const className = css.pills[side]
  return (
    <span className={css.pill}>
      {play ? (
        <button type="button" className={className} onClick={play}>
          <Icon name="play" size="s" />
          Listen
          <VisuallyHidden> to {track.name} from your library</VisuallyHidden>
        </button>
      ) : (
        <a className={className} {...link}>
          <Icon name="play" size="s" />
          {otherName === undefined ? 'Listen' : `Listen on ${otherName}`}
          <VisuallyHidden>
            {' '}
            to {track.name} (opens {option.name})
          </VisuallyHidden>
        </a>
      )}
      <span className={css.more}>
        <ServicesButton track={track} play={play} />
      </span>
    </span>
  )
}

/** The same as an icon, for list rows: the track's page has the menu. */
export function ListenIcon({ track, variant = 'bare' }: { track: ListenableTrack; variant?: 'bare' | 'primary' }) {
  const { option, link, play } = useListen(track)
  if (play)
    return (
      <IconButton icon="play" variant={variant} label={`Listen to ${track.name} from your library`} onClick={play} />
    )
  return (
    <IconAnchor
      icon="play"
      variant={variant}
      label={`Listen on ${option.name} to ${track.name}, opens outside`}
      {...link}
    />
  )
}

/** The same among the actions in a head. */
export const ListenAction = ({ track }: { track: ListenableTrack }) => (
  <Action word="Listen">
    <ListenIcon track={track} variant="primary" />
  </Action>
)

function ServicesButton({ track, play }: { track: ListenableTrack; play: (() => void) | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        variant="bare"
        icon="chevron-down"
        label={`Other services for ${track.name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && <ListenMenu track={track} play={play} onClose={() => setOpen(false)} />}
    </>
  )
}
