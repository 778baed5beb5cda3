import { type ReactNode, useState } from 'react'
import { linkServiceTitles } from '#contract/listening/recognize-link.ts'
import { TRACK_NAME_MAX } from '#contract/listening/track-names.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Names } from '#src/ui/Names.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { searchMusicQuery } from '../music/queries.ts'
import { problemTexts } from './look-up-text.ts'
import type { SharedText } from './parse-shared-text.ts'
import type { SharedNames } from './read-names.ts'
import { useLookUp } from './useLookUp.ts'

export type { SharedNames }

interface SharedTrackFormProps {
  shared: SharedText
  saved?: SharedNames | undefined
  /** Called when the user leaves a field that has changed. */
  onSave?: (names: SharedNames) => void
  /** The buttons: `names` is undefined until both are known. */
  children: (names: SharedNames | undefined) => ReactNode
}

/** Artist and title for a shared link, looked up and editable, above buttons. */
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
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
    onBlur: () => {
      if (typed[name] !== undefined) onSave?.(names)
    },
  })
  const choose = (chosen: SharedNames) => {
    setTyped(chosen)
    onSave?.(chosen)
  }
  return (
    <Stack gap="m">
      {shared.problem !== undefined && !isRead(shared) && <Alert>{problemTexts[shared.problem]}</Alert>}
      {shared.isCut && <Text tone="quiet">The shared text is long: only its beginning was read.</Text>}
      {!isComplete && lookUp.state !== 'loading' && shared.choices.length > 0 && (
        <Choices choices={shared.choices} onChoose={choose} />
      )}
      {isComplete && (
        <Row gap="m">
          <Sleeve artist={names.artist} title={names.title} size="s" />
          <Names
            name={names.title}
            note={
              <>
                {names.artist}
                {shared.link && ` · ${linkServiceTitles[shared.link.service]}`}
              </>
            }
            isCut
          />
        </Row>
      )}
      <div role="status">
        {shared.problem !== undefined && shared.artist !== '' && (
          <Text tone="quiet">Found in the text. Check artist and title.</Text>
        )}
        {note !== undefined && (
          <Row gap="s" wrap justify="between">
            <Text tone="quiet">{note}</Text>
            {lookUp.retry && (
              <RowButton busy={lookUp.isFetching} onClick={lookUp.retry}>
                Try Again
              </RowButton>
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

/** Returns whether the text has names, so that the link is not needed. */
const isRead = ({ artist, choices }: SharedText) => artist !== '' || choices.length > 0

interface ChoicesProps {
  choices: readonly SharedNames[]
  onChoose: (names: SharedNames) => void
}

/** What the text may mean. Nothing is filled in before the user has chosen. */
const Choices = ({ choices, onChoose }: ChoicesProps) => (
  <Stack gap="s">
    <Text tone="quiet">{choices.length === 1 ? 'Is it this track?' : 'Which track is it?'}</Text>
    <Row gap="s" wrap>
      {choices.map((names) => (
        <Button key={JSON.stringify(names)} size="s" variant="quiet" onClick={() => onChoose(names)}>
          <span>
            {names.title}{' '}
            <Text as="span" tone="quiet">
              by {names.artist}
            </Text>
          </span>
        </Button>
      ))}
    </Row>
  </Stack>
)

const ARTISTS_SHOWN = 3
const TERM_MAX = 100

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
