import { useState } from 'react'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useUndoable } from '#src/cache/useUndoable.ts'
import { deleteListen } from '#src/listening/actions.ts'
import { IgnoreArtist } from '#src/listening/ignored/IgnoreArtist.tsx'
import { sourceText } from '#src/listening/imports/import-text.ts'
import type { ListenItem } from '#src/listening/listens/overlay.ts'
import { LoveItem } from '#src/listening/loved/LoveButton.tsx'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { timeInFull } from '#src/ui/dates.ts'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { useTrackActions } from '../-screens/useTrackActions.ts'

/** The server accepts tracks in a swap that were played within this time. */
const SWAPPABLE_MS = 365 * 86_400_000

interface ListenMenuProps {
  member: string
  listen: ListenItem
  isOwn: boolean
  onFilter: (artist: string) => void
  onCorrect: () => void
  onClose: () => void
}

/** What a listen says, and what can be done with it. */
export function ListenMenu({ member, listen, isOwn, onFilter, onCorrect, onClose }: ListenMenuProps) {
  const { broadcast, swap } = useTrackActions(member)
  const remove = useDeleteListen(member)
  const { track_id: id, track: title, artist, album, listened_at, waiting } = listen
  const [now] = useState(Date.now)
  // From a credit, its first artist.
  const ignorable = listen.artists?.[0] ?? { id: listen.artist_id, name: artist }
  const isSwappable = isOwn && now - Date.parse(listened_at) < SWAPPABLE_MS
  const isStored = waiting === undefined
  const close = (action: () => unknown) => () => {
    onClose()
    action()
  }
  return (
    <Menu title={title} onClose={onClose}>
      <Text tone="quiet">{[artist, album].filter(Boolean).join(' · ')}</Text>
      <Note>{[timeInFull(new Date(listened_at)), ...describeSource(listen)].join(' · ')}</Note>
      {id > 0 && (
        <Button block onClick={close(() => broadcast({ id, title, artist }))}>
          Broadcast This
        </Button>
      )}
      {id > 0 && isSwappable && <MenuItem onClick={close(() => swap({ id, title, artist }))}>Swap This</MenuItem>}
      {listen.artist_id > 0 && (
        <ButtonLink block variant="quiet" to="/artist/$id" params={{ id: String(listen.artist_id) }}>
          Go to Artist
        </ButtonLink>
      )}
      {listen.album_id !== null && (
        <ButtonLink block variant="quiet" to="/album/$id" params={{ id: String(listen.album_id) }}>
          Go to Album
        </ButtonLink>
      )}
      <LoveItem track={{ id: id > 0 ? id : null, track: title, artist }} onPress={onClose} />
      {isStored && <MenuItem onClick={close(() => onFilter(artist))}>Only This Artist</MenuItem>}
      {isOwn && isStored && <MenuItem onClick={onCorrect}>Correct...</MenuItem>}
      {isOwn && ignorable.id > 0 && <IgnoreArtist member={member} artist={ignorable} onPress={onClose} />}
      {isOwn && (
        <MenuItem variant="danger" onClick={close(() => void remove(listen))}>
          Delete
        </MenuItem>
      )}
    </Menu>
  )
}

function describeSource({ source, player, client, service }: ListenItem): string[] {
  const programs = [...new Set([player, client, service])].filter(Boolean)
  return [...(source === '' ? [] : [sourceText(source)]), ...programs]
}

function useDeleteListen(member: string) {
  const { discard } = useDispatch()
  const dispatchUndoable = useUndoable()
  return async ({ id, track, waiting }: ListenItem) => {
    if (waiting === undefined)
      await dispatchUndoable(deleteListen, { user: member, id, track }, { title: 'Listen deleted', isDelayed: true })
    else if (!(await discard(waiting))) toast({ title: 'It was already sent.', variant: 'destructive' })
  }
}
