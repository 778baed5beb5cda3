import { useState } from 'react'
import { getMembers, type ListedMember } from '#contract/moderation/members.ts'
import { PagesFoot } from '#src/cache/PagesFoot.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Badge } from '#src/ui/Badge.tsx'
import { CardLink } from '#src/ui/CardLink.tsx'
import { Columns } from '#src/ui/Columns.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Names } from '#src/ui/Names.tsx'
import { countText } from '#src/ui/numbers.ts'
import { Panes } from '#src/ui/Panes.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useDebounced } from '#src/ui/useDebounced.ts'
import { AdminQuery } from './AdminQuery.tsx'
import { MEMBERS_LIMIT, type MemberFilter, membersQuery, olderMembersQuery } from './queries.ts'

const AFTER_TYPING_MS = 200
const LENGTHS = { head: MEMBERS_LIMIT, older: MEMBERS_LIMIT }
const states = [
  { value: 'all', label: 'All members' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'admins', label: 'Admins' },
] as const

interface MemberListProps {
  filter: MemberFilter
  onFilter: (filter: MemberFilter) => void
}

/** The members for admins, the newest first, by name and state. */
export function MemberList({ filter, onFilter }: MemberListProps) {
  const live = useLive(membersQuery(filter.term, filter.state))
  const [typed, setTyped] = useState(filter.term)
  const search = useDebounced((term: string) => onFilter({ ...filter, term }), AFTER_TYPING_MS)
  const setState = (state: MemberFilter['state']) => onFilter({ ...filter, state })
  return (
    <Panes
      at="start"
      gap="l"
      isSticky
      side={
        <>
          <TextField
            label="Name"
            type="search"
            icon="search"
            maxLength={64}
            value={typed}
            onChange={(text) => {
              setTyped(text)
              search.run(text.trim())
            }}
          />
          <SelectField label="Show" value={filter.state} onChange={setState} options={states} />
        </>
      }
    >
      <Stack gap="l">
        <AdminQuery live={live} failed={getMembers.failure}>
          {({ total, members }) =>
            members.length === 0 ? (
              <EmptyState icon="profile" text="No members found." />
            ) : (
              <Members key={`${filter.state} ${filter.term}`} {...{ filter, total }} latest={members} />
            )
          }
        </AdminQuery>
      </Stack>
    </Panes>
  )
}

interface MembersProps {
  filter: MemberFilter
  total: number
  latest: readonly ListedMember[]
}

function Members({ filter, total, latest }: MembersProps) {
  const pages = usePages(latest, (before) => olderMembersQuery(filter.term, filter.state, before), { lengths: LENGTHS })
  return (
    <>
      <Note>{countText(total, 'member')}</Note>
      <Columns gap="s">
        {pages.items.map((member) => (
          <li key={member.id} data-row={member.id}>
            <MemberRow member={member} />
          </li>
        ))}
      </Columns>
      {pages.hasMore && <PagesFoot pages={pages} failed={getMembers.failure} />}
    </>
  )
}

function MemberRow({ member }: { member: ListedMember }) {
  const { username, pfpsm, last_seen_at, is_admin, is_suspended, open_reports } = member
  return (
    <CardLink pad="s" to="/admin/members/$username" params={{ username }}>
      <Row gap="m" wrap>
        <Avatar name={username} picture={pfpsm} />
        <Names
          name={username}
          note={
            <>
              Last seen <RelativeTime at={last_seen_at} />
            </>
          }
          isCut
        />
        {is_admin && <Badge tone="completed">Admin</Badge>}
        {is_suspended && <Badge tone="action">Suspended</Badge>}
        {open_reports > 0 && <Badge tone="pending">{open_reports} reported</Badge>}
      </Row>
    </CardLink>
  )
}
