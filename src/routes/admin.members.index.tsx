import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { MemberList } from '#src/moderation/MemberList.tsx'
import { toMemberState } from '#src/moderation/queries.ts'
import { AdminScreen } from './-admin/AdminScreen.tsx'

export const Route = createFileRoute('/admin/members/')({
  validateSearch: v.object({
    find: v.optional(v.string()),
    show: v.optional(v.string()),
  }),
  staticData: { title: 'Members' },
  component: Members,
})

function Members() {
  const { find = '', show } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AdminScreen title="Members">
      <MemberList
        filter={{ term: find.slice(0, 64), state: toMemberState(show) }}
        onFilter={({ term, state }) =>
          void navigate({
            search: { ...(term === '' ? {} : { find: term }), ...(state === 'all' ? {} : { show: state }) },
            replace: true,
          })
        }
      />
    </AdminScreen>
  )
}
