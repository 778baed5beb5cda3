import { getReports } from '#contract/moderation/queue.ts'
import { Columns } from '#src/ui/Columns.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { checkIcon } from '#src/ui/later-icons.ts'
import { Panes } from '#src/ui/Panes.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { AdminPages } from './AdminQuery.tsx'
import { REPORTS_LIMIT, type ReportState, reportsQuery } from './queries.ts'
import { ReportCard } from './ReportCard.tsx'

const options = [
  { value: 'open', label: 'Open reports' },
  { value: 'all', label: 'All reports' },
] as const

/** Members' reports, newest first, each with its content and the measures. */
export function ReportQueue({ state, onState }: { state: ReportState; onState: (state: ReportState) => void }) {
  return (
    <Panes
      at="start"
      gap="l"
      isSticky
      side={<SelectField label="Show" value={state} onChange={onState} options={options} />}
    >
      <Stack gap="l">
        <AdminPages
          key={state}
          query={(before) => reportsQuery(state, before)}
          limit={REPORTS_LIMIT}
          failed={getReports.failure}
          empty={<EmptyState icon={checkIcon} text={state === 'open' ? 'No report is open.' : 'No reports yet.'} />}
        >
          {(reports) => (
            <Columns gap="m">
              {reports.map((report) => (
                <li key={report.id}>
                  <ReportCard report={report} />
                </li>
              ))}
            </Columns>
          )}
        </AdminPages>
      </Stack>
    </Panes>
  )
}
