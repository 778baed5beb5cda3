import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PLAYLIST_PART_MAX, sendPlaylist } from '#contract/listening/playlists.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { call } from '#src/api/call.ts'
import { failureText } from '#src/api/failure-text.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { copyText } from '#src/ui/copy-text.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { countText } from '#src/ui/numbers.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { saveFile } from '#src/ui/save-file.ts'
import { Note, Text } from '#src/ui/Text.tsx'
import { chosenService } from '../listen-links/chosen-service.ts'
import { findPreferred, type ListenableTrack } from '../listen-links/services.ts'
import { relaysQuery } from '../relays/queries.ts'
import { playlistFormats, toFileName, toLinks } from './formats.ts'
import * as css from './PlaylistDialog.css.ts'
import { type Playlist, toPlaylist } from './playlist.ts'

interface PlaylistDialogProps {
  title: string
  read: () => Promise<readonly ListenableTrack[]>
  onClose: () => void
}

/** Saves, copies or sends a list, which is read when the dialog opens. */
export function PlaylistDialog({ title, read, onClose }: PlaylistDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['playlist', title],
    queryFn: async () => toPlaylist(title, await read()),
    gcTime: 0,
    retry: false,
    meta: { isFleeting: true },
  })
  return (
    <Dialog onClose={onClose} title="Save as a playlist">
      <Stack gap="m">
        <Text tone="quiet">{title}</Text>
        {isFetching && <Text>Reading the list...</Text>}
        {error && !isFetching && (
          <>
            <Alert>{failureText(error, 'The list could not be read.')}</Alert>
            <Button onClick={() => void refetch()}>Try Again</Button>
          </>
        )}
        {data &&
          !isFetching &&
          (data.tracks.length === 0 ? <Text>The list has no tracks.</Text> : <Ways list={data} />)}
      </Stack>
    </Dialog>
  )
}

function Ways({ list }: { list: Playlist }) {
  const service = chosenService.use()
  const [first] = list.tracks
  const save = (extension: string, type: string, text: string) =>
    saveFile(new Blob([text], { type: `${type};charset=utf-8` }), toFileName(list, extension))
  return (
    <>
      <Text>{countText(list.tracks.length, 'track')}</Text>
      <div className={css.ways}>
        {playlistFormats.map(({ name, readers, extension, type, write }) => (
          <Button key={name} variant="quiet" onClick={() => save(extension, type, write(list, service))}>
            <span className={css.way}>
              {name}
              <Note as="span">{readers}</Note>
            </span>
          </Button>
        ))}
      </div>
      <Button variant="quiet" onClick={() => void copyText(toLinks(list, service))}>
        Copy links{first && service !== null ? ` (${findPreferred(first, service).name})` : ''}
      </Button>
      <ListenbrainzWay list={list} />
    </>
  )
}

/** Sends the list to ListenBrainz, for members who relay there. */
function ListenbrainzWay({ list }: { list: Playlist }) {
  const { member } = useSession()
  const relays = useLive(relaysQuery(member ?? ''), { enabled: member !== null }).value?.relays ?? []
  const [state, setState] = useState<{ isBusy: boolean; text?: string; url?: string }>({ isBusy: false })
  if (member === null || !relays.some((each) => each.service === 'listenbrainz' && each.is_on && !each.is_stopped))
    return null
  const send = async () => {
    setState({ isBusy: true })
    setState({ isBusy: false, ...(await sendToListenbrainz(member, list)) })
  }
  return (
    <>
      <Button busy={state.isBusy} onClick={() => void send()}>
        Send to ListenBrainz
      </Button>
      <div aria-live="polite">
        {state.text !== undefined && <Text>{state.text}</Text>}
        {state.url && (
          <a href={state.url} target="_blank" rel="noopener noreferrer">
            Open the playlist
          </a>
        )}
      </div>
    </>
  )
}

const TITLE_MAX = 200

/** Resolves to a sentence about what was added, also after a failure, and to the playlist's page. */
async function sendToListenbrainz(user: string, list: Playlist): Promise<{ text: string; url?: string }> {
  const ids = list.tracks.flatMap(({ id }) => (id === undefined || id <= 0 ? [] : [id]))
  const title = Array.from(list.title).slice(0, TITLE_MAX).join('')
  let sent: { playlist: string; url: string } | undefined
  let added = 0
  try {
    for (let at = 0; at < ids.length; at += PLAYLIST_PART_MAX) {
      const track_ids = ids.slice(at, at + PLAYLIST_PART_MAX).join(',')
      const playlist = sent === undefined || sent.playlist === '' ? {} : { playlist: sent.playlist }
      const part = await call(sendPlaylist, { user, title, track_ids, ...playlist })
      sent = part
      added += part.added
    }
  } catch (error) {
    const failure = failureText(error, sendPlaylist.failure)
    return { text: added === 0 ? failure : `${describe(added, list)} ${failure}`, ...toLink(sent) }
  }
  return { text: describe(added, list), ...toLink(sent) }
}

const toLink = (sent: { url: string } | undefined) => (sent && sent.url !== '' ? { url: sent.url } : {})

const describe = (added: number, { tracks }: Playlist) =>
  added === 0
    ? 'MusicBrainz IDs of these tracks are not known here.'
    : added === tracks.length
      ? 'Saved at ListenBrainz, visible to you only.'
      : `${added} of ${tracks.length} tracks saved at ListenBrainz, visible to you only.`
