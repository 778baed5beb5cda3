import { type AuditEntry, getAuditLog } from '#contract/moderation/members.ts'
import { PagesFoot } from '#src/cache/PagesFoot.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { AdminQuery } from './AdminQuery.tsx'
import { labelAction } from './labels.ts'
import { auditLogQuery, LOG_LIMIT } from './queries.ts'

const LENGTHS = { head: LOG_LIMIT, older: LOG_LIMIT }

/** What admins have done, newest first: about one member, or about all. */
export function AuditLog({ member }: { member?: string }) {
  const live = useLive(auditLogQuery(member))
  return (
    <AdminQuery live={live} failed={getAuditLog.failure}>
      {(entries) =>
        entries.length === 0 ? (
          <Text tone="quiet">No admin actions yet.</Text>
        ) : (
          <Entries {...(member === undefined ? {} : { member })} latest={entries} />
        )
      }
    </AdminQuery>
  )
}

function Entries({ member, latest }: { member?: string; latest: readonly AuditEntry[] }) {
  const pages = usePages(latest, (before) => auditLogQuery(member, before), { lengths: LENGTHS })
  return (
    <>
      <Stack as="ul" gap="m">
        {pages.items.map((entry) => (
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
      {pages.hasMore && <PagesFoot pages={pages} failed={getAuditLog.failure} />}
    </>
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
