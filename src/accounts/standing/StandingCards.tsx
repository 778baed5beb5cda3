import { confirmWarning, type Standing } from '#contract/accounts/standing.ts'
import { call } from '#src/api/call.ts'
import { useChange } from '#src/cache/useChange.ts'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Card } from '#src/ui/Card.tsx'
import { dayAndMonth, formatClock } from '#src/ui/dates.ts'
import { transientMarker } from '#src/ui/markers.ts'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { Title } from '#src/ui/Title.tsx'
import { useShowWhenIdle } from '#src/ui/useShowWhenIdle.ts'
import { useSession } from '../session/session.ts'
import { standingQuery } from './queries.ts'
import * as css from './StandingCards.css.ts'

type Warning = Standing['warnings'][number]

const shown = { before: false }

/** The admins' measures: a suspension, and unconfirmed warnings. Requested if the status counts any. */
export function StandingCards() {
  const { member } = useSession()
  const status = useStatus()
  const isNoticed = member !== null && (status?.notices ?? 0) > 0
  const { value } = useLive(standingQuery(member ?? ''), { enabled: isNoticed })
  const isDue = isNoticed && value != null && (value.suspension !== null || value.warnings.length > 0)
  const isTime = useShowWhenIdle(isDue, shown)
  if (!isDue || !isTime) return null
  return (
    <div className={css.cards} {...transientMarker}>
      {value.suspension && <SuspensionCard suspension={value.suspension} />}
      {value.warnings.map((warning) => (
        <WarningCard key={warning.id} member={member} warning={warning} />
      ))}
    </div>
  )
}

function SuspensionCard({ suspension: { reason, until } }: { suspension: NonNullable<Standing['suspension']> }) {
  const end = new Date(until)
  return (
    <Card>
      <Stack gap="s">
        <Title>
          {until === ''
            ? 'Your account is suspended'
            : `Your account is suspended until ${dayAndMonth(end)}, ${formatClock(end)}`}
        </Title>
        <Text>Reason: {reason}</Text>
        <Note>
          You can read, export your data and delete your account. Actions that you make now are stored on this device
          and sent when the suspension ends.
        </Note>
      </Stack>
    </Card>
  )
}

const titles: Readonly<Record<string, string>> = {
  broadcast_hidden: 'The admins have hidden a broadcast of yours',
  broadcast_deleted: 'The admins have deleted a broadcast of yours',
  reply_hidden: 'The admins have hidden a reply of yours',
  reply_deleted: 'The admins have deleted a reply of yours',
  picture_deleted: 'The admins have deleted your picture',
}

function WarningCard({ member, warning }: { member: string; warning: Warning }) {
  const { failure, isBusy, change } = useChange(confirmWarning.failure)
  const confirm = () => change(() => call(confirmWarning, { user: member, id: warning.id, client_id: uuid() }))
  return (
    <Card>
      <Stack gap="s">
        <Title>{titles[warning.kind] ?? 'A warning from the admins'}</Title>
        {warning.about !== '' && <Text tone="quiet">{warning.about}</Text>}
        <Text>{warning.reason}</Text>
        {failure && <Alert>{failure}</Alert>}
        <Row>
          <RowButton busy={isBusy} onClick={() => void confirm()}>
            I Have Read It
          </RowButton>
        </Row>
      </Stack>
    </Card>
  )
}
