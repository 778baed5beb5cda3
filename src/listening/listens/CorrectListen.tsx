import { useState } from 'react'
import type { CorrectionScope } from '#contract/listening/listens.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { correctListen } from '../actions.ts'
import type { ListenItem } from './overlay.ts'

const NAME_MAX = 500

interface CorrectListenProps {
  member: string
  listen: ListenItem
  onClose: () => void
}

export function CorrectListen({ member, listen, onClose }: CorrectListenProps) {
  const { dispatch } = useDispatch()
  const [names, setNames] = useState({ artist: listen.artist, track: listen.track, album: listen.album })
  const [scope, setScope] = useState<CorrectionScope>('one')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const change = (name: keyof typeof names) => ({
    value: names[name],
    maxLength: NAME_MAX,
    onChange: (text: string) => setNames({ ...names, [name]: text }),
  })
  const isOfArtist = scope === 'artist'
  const submit = async () => {
    const [artist, track, album] = [names.artist.trim(), names.track.trim(), names.album.trim()]
    if (artist === '' || track === '') return setFailure('Enter the artist and the title.')
    const was = { artist: listen.artist, track: listen.track, album: listen.album }
    const isSame = artist === was.artist && (isOfArtist || (track === was.track && album === was.album))
    if (isSame) return setFailure(isOfArtist ? 'Change the artist.' : 'Change the artist, the title or the album.')
    setBusy(true)
    const correction = { user: member, id: listen.id, was, artist, track: isOfArtist ? was.track : track, scope }
    const isStored = await dispatch(correctListen, {
      ...correction,
      ...(isOfArtist || album === was.album ? {} : { album }),
    })
    setBusy(false)
    if (isStored) onClose()
  }
  const scopes: { value: CorrectionScope; label: string }[] = [
    { value: 'one', label: 'This listen only' },
    { value: 'track', label: 'All my listens to this track' },
    ...(listen.album === '' ? [] : [{ value: 'album' as const, label: 'All of them on this album' }]),
    { value: 'artist', label: 'All my listens to this artist' },
  ]
  return (
    <FormDialog title="Correct a listen" submit="Correct" onSubmit={submit} {...{ failure, isBusy, onClose }}>
      <TextField label="Artist" {...change('artist')} />
      {!isOfArtist && <TextField label="Title" {...change('track')} />}
      {!isOfArtist && <TextField label="Album" hint="Empty: no album." {...change('album')} />}
      <SelectField
        label="Correct"
        value={scope}
        onChange={setScope}
        options={scopes}
        {...(scope !== 'one' && { hint: 'Listens that arrive later under the old names are corrected too.' })}
      />
    </FormDialog>
  )
}
