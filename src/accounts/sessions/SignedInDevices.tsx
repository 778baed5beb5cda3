import { useId, useState } from 'react'
import type { SignedIn } from '#contract/accounts/sessions.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { List } from '#src/ui/List.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { deviceName } from './device-name.ts'
import { EndSessionDialog } from './EndSessionDialog.tsx'
import { sessionsQuery } from './queries.ts'

/** Renders nothing on a host that lists no sessions. */
export function SignedInDevices({ member }: { member: string }) {
  const live = useLive(sessionsQuery(member))
  const [ending, setEnding] = useState<SignedIn | 'all'>()
  if (live.value === null) return null
  return (
    <Section title="Where you are signed in">
      <QueryState live={live} loading={<Skeleton shape="row" />} failed="Failed to load where you are signed in">
        {(found) => <Sessions sessions={found.sessions} onEnd={setEnding} />}
      </QueryState>
      <Button block variant="quiet" onClick={() => setEnding('all')}>
        Sign Out Everywhere
      </Button>
      {ending && <EndSessionDialog {...{ member, ending }} onClose={() => setEnding(undefined)} />}
    </Section>
  )
}

const currentFirst = (sessions: readonly SignedIn[]) =>
  sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current))

/** Sessions shown before a press shows all. */
const FEW = 3

function Sessions({ sessions, onEnd }: { sessions: readonly SignedIn[]; onEnd: (session: SignedIn) => void }) {
  const [areAllShown, setAllShown] = useState(sessions.length <= FEW + 1)
  const shown = currentFirst(sessions).slice(0, areAllShown ? undefined : FEW)
  return (
    <>
      <List of={shown} toKey={({ id }) => id}>
        {(session) => <SessionCard session={session} onEnd={onEnd} />}
      </List>
      {!areAllShown && (
        <Row>
          <Button variant="text" onClick={() => setAllShown(true)}>
            Show all {sessions.length}
          </Button>
        </Row>
      )}
    </>
  )
}

function SessionCard({ session, onEnd }: { session: SignedIn; onEnd: (session: SignedIn) => void }) {
  const id = useId()
  return (
    <Card>
      <Row gap="m" justify="between" wrap>
        <Stack gap="none" grow>
          <Text strong>{deviceName(session)}</Text>
          <Note id={id}>
            {session.is_current ? (
              'This device, in use now'
            ) : (
              <>
                Last used <RelativeTime at={session.last_used_at} />
              </>
            )}
          </Note>
        </Stack>
        <RowButton
          aria-describedby={id}
          aria-label={session.is_current ? 'Sign out this device' : `Sign out ${deviceName(session)}`}
          onClick={() => onEnd(session)}
        >
          Sign Out
        </RowButton>
      </Row>
    </Card>
  )
}
