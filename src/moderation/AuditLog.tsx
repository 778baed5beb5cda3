import { type AuditEntry, getAuditLog } from '#contract/moderation/members.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { AdminPages } from './AdminQuery.tsx'
import { labelAction } from './labels.ts'
import { auditLogQuery, LOG_LIMIT } from './queries.ts'

/** What admins have done, newest first: about one member, or about all. */
export function AuditLog({ member }: { member?: string }) {
  return (
    <AdminPages
      query={(before) => auditLogQuery(member, before)}
      limit={LOG_LIMIT}
      failed={getAuditLog.failure}
      empty={<Text tone="quiet">No admin actions yet.</Text>}
    >
      {(entries) => (
        <Stack as="ul" gap="m">
          {entries.map((entry) => (
            <li key={entry.id} data-row={entry.id}>
              <Text>
                <strong>{labelAction(entry.action)}</strong>
                {describeSubject(entry, member)}
              </Text>
              {entry.reason !== '' && <Text>{entry.reason}</Text>}
              <Note>
                {describeActor(entry)}, <RelativeTime at={entry.timestamp} />
              </Note>
            </li>
          ))}
        </Stack>
      )}
    </AdminPages>
  )
}

function describeSubject({ member, action, detail }: AuditEntry, known: string | undefined): string {
  const end = action === 'suspended' && detail !== '' ? `until ${detail.slice(0, 16).replace('T', ' ')} UTC` : detail
  const parts = [known === undefined ? member : '', end].filter((part) => part !== '')
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}

function describeActor({ by, by_id }: AuditEntry): string {
  if (by !== '') return by
  return by_id === 0 ? 'The command line' : 'A former member'
}
