import { useSession } from '#src/accounts/session/session.ts'
import { useLive } from '#src/cache/useLive.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { checkIcon, externalIcon } from '#src/ui/later-icons.ts'
import { Menu } from '#src/ui/Menu.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { LaterButton } from '../later/LaterButton.tsx'
import { musicLibraryQuery } from '../music-library/queries.ts'
import { chosenService } from './chosen-service.ts'
import { markAsHeard } from './heard-tracks.ts'
import * as css from './Listen.css.ts'
import { findPreferred, type ListenableTrack, listListenOptions } from './services.ts'

interface ListenMenuProps {
  track: ListenableTrack
  /** Plays it from the own library, if that has it. */
  play: (() => void) | undefined
  onClose: () => void
}

/** Every way to hear a track: the own library, where it is, where it can be searched for, and later. */
export function ListenMenu({ track, play, onClose }: ListenMenuProps) {
  const first = findPreferred(track, chosenService.use())
  return (
    <Menu title={`Listen to ${track.name}`} onClose={onClose}>
      {play && (
        <button
          type="button"
          className={classNames(css.service, css.own)}
          onClick={() => {
            play()
            onClose()
          }}
        >
          <span className={css.name}>Your library</span>
          <Note as="span">Plays here</Note>
          <Icon name="play" size="s" />
        </button>
      )}
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
            markAsHeard(track)
            onClose()
          }}
        >
          <span className={css.name}>{name}</span>
          <Note as="span">{isExact ? 'Exact' : 'Search'}</Note>
          <Icon name={id === first.id && play === undefined ? checkIcon : externalIcon} size="s" />
        </a>
      ))}
      {play === undefined && <LibraryOffer />}
    </Menu>
  )
}

/** A link to the settings, where the server plays libraries and the member has linked none. */
function LibraryOffer() {
  const { member } = useSession()
  const found = useLive(musicLibraryQuery(member ?? ''), { enabled: member !== null }).value
  if (!found?.is_offered || found.library !== null) return null
  return (
    <ButtonLink variant="text" to="/settings/music-library">
      Play from your own library...
    </ButtonLink>
  )
}
