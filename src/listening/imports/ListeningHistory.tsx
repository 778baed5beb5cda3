import type { Import } from '#contract/listening/imports.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { longDate } from '#src/ui/dates.ts'
import { List } from '#src/ui/List.tsx'
import { countText } from '#src/ui/numbers.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { DeleteListens } from './DeleteListens.tsx'
import { ExportInstructions } from './ExportInstructions.tsx'
import { ImportFiles } from './ImportFiles.tsx'
import { ImpossibleDays } from './ImpossibleDays.tsx'
import { outcomeText, sourceText, toPercent, undoText } from './import-text.ts'
import * as css from './ListeningHistory.css.ts'
import type { Sources } from './overlay.ts'
import { PossibleDoubles } from './PossibleDoubles.tsx'
import { listeningSourcesQuery } from './queries.ts'
import { RemoveButton } from './RemoveButton.tsx'
import { SkippedText } from './SkippedText.tsx'
import { useSendFiles } from './useSendFiles.ts'

const EVERY_MS = 1500

/** The file chooser first, the results for the files, and the listens that are stored. */
export function ListeningHistory({ member }: { member: string }) {
  const files = useSendFiles(member)
  const query = listeningSourcesQuery(member)
  const live = useLive(query)
  const isBusy =
    files.sending !== undefined || (live.value !== undefined && live.value !== null && isRunning(live.value))
  useLive(query, isBusy ? { everyMs: EVERY_MS } : {})
  return (
    <QueryState
      live={live}
      loading={<Skeleton shape="row" count={2} />}
      failed="Failed to load your listening history"
      lacking={<Text tone="quiet">Files of listens cannot be added on this server.</Text>}
    >
      {(found) => (
        <Stack gap="xxl">
          {found.doubles && found.doubles.length > 0 && <PossibleDoubles member={member} doubles={found.doubles} />}
          <Section title="Bring your history">
            <ImportFiles member={member} imports={found.imports} files={files} />
            <ExportInstructions />
          </Section>
          {found.impossible && found.impossible.length > 0 && <ImpossibleDays days={found.impossible} />}
          {found.imports.length > 0 && <ImportList member={member} imports={found.imports} />}
          {found.sources.length > 0 && <SourceList member={member} {...found} />}
        </Stack>
      )}
    </QueryState>
  )
}

const isRunning = ({ imports, sources, doubles = [] }: Sources): boolean =>
  imports.some(({ status, undo }) => status === 'running' || undo?.status === 'running') ||
  sources.some(({ deleting }) => deleting !== undefined) ||
  doubles.some(({ status }) => status !== 'ready')

export function StoredListensActions({ member }: { member: string }) {
  const oldest = useLive(listeningSourcesQuery(member)).value?.oldest ?? null
  return (
    oldest !== null && (
      <Stack gap="xxl">
        <ExportLink />
        <DeleteListens member={member} oldest={oldest} />
      </Stack>
    )
  )
}

function SourceList({ member, sources, oldest, newest }: Sources & { member: string }) {
  return (
    <Section title="Stored listens">
      <List of={sources} toKey={({ source }) => source}>
        {(row) => <Source member={member} row={row} />}
      </List>
      {oldest !== null && newest !== null && (
        <Note>
          From {dayText(oldest)} to {dayText(newest)}.
        </Note>
      )}
    </Section>
  )
}

interface SourceProps {
  member: string
  row: Sources['sources'][number]
}

function Source({ member, row: { source, listens, updated_at, deleting } }: SourceProps) {
  const name = sourceText(source)
  return (
    <Card>
      <Row gap="s" justify="between" wrap>
        <Stack gap="xs" grow>
          <Text strong>{name}</Text>
          <Note>
            {countText(listens, 'listen')}. Last counted: <RelativeTime at={updated_at} />.
          </Note>
          {deleting !== undefined && <Text size="s">Deleting: {toPercent(deleting)}.</Text>}
        </Stack>
        {deleting === undefined && (
          <RemoveButton
            action={{ user: member, what: 'source', source }}
            label="Delete"
            subject={name}
            title={`Delete all listens from ${name}?`}
          >
            This deletes {countText(listens, 'listen')} for good, also those that files of other sources had. To bring
            these back, send the files again.
          </RemoveButton>
        )}
      </Row>
    </Card>
  )
}

const dayText = (at: string) => longDate(new Date(at))

const ExportLink = () => (
  <Section title="Export your history">
    <ButtonLink block variant="quiet" to="/settings/privacy">
      Privacy and data
    </ButtonLink>
  </Section>
)

function ImportList({ member, imports }: { member: string; imports: readonly Import[] }) {
  return (
    <Section title="Files you have sent">
      <List of={imports} toKey={({ id }) => id}>
        {(row) => <Outcome member={member} file={row} />}
      </List>
    </Section>
  )
}

function Outcome({ member, file }: { member: string; file: Import }) {
  const undone = file.undo ? undoText(file.undo, file.taken) : ''
  return (
    <Card>
      <Stack gap="xs">
        <Row gap="xs" justify="between" wrap align="baseline">
          <Text strong>
            <span className={css.name}>{file.file_name || 'A file'}</span>
          </Text>
          <Note>
            <RelativeTime at={file.started_at} />
          </Note>
        </Row>
        <Text>{outcomeText(file)}.</Text>
        <SkippedText skipped={file.skipped} />
        {file.note !== '' && (
          <Text tone="swag" size="s">
            {file.note}
          </Text>
        )}
        {undone !== '' && <Text size="s">{undone}.</Text>}
        {file.undo?.status === 'possible' && (
          <Row>
            <RemoveButton
              action={{ user: member, what: 'import', id: file.id }}
              label="Undo"
              subject={file.file_name || 'a file'}
              title="Undo this import?"
            >
              This deletes the {countText(file.taken, 'listen')} that it added. Those that you have imported again since
              stay.
            </RemoveButton>
          </Row>
        )}
      </Stack>
    </Card>
  )
}
