import type { ServerProcess } from '#contract/operation/server.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Detail, DetailList } from '#src/ui/DetailList.tsx'
import { List } from '#src/ui/List.tsx'
import { inThousands } from '#src/ui/numbers.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Note, Text } from '#src/ui/Text.tsx'
import * as css from './ServerState.css.ts'

/** The processes that share the database, and which of them has responded. */
export function Processes({ processes }: { processes: readonly ServerProcess[] }) {
  // An older process responds, during a rolling upgrade.
  if (processes.length === 0) return null
  return (
    <Section title="Processes">
      {countPrograms(processes) > 1 && <Text>The processes run different versions.</Text>}
      <List of={processes} toKey={({ id }) => id}>
        {(process) => <Process process={process} />}
      </List>
      <Note>
        Backups, disk and mail settings are those of the process that has responded. Counts and slow statements are
        those of all processes, up to 30 s old.
      </Note>
    </Section>
  )
}

const Process = ({ process }: { process: ServerProcess }) => (
  <Card pad="m">
    <Stack gap="s">
      <Row gap="s" wrap>
        <Heading level={3}>
          <span className={css.address}>
            {process.host}:{process.port}
          </span>
        </Heading>
        {process.is_responding && <Badge tone="completed">responded</Badge>}
        {process.is_silent && <Badge tone="action">silent</Badge>}
      </Row>
      <DetailList>
        <Detail name="Program">
          {process.version}, {process.commit.slice(0, 12)}
        </Detail>
        <Detail name="Process">{process.pid}</Detail>
        <Detail name="Started">
          <RelativeTime at={process.started_at} />
        </Detail>
        <Detail name="Last seen">
          <RelativeTime at={process.seen_at} />
        </Detail>
        <Detail name="Connections">{describePool(process)}</Detail>
      </DetailList>
    </Stack>
  </Card>
)

function describePool({ connections, idle_connections, waiting, pool_size }: ServerProcess): string {
  const busy = `${inThousands(connections - idle_connections)} of ${inThousands(pool_size)} busy`
  return waiting > 0 ? `${busy}, ${inThousands(waiting)} waiting` : busy
}

/** Counts the different programs of the processes that are not silent. */
const countPrograms = (processes: readonly ServerProcess[]): number =>
  new Set(processes.filter((each) => !each.is_silent).map(({ version, commit }) => `${version} ${commit}`)).size
