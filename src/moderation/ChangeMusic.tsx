import { useState } from 'react'
import { type MusicKind, mergeMusic, renameMusic, splitArtist } from '#contract/moderation/music.ts'
import { call } from '#src/api/call.ts'
import { useChange } from '#src/cache/useChange.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextField } from '#src/ui/TextField.tsx'

const NAME_MAX = 500

const changes = [
  { value: 'merge', label: 'Merge into another one' },
  { value: 'rename', label: 'Rename' },
  { value: 'split', label: 'Split a name into artists' },
  { value: 'whole', label: 'Make a name one artist' },
] as const
const kinds = [
  { value: 'artist', label: 'Artist' },
  { value: 'track', label: 'Track' },
  { value: 'album', label: 'Album' },
] as const

const EMPTY = { artist: '', title: '', into_artist: '', into_title: '', name: '', names: '' }
type Typed = typeof EMPTY
type Change = (typeof changes)[number]['value']

function send(change: Change, kind: MusicKind, { artist, title, into_artist, into_title, name, names }: Typed) {
  const client_id = uuid()
  if (change === 'merge') return call(mergeMusic, { kind, artist, title, into_artist, into_title, client_id })
  if (change === 'rename') return call(renameMusic, { kind, artist, title, name, client_id })
  return call(splitArtist, { artist, ...(change === 'split' && { names }), client_id })
}

/** The form that merges, renames or splits an artist, a track or an album. */
export function ChangeMusic() {
  const [change, setChange] = useState<Change>('merge')
  const [chosen, setKind] = useState<MusicKind>('artist')
  const [typed, setTyped] = useState(EMPTY)
  const { failure, isBusy, change: run } = useChange(mergeMusic.failure)
  const isOfArtist = change === 'split' || change === 'whole'
  const kind = isOfArtist ? 'artist' : chosen
  const field = (name: keyof Typed, label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      maxLength={NAME_MAX}
      value={typed[name]}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
    />
  )
  const submit = async () => {
    if (await run(() => send(change, kind, typed), 'The change is made within a minute.')) setTyped(EMPTY)
  }
  return (
    <Section title="Change names">
      <Form onSubmit={submit} failure={failure}>
        <SelectField label="Change" value={change} onChange={setChange} options={changes} />
        {!isOfArtist && <SelectField label="Kind" value={kind} onChange={setKind} options={kinds} />}
        {kind !== 'artist' && field('title', 'Title')}
        {field('artist', isOfArtist ? 'Name' : 'Artist')}
        {change === 'merge' && kind !== 'artist' && field('into_title', 'Title to retain')}
        {change === 'merge' && field('into_artist', 'Artist to retain')}
        {change === 'rename' && field('name', 'New name', 'Listens with this name count for it from now on.')}
        {change === 'split' && (
          <TextArea
            label="Artists"
            rows={3}
            hint="One per line, as they are in the name."
            maxLength={2000}
            value={typed.names}
            onChange={(names) => setTyped({ ...typed, names })}
          />
        )}
        <Button type="submit" busy={isBusy}>
          Change
        </Button>
      </Form>
    </Section>
  )
}
