import { type ReactNode, useState } from 'react'
import { linkServiceTitles } from '#contract/listening/recognize-link.ts'
import { TRACK_NAME_MAX } from '#contract/listening/track-names.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { searchMusicQuery } from '../music/queries.ts'
import { problemTexts } from './look-up-text.ts'
import type { SharedText } from './parse-shared-text.ts'
import { useLookUp } from './useLookUp.ts'

/** The names of a track, trimmed; empty if unknown. */
export interface SharedNames {
  artist: string
  title: string
}

interface SharedTrackFormProps {
  shared: SharedText
  /** Names that were saved, in place of those of the text. */
  saved?: SharedNames | undefined
  /** Called when the user leaves a field that has changed. */
  onSave?: (names: SharedNames) => void
  /** The buttons: `names` is undefined until both are known. */
  children: (names: SharedNames | undefined) => ReactNode
}

/** Artist and title of a shared link, looked up and editable, above buttons. */
export function SharedTrackForm({ shared, saved, onSave, children }: SharedTrackFormProps) {
  const lookUp = useLookUp(shared)
  const [typed, setTyped] = useState<Partial<SharedNames>>({})
  const artist = typed.artist ?? (saved?.artist || lookUp.artist)
  const title = typed.title ?? (saved?.title || lookUp.title)
  const names = { artist: artist.trim(), title: title.trim() }
  const isComplete = names.artist !== '' && names.title !== ''
  const note = isComplete && lookUp.state !== 'loading' ? undefined : lookUp.text
  const fieldProps = (name: keyof SharedNames, value: string) => ({
    value,
    maxLength: TRACK_NAME_MAX,
    autoComplete: 'off' as const,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    onBlur: () => {
      if (typed[name] !== undefined) onSave?.(names)
    },
  })
  return (
    <Stack gap="m">
      {shared.problem !== undefined && <Alert>{problemTexts[shared.problem]}</Alert>}
      {shared.isCut && <Text tone="quiet">The shared text is long: only its beginning was read.</Text>}
      {isComplete && (
        <Row gap="m">
          <Sleeve artist={names.artist} title={names.title} size="s" />
          <Stack gap="xxs" grow>
            <Text strong oneLine>
              {names.title}
            </Text>
            <Text tone="quiet" size="s" oneLine>
              {names.artist}
              {shared.link && ` · ${linkServiceTitles[shared.link.service]}`}
            </Text>
          </Stack>
        </Row>
      )}
      <div role="status">
        {note !== undefined && (
          <Row gap="s" wrap justify="between">
            <Text tone="quiet">{note}</Text>
            {lookUp.retry && (
              <Button size="s" variant="quiet" busy={lookUp.isFetching} onClick={lookUp.retry}>
                Try Again
              </Button>
            )}
          </Row>
        )}
      </div>
      <TextField label="Artist" {...fieldProps('artist', artist)} />
      {names.artist === '' && names.title !== '' && typed.title === undefined && (
        <KnownArtists title={names.title} onChoose={(known) => setTyped({ ...typed, artist: known })} />
      )}
      <TextField label="Title" {...fieldProps('title', title)} />
      {children(isComplete ? names : undefined)}
    </Stack>
  )
}

const ARTISTS_SHOWN = 3
const TERM_MAX = 100

/** Artists of tracks with this title that members have played, to choose from. */
function KnownArtists({ title, onChoose }: { title: string; onChoose: (artist: string) => void }) {
  const { value } = useLive(searchMusicQuery(title.slice(0, TERM_MAX)))
  const isSame = (name: string) => name.trim().toLowerCase() === title.toLowerCase()
  const artists = [...new Set(value?.tracks.filter(({ name }) => isSame(name)).map(({ artist }) => artist))]
  if (artists.length === 0) return null
  return (
    <Row gap="s" wrap>
      {artists.slice(0, ARTISTS_SHOWN).map((artist) => (
        <Button key={artist} size="s" variant="quiet" onClick={() => onChoose(artist)}>
          {artist}
        </Button>
      ))}
    </Row>
  )
}
