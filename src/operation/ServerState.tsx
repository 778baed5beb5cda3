import { formatBytes } from '#contract/bytes.ts'
import { getServerState, type JobQueueState, retryJobs, type ServerState as State } from '#contract/operation/server.ts'
import { call } from '#src/api/call.ts'
import { useChange } from '#src/cache/useChange.ts'
import { useLive } from '#src/cache/useLive.ts'
import { AdminQuery } from '#src/moderation/AdminQuery.tsx'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Badge } from '#src/ui/Badge.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Detail, DetailList } from '#src/ui/DetailList.tsx'
import { List } from '#src/ui/List.tsx'
import { countText, inThousands } from '#src/ui/numbers.ts'
import { Panes } from '#src/ui/Panes.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { formatSeconds } from './format.ts'
import { serverStateQuery } from './queries.ts'
import * as css from './ServerState.css.ts'

export function ServerState() {
  return (
    <AdminQuery live={useLive(serverStateQuery)} failed={getServerState.failure}>
      {(state) => (
        <Stack gap="xxl">
          <Panes
            gap="xxl"
            lead={
              <>
                <Queues queues={state.queues} />
                <FailedJobs jobs={state.failed_jobs} />
                <Process state={state} />
              </>
            }
            side={
              <>
                <Backup backup={state.backup} />
                <Storage state={state} />
                <Counts state={state} />
              </>
            }
          />
          <SlowStatements statements={state.slow_statements} />
        </Stack>
      )}
    </AdminQuery>
  )
}

function Queues({ queues }: { queues: readonly JobQueueState[] }) {
  const { failure, isBusy, change } = useChange(retryJobs.failure)
  const retry = (queue: string) =>
    change(() => call(retryJobs, { queue, client_id: uuid() }), `The failed jobs of ${queue} run again.`)
  return (
    <Section title="Queues">
      {failure && <Alert>{failure}</Alert>}
      <List of={queues} toKey={({ name }) => name} empty="Nothing is queued, and no job has failed.">
        {(queue) => (
          <Card pad="s">
            <Row gap="m" wrap>
              <Stack gap="none" grow="content">
                <Text as="span" strong>
                  {queue.name}
                </Text>
                <Note as="span">{describeQueue(queue)}</Note>
              </Stack>
              {queue.failed > 0 && (
                <>
                  <Badge tone="action">{inThousands(queue.failed)} failed</Badge>
                  <RowButton busy={isBusy} onClick={() => void retry(queue.name)}>
                    Retry
                  </RowButton>
                </>
              )}
            </Row>
          </Card>
        )}
      </List>
    </Section>
  )
}

function describeQueue({ waiting, running, oldest_seconds }: JobQueueState): string {
  const parts = [`${inThousands(waiting)} waiting`, `${inThousands(running)} running`]
  return [...parts, ...(oldest_seconds > 0 ? [`due for ${formatSeconds(oldest_seconds)}`] : [])].join(', ')
}

function FailedJobs({ jobs }: { jobs: State['failed_jobs'] }) {
  if (jobs.length === 0) return null
  return (
    <Section title="Failed jobs">
      <List of={jobs} toKey={({ id }) => id} gap="m">
        {({ queue, runs, failed_at, reason }) => (
          <>
            <Text>
              <strong>{queue}</strong>, <RelativeTime at={failed_at} />, {countText(runs, 'run')}
            </Text>
            <p className={css.code}>{reason || 'No reason is stored.'}</p>
          </>
        )}
      </List>
    </Section>
  )
}

const SlowStatements = ({ statements }: { statements: State['slow_statements'] }) => (
  <Section title="Slow statements of the last hour">
    <List of={statements} toKey={({ statement }) => statement} gap="m" empty="None.">
      {({ statement, count, longest_ms, last_at }) => (
        <>
          <Text>
            {inThousands(longest_ms)} ms{count > 1 && ` at most, ${inThousands(count)} times`},{' '}
            <RelativeTime at={last_at} />
          </Text>
          <p className={css.code}>{statement}</p>
        </>
      )}
    </List>
  </Section>
)

const Process = ({ state: { version, commit, started_at } }: { state: State }) => (
  <Section title="Process">
    <DetailList>
      <Detail name="Program">
        {version}, {commit.slice(0, 12)}
      </Detail>
      <Detail name="Started">
        <RelativeTime at={started_at} />
      </Detail>
    </DetailList>
    <Note>Backups, disk, mail settings, counts and slow statements are those of the process that has responded.</Note>
  </Section>
)

const Storage = ({ state: { database, disk } }: { state: State }) => (
  <Section title="Storage">
    <DetailList>
      <Detail name="Database">
        PostgreSQL {database.version}, {formatBytes(database.bytes)}
      </Detail>
      <Detail name="Migration">
        {database.migration} ({database.migration_name}), <RelativeTime at={database.migrated_at} />
      </Detail>
      <Detail name="Disk">
        {disk ? `${formatBytes(disk.free_bytes)} free of ${formatBytes(disk.total_bytes)}` : 'unknown'}
      </Detail>
    </DetailList>
  </Section>
)

const Backup = ({ backup: { completed_at, failed_at, is_overdue } }: { backup: State['backup'] }) => (
  <Section title="Backups">
    {is_overdue && <Alert>The last backup failed, or is older than 26 hours.</Alert>}
    <DetailList>
      <Detail name="Last complete">{completed_at === '' ? 'none known' : <RelativeTime at={completed_at} />}</Detail>
      {failed_at !== '' && (
        <Detail name="Last failed">
          <RelativeTime at={failed_at} />
        </Detail>
      )}
    </DetailList>
  </Section>
)

const Counts = ({ state: { is_mail_configured, mails, pushes, relays, limited } }: { state: State }) => (
  <Section title="Since the process started">
    <DetailList>
      <Detail name="Mails">{is_mail_configured ? listCounts(mails) : 'no SMTP server is set'}</Detail>
      <Detail name="Pushes">{listCounts(pushes)}</Detail>
      <Detail name="Relayed listens">{listCounts(relays)}</Detail>
      <Detail name="Requests over a limit">{listCounts(limited)}</Detail>
    </DetailList>
  </Section>
)

const listCounts = (counts: State['mails']): string =>
  counts.length === 0 ? 'none' : counts.map(({ name, count }) => `${inThousands(count)} ${name}`).join(', ')
