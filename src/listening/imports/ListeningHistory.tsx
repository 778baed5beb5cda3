import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getListeningSources, Import } from '#contract/listening/imports.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { longDate } from '#src/ui/dates.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { DeleteListens } from './DeleteListens.tsx'
import { ExportInstructions } from './ExportInstructions.tsx'
import { ImportFiles } from './ImportFiles.tsx'
import { ImpossibleDays } from './ImpossibleDays.tsx'
import { listensText, outcomeText, sourceText } from './import-text.ts'
import * as css from './ListeningHistory.css.ts'
import { listeningSourcesQuery } from './queries.ts'
import { SkippedText } from './SkippedText.tsx'
import { useSendFiles } from './useSendFiles.ts'

type Sources = ResponseOf<typeof getListeningSources>

/** Poll interval of a running import, in ms. */
const EVERY_MS = 1500

/** The file chooser first, what has come of the files, and the listens that are stored. */
export function ListeningHistory({ member }: { member: string }) {
  const files = useSendFiles(member)
  const query = listeningSourcesQuery(member)
  const live = useLive(query)
  const isBusy = files.sending !== undefined || live.value?.imports.some((row) => row.status === 'running') === true
  useLive(query, isBusy ? { everyMs: EVERY_MS } : {})
  return (
    <QueryState live={live} loading={<Skeleton shape="row" count={2} />} failed="Failed to load your listening history">
      {(found) =>
        found === null ? (
          <Text tone="quiet">Files of listens cannot be added on this server.</Text>
        ) : (
          <Stack gap="xxl">
            <Stack as="section" gap="m">
              <Heading level={2}>Bring your history</Heading>
              <ImportFiles member={member} imports={found.imports} files={files} />
              <ExportInstructions />
            </Stack>
            {found.impossible && found.impossible.length > 0 && <ImpossibleDays days={found.impossible} />}
            {found.imports.length > 0 && <ImportList imports={found.imports} />}
            {found.sources.length > 0 && <SourceList {...found} />}
          </Stack>
        )
      }
    </QueryState>
  )
}

/** The ways to take stored listens out: an export, and a deletion. */
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

function SourceList({ sources, oldest, newest }: Sources) {
  return (
    <Stack as="section" gap="m">
      <Heading level={2}>Stored listens</Heading>
      <Stack as="ul" gap="s">
        {sources.map(({ source, listens, updated_at }) => (
          <li key={source}>
            <Card>
              <Row gap="xs" justify="between" wrap align="baseline">
                <Text strong>{sourceText(source)}</Text>
                <Text tone="quiet" size="s">
                  {listensText(listens)}, as of <RelativeTime at={updated_at} />
                </Text>
              </Row>
            </Card>
          </li>
        ))}
      </Stack>
      {oldest !== null && newest !== null && (
        <Text tone="quiet" size="s">
          From {dayText(oldest)} to {dayText(newest)}.
        </Text>
      )}
    </Stack>
  )
}

const dayText = (at: string) => longDate(new Date(at))

const ExportLink = () => (
  <Stack as="section" gap="m">
    <Heading level={2}>Export your history</Heading>
    <Row>
      <Button block variant="quiet" render={(linkProps) => <Link to="/settings/privacy" {...linkProps} />}>
        Download Everything
      </Button>
    </Row>
  </Stack>
)

function ImportList({ imports }: { imports: readonly Import[] }) {
  return (
    <Stack as="section" gap="m">
      <Heading level={2}>Files you have sent</Heading>
      <Stack as="ul" gap="s">
        {imports.map((row) => (
          <li key={row.id}>
            <Outcome file={row} />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

function Outcome({ file }: { file: Import }) {
  return (
    <Card>
      <Stack gap="xs">
        <Row gap="xs" justify="between" wrap align="baseline">
          <Text strong>
            <span className={css.name}>{file.file_name || 'A file'}</span>
          </Text>
          <Text tone="quiet" size="s">
            <RelativeTime at={file.started_at} />
          </Text>
        </Row>
        <Text>{outcomeText(file)}.</Text>
        <SkippedText skipped={file.skipped} />
        {file.note !== '' && (
          <Text tone="swag" size="s">
            {file.note}
          </Text>
        )}
      </Stack>
    </Card>
  )
}
