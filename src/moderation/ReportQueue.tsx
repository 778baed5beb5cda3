import { getReports, type QueuedReport } from '#contract/moderation/queue.ts'
import { PagesFoot } from '#src/cache/PagesFoot.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import { Columns } from '#src/ui/Columns.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { checkIcon } from '#src/ui/later-icons.ts'
import { Panes } from '#src/ui/Panes.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { AdminQuery } from './AdminQuery.tsx'
import { REPORTS_LIMIT, type ReportState, reportsQuery } from './queries.ts'
import { ReportCard } from './ReportCard.tsx'

const LENGTHS = { head: REPORTS_LIMIT, older: REPORTS_LIMIT }
const options = [
  { value: 'open', label: 'Open reports' },
  { value: 'all', label: 'All reports' },
]

interface ReportQueueProps {
  state: ReportState
  onState: (state: ReportState) => void
}

/** Members' reports, newest first, each with its content and the measures. */
export function ReportQueue({ state, onState }: ReportQueueProps) {
  const live = useLive(reportsQuery(state))
  return (
    <Panes
      at="start"
      gap="l"
      isSticky
      side={
        <SelectField
          label="Show"
          value={state}
          onChange={(value) => onState(value === 'all' ? 'all' : 'open')}
          options={options}
        />
      }
    >
      <Stack gap="l">
        <AdminQuery live={live} failed={getReports.failure}>
          {(reports) =>
            reports.length === 0 ? (
              <EmptyState icon={checkIcon} text={state === 'open' ? 'No report is open.' : 'No reports yet.'} />
            ) : (
              <Reports key={state} state={state} latest={reports} />
            )
          }
        </AdminQuery>
      </Stack>
    </Panes>
  )
}

function Reports({ state, latest }: { state: ReportState; latest: readonly QueuedReport[] }) {
  const pages = usePages(latest, (before) => reportsQuery(state, before), { lengths: LENGTHS })
  return (
    <>
      <Columns gap="m">
        {pages.items.map((report) => (
          <li key={report.id}>
            <ReportCard report={report} />
          </li>
        ))}
      </Columns>
      {pages.hasMore && <PagesFoot pages={pages} failed={getReports.failure} />}
    </>
  )
}
