import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ReportQueue } from '#src/moderation/ReportQueue.tsx'
import { AdminScreen } from './-admin/AdminScreen.tsx'

export const Route = createFileRoute('/admin/')({
  /** `show`: all reports instead of the open ones. */
  validateSearch: v.object({ show: v.optional(v.string()) }),
  staticData: { title: 'Reports' },
  component: Reports,
})

function Reports() {
  const { show } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AdminScreen title="Reports">
      <ReportQueue
        state={show === 'all' ? show : 'open'}
        onState={(state) => void navigate({ search: state === 'all' ? { show: state } : {}, replace: true })}
      />
    </AdminScreen>
  )
}
