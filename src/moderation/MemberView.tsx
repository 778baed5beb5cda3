import { endMemberSessions, setAdmin } from '#contract/moderation/measures.ts'
import { getMemberRecord, type MemberRecord } from '#contract/moderation/members.ts'
import { call } from '#src/api/call.ts'
import { useChange } from '#src/cache/useChange.ts'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Badge } from '#src/ui/Badge.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Detail, DetailList } from '#src/ui/DetailList.tsx'
import { dayAndMonth, formatClock, longDate } from '#src/ui/dates.ts'
import { List } from '#src/ui/List.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { AdminQuery } from './AdminQuery.tsx'
import { AuditLog } from './AuditLog.tsx'
import { MeasureButtons } from './MeasureDialog.tsx'
import { memberRecordQuery } from './queries.ts'

/** What admins know about a member, and the measures about the member. */
export function MemberView({ username }: { username: string }) {
  const live = useLive(memberRecordQuery(username))
  return (
    <AdminQuery live={live} failed={getMemberRecord.failure}>
      {(member) => (
        <Panes
          gap="xxl"
          lead={
            <>
              <Facts member={member} />
              <Measures member={member} />
            </>
          }
          side={
            <>
              <Entries title="Warnings" entries={member.warnings} none="No warnings." />
              <Entries title="Notes" entries={member.notes} none="No notes." />
              <Section title="Log">
                <AuditLog member={member.username} />
              </Section>
            </>
          }
        />
      )}
    </AdminQuery>
  )
}

function Facts({ member }: { member: MemberRecord }) {
  const { username, suspension } = member
  return (
    <Stack gap="m">
      <Row gap="m" wrap>
        <Avatar name={username} picture={member.pfpmed} size="l" />
        <Stack gap="xs" grow>
          <Text strong>{username}</Text>
          <Row gap="s" wrap>
            {member.is_admin && <Badge tone="completed">Admin</Badge>}
            {suspension && <Badge tone="action">Suspended</Badge>}
          </Row>
        </Stack>
        <ButtonLink size="s" variant="quiet" to="/profile/$username" params={{ username }}>
          View Profile
        </ButtonLink>
      </Row>
      {suspension && (
        <Card>
          <Text strong>{describeEnd(suspension.until)}</Text>
          <Text>{suspension.reason}</Text>
          <Note>
            By {suspension.by || 'a former member'}, <RelativeTime at={suspension.since} />
          </Note>
        </Card>
      )}
      <DetailList>
        <Detail name="Joined">{longDate(new Date(member.joined_at))}</Detail>
        <Detail name="Last seen">
          <RelativeTime at={member.last_seen_at} />
        </Detail>
        <Detail name="Invited by">{member.invited_by || 'no invitation'}</Detail>
        <Detail name="Broadcasts">{member.broadcasts}</Detail>
        <Detail name="Sessions">{member.sessions}</Detail>
        <Detail name="Passkeys">{member.passkeys}</Detail>
        <Detail name="Single sign-on">{member.has_identity ? 'linked' : 'not linked'}</Detail>
        <Detail name="Reports about">
          {member.reports_about}, {member.reports_open} open
        </Detail>
        <Detail name="Reports made">{member.reports_made}</Detail>
      </DetailList>
    </Stack>
  )
}

function describeEnd(until: string): string {
  if (until === '') return 'Suspended until an admin ends it'
  const end = new Date(until)
  return `Suspended until ${dayAndMonth(end)}, ${formatClock(end)}`
}

function Measures({ member }: { member: MemberRecord }) {
  const { username, is_admin, is_last_admin, sessions } = member
  const sessionsEnd = useChange(endMemberSessions.failure)
  const adminChange = useChange(setAdmin.failure)
  const endSessions = () =>
    sessionsEnd.change(
      () => call(endMemberSessions, { member: username, client_id: uuid() }),
      `${username} is signed out everywhere.`,
    )
  const changeAdmin = () =>
    adminChange.change(
      () => call(setAdmin, { member: username, is_admin: is_admin ? 'false' : 'true', client_id: uuid() }),
      is_admin ? `${username} is no longer an admin.` : `${username} is now an admin.`,
    )
  const failure = sessionsEnd.failure ?? adminChange.failure
  return (
    <Section title="Measures">
      {failure && <Alert>{failure}</Alert>}
      <MeasureButtons
        offered={['warn', member.suspension ? 'reinstate' : 'suspend', 'note', 'picture']}
        subject={{ member: username }}
      >
        {sessions > 0 && (
          <RowButton busy={sessionsEnd.isBusy} onClick={() => void endSessions()}>
            Sign Out Everywhere
          </RowButton>
        )}
        {!is_last_admin && (
          <RowButton busy={adminChange.isBusy} onClick={() => void changeAdmin()}>
            {is_admin ? 'End Admin Rights' : 'Make Admin'}
          </RowButton>
        )}
      </MeasureButtons>
    </Section>
  )
}

interface EntriesProps {
  title: string
  entries: readonly (MemberRecord['notes'][number] & { confirmed_at?: string })[]
  none: string
}

const Entries = ({ title, entries, none }: EntriesProps) => (
  <Section title={title}>
    <List of={entries} toKey={({ id }) => id} gap="m" empty={none}>
      {({ text, by, timestamp, confirmed_at }) => (
        <>
          <Text>{text}</Text>
          <Note>
            {by || 'A former member'}, <RelativeTime at={timestamp} />
            {confirmed_at !== undefined && (confirmed_at === '' ? ' · not confirmed yet' : ' · confirmed')}
          </Note>
        </>
      )}
    </List>
  </Section>
)
