import { useState } from 'react'
import type { SignedIn } from '#contract/accounts/sessions.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { deviceName } from './device-name.ts'
import { EndSessionDialog } from './EndSessionDialog.tsx'
import { sessionsQuery } from './queries.ts'

/**
 * Lists the member's sessions, with buttons that sign out there. Renders nothing on a host that
 * lists no sessions.
 */
export function SignedInDevices({ member }: { member: string }) {
  const live = useLive(sessionsQuery(member))
  const [ending, setEnding] = useState<SignedIn | 'all'>()
  if (live.value === null) return null
  return (
    <Stack gap="m" as="section">
      <Heading level={2}>Where you are signed in</Heading>
      <QueryState live={live} loading={<Skeleton shape="row" />} failed="Failed to load where you are signed in">
        {(found) => found && <List sessions={found.sessions} onEnd={setEnding} />}
      </QueryState>
      <Row>
        <Button block variant="quiet" size="s" onClick={() => setEnding('all')}>
          Sign Out Everywhere
        </Button>
      </Row>
      {ending && <EndSessionDialog {...{ member, ending }} onClose={() => setEnding(undefined)} />}
    </Stack>
  )
}

const currentFirst = (sessions: readonly SignedIn[]) =>
  sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current))

const List = ({ sessions, onEnd }: { sessions: readonly SignedIn[]; onEnd: (session: SignedIn) => void }) => (
  <Stack as="ul" gap="s">
    {currentFirst(sessions).map((session) => (
      <li key={session.id}>
        <Card>
          <Row gap="m" justify="between">
            <Stack gap="none">
              <Text strong>{deviceName(session)}</Text>
              <Text tone="quiet" size="s">
                {session.is_current ? (
                  'This device, in use now'
                ) : (
                  <>
                    Last used <RelativeTime at={session.last_used_at} />
                  </>
                )}
              </Text>
            </Stack>
            <Button
              size="s"
              variant="quiet"
              aria-label={session.is_current ? 'Sign out this device' : `Sign out ${deviceName(session)}`}
              onClick={() => onEnd(session)}
            >
              Sign Out
            </Button>
          </Row>
        </Card>
      </li>
    ))}
  </Stack>
)
