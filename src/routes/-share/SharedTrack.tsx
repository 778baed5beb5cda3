import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useLive } from '#src/cache/useLive.ts'
import { pickerTracksQuery } from '#src/listening/queries.ts'
import { cutFields, DRAFTS_MAX, draftKey, type SharedDraft } from '#src/listening/shared-links/draft-list.ts'
import { parseSharedText, type SharedFields } from '#src/listening/shared-links/parse-shared-text.ts'
import { type SharedNames, SharedTrackForm } from '#src/listening/shared-links/SharedTrackForm.tsx'
import { useSharedDrafts } from '#src/listening/shared-links/useSharedDrafts.ts'
import { lacksAdditions, useHostAdds } from '#src/status/useHostAdds.ts'
import { findPlayedSong, findSwappableSong } from '#src/swaps/swappable/find-swappable-song.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { Note } from '#src/ui/Text.tsx'
import { useTrackActions } from '../-screens/useTrackActions.ts'

/** The shared track: saved on this device at once, then broadcast or swapped. */
export function SharedTrack({ fields, member }: { fields: SharedFields; member: string }) {
  const shared = useMemo(() => parseSharedText(fields), [fields])
  useScreenTitle(shared.title === '' ? undefined : `Share ${shared.title}`)
  const { draft, isSaved, note, save } = useSavedDraft(fields)
  if (draft === undefined) return <div role="status">Loading...</div>
  return (
    <Stack gap="m">
      {shared.problem !== undefined && <Note>{quote(fields)}</Note>}
      <SharedTrackForm shared={shared} saved={draft} onSave={(names) => void save(names)}>
        {(names) => <SharedActions member={member} names={names} link={shared.link?.url ?? ''} onAction={save} />}
      </SharedTrackForm>
      {note !== undefined && <Alert>{note}</Alert>}
      {isSaved && <Note>Saved on this device until you broadcast, swap or delete it.</Note>}
    </Stack>
  )
}

const QUOTED_MAX = 300

/** Returns the beginning of a shared text, for the user to read the names from. */
function quote({ title = '', text = '', url = '' }: SharedFields): string {
  const shared = [title, text, url].filter((field) => field !== '').join(' ')
  return shared.length > QUOTED_MAX ? `${shared.slice(0, QUOTED_MAX)}…` : shared
}

/** Saves the shared fields at once. `draft` is undefined until the saved links are read. */
function useSavedDraft(fields: SharedFields) {
  const { drafts, add, save } = useSharedDrafts()
  const [note, setNote] = useState<string>()
  const key = draftKey(fields)
  const attempt = async (saving: Promise<readonly SharedDraft[]>) => {
    try {
      const isStored = (await saving).some((draft) => draftKey(draft.fields) === key)
      setNote(isStored ? undefined : `${DRAFTS_MAX} links are saved on this device. Delete some to save this one too.`)
    } catch (error) {
      console.warn('A shared link could not be saved.', error)
      setNote('This device could not save the link. Broadcast it before you leave this screen.')
    }
  }
  useEffect(() => {
    void attempt(add(fields))
    // oxlint-disable-next-line react/exhaustive-deps -- once for each shared text
  }, [key])
  const stored = drafts?.find((draft) => draftKey(draft.fields) === key)
  const unsaved = { fields: cutFields(fields), artist: '', title: '', at: 0 }
  return {
    draft: drafts && (stored ?? unsaved),
    isSaved: stored !== undefined,
    note,
    save: (names: SharedNames) => attempt(save({ ...(stored ?? { ...unsaved, at: Date.now() }), ...names })),
  }
}

const NOT_OWN = 'This server only accepts tracks you have played. Choose one on Broadcast a Track.'

interface SharedActionsProps {
  member: string
  names: SharedNames | undefined
  link: string
  /** Saves the names, by which the draft is deleted once they are broadcast or sent. */
  onAction: (names: SharedNames) => Promise<void>
}

function SharedActions({ member, names, link, onAction }: SharedActionsProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { swap } = useTrackActions(member)
  const hasAdditions = useHostAdds()
  // Fetched so that `findPlayedSong` finds the member's tracks in the cache, offline too.
  useLive(pickerTracksQuery(member))
  const [busy, setBusy] = useState<'broadcast' | 'swap'>()
  const [problem, setProblem] = useState<string>()
  const openBroadcast = async ({ artist, title }: SharedNames) => {
    setBusy('broadcast')
    setProblem(undefined)
    const own = hasAdditions ? undefined : findPlayedSong(client, member, { artist, title })
    const isRefused = !hasAdditions && own === undefined && (await lacksAdditions(client))
    setBusy(undefined)
    if (isRefused) return setProblem(NOT_OWN)
    await onAction({ artist, title })
    await navigate({
      to: '/broadcast-track',
      search: { track: String(own?.id ?? 0), title, artist, ...(link !== '' && { link }) },
    })
  }
  const openSwap = async (names: SharedNames) => {
    setBusy('swap')
    setProblem(undefined)
    const song = await findSwappableSong(client, member, names)
    setBusy(undefined)
    if (typeof song === 'string') return setProblem(song)
    await onAction({ artist: song.artist, title: song.name })
    swap({ id: song.id, title: song.name, artist: song.artist })
  }
  return (
    <Stack gap="s">
      {problem !== undefined && <Alert>{problem}</Alert>}
      <Row gap="s" wrap>
        <Button block disabled={!names} busy={busy === 'broadcast'} onClick={() => names && void openBroadcast(names)}>
          Broadcast
        </Button>
        <Button
          block
          variant="quiet"
          disabled={!names}
          busy={busy === 'swap'}
          onClick={() => names && void openSwap(names)}
        >
          Swap
        </Button>
      </Row>
    </Stack>
  )
}
