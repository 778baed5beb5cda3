import { useState } from 'react'
import {
  getMusicDecisions,
  getMusicSuggestions,
  type MusicDecision,
  type MusicSuggestion,
  mergeMusic,
  splitArtist,
  undoMusicDecision,
} from '#contract/moderation/music.ts'
import { call } from '#src/api/call.ts'
import { useChange } from '#src/cache/useChange.ts'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { List } from '#src/ui/List.tsx'
import { countText, inThousands } from '#src/ui/numbers.ts'
import { Panes } from '#src/ui/Panes.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { AdminPages, AdminQuery } from './AdminQuery.tsx'
import { ChangeMusic } from './ChangeMusic.tsx'
import { MUSIC_LIMIT, type MusicDeciders, musicDecisionsQuery, musicSuggestionsQuery } from './queries.ts'

export function MusicChanges() {
  return (
    <Panes
      gap="xxl"
      lead={
        <>
          <ChangeMusic />
          <Suggestions />
        </>
      }
      side={<Decisions />}
    />
  )
}

function Suggestions() {
  const live = useLive(musicSuggestionsQuery)
  return (
    <Section title="Suggestions">
      <AdminQuery live={live} failed={getMusicSuggestions.failure}>
        {(suggestions) => (
          <List
            of={suggestions}
            toKey={(each) => [each.kind, each.artist, each.title, each.into_artist, each.into_title].join('\n')}
            gap="m"
            empty="No names look alike."
          >
            {(each) => <Suggestion suggestion={each} />}
          </List>
        )}
      </AdminQuery>
    </Section>
  )
}

const reasons: Readonly<Record<string, string>> = {
  mbid: 'Same MBID',
  release: 'Same release',
  letters: 'Same letters',
  credit: 'Artists known on their own',
}

function Suggestion({ suggestion }: { suggestion: MusicSuggestion }) {
  const { reason, kind, artist, title, listeners, into_artist, into_title, into_listeners, names } = suggestion
  const { failure, isBusy, change } = useChange(mergeMusic.failure)
  const isCredit = reason === 'credit'
  const merge = () =>
    change(() => call(mergeMusic, { kind, artist, title, into_artist, into_title, client_id: uuid() }), WAITS)
  const split = (artists: string) =>
    change(() => call(splitArtist, { artist, ...(artists !== '' && { names: artists }), client_id: uuid() }), WAITS)
  const counts = isCredit
    ? countText(listeners, 'listener')
    : `${inThousands(listeners)} and ${countText(into_listeners, 'listener')}`
  return (
    <Stack gap="xs">
      <Text>
        <bdi>{toName(artist, title)}</bdi> → <bdi>{isCredit ? toList(names) : toName(into_artist, into_title)}</bdi>
      </Text>
      <Note>
        {reasons[reason] ?? reason} · {counts}
      </Note>
      {failure && <Alert>{failure}</Alert>}
      <Row gap="s" wrap>
        <RowButton busy={isBusy} onClick={() => void (isCredit ? split(names) : merge())}>
          {isCredit ? 'Split' : 'Merge'}
        </RowButton>
        {isCredit && (
          <RowButton busy={isBusy} onClick={() => void split('')}>
            One Artist
          </RowButton>
        )}
      </Row>
    </Stack>
  )
}

const toList = (lines: string) => lines.replaceAll('\n', ', ')
const WAITS = 'The change is made within a minute.'
const toName = (artist: string, title: string) => (title === '' ? artist : `${title} - ${artist}`)

const deciders = [
  { value: 'admins', label: 'By admins' },
  { value: 'all', label: 'By admins and by agreement of members' },
] as const

function Decisions() {
  const [by, setBy] = useState<MusicDeciders>('admins')
  return (
    <Section title="Changes">
      <SelectField label="Show" value={by} onChange={setBy} options={deciders} />
      <AdminPages
        key={by}
        query={(before) => musicDecisionsQuery(by, before)}
        limit={MUSIC_LIMIT}
        failed={getMusicDecisions.failure}
        empty={<Text tone="quiet">No changes yet.</Text>}
      >
        {(decisions) => (
          <List of={decisions} toKey={({ id }) => id} gap="m">
            {(decision) => <Decision decision={decision} />}
          </List>
        )}
      </AdminPages>
    </Section>
  )
}

const states: Readonly<Record<string, string>> = {
  waiting: 'Not applied yet',
  undoing: 'Being undone',
  impossible: 'Not possible: another change came first',
}

function Decision({ decision }: { decision: MusicDecision }) {
  const { id, state, is_automatic, timestamp } = decision
  const { failure, isBusy, change } = useChange(undoMusicDecision.failure)
  const undo = () =>
    change(() => call(undoMusicDecision, { id, client_id: uuid() }), 'The change is undone within a minute.')
  const [label, names] = describe(decision)
  return (
    <Stack gap="xs">
      <Text>
        <strong>{label}</strong>: <bdi>{names}</bdi>
      </Text>
      <Note>
        {is_automatic && 'Members agreed, '}
        <RelativeTime at={timestamp} />
        {states[state] !== undefined && ` · ${states[state]}`}
      </Note>
      {failure && <Alert>{failure}</Alert>}
      {state !== 'undoing' && (
        <Row>
          <RowButton busy={isBusy} onClick={() => void undo()}>
            {state === 'impossible' ? 'Remove' : 'Undo'}
          </RowButton>
        </Row>
      )}
    </Stack>
  )
}

function describe({ action, name, into, names }: MusicDecision): readonly [label: string, names: string] {
  if (action === 'merge') return ['Merged', `${name} → ${into}`]
  if (action === 'apart') return ['Kept apart', `${name}, ${into}`]
  if (action === 'rename') return ['Renamed', name]
  if (action === 'split') return ['Split', `${name} → ${toList(names)}`]
  return ['One artist', name]
}
