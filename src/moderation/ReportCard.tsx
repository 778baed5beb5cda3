import { Link } from '@tanstack/react-router'
import type { QueuedReport } from '#contract/moderation/queue.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Card } from '#src/ui/Card.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { labelAction } from './labels.ts'
import { MeasureButtons } from './MeasureDialog.tsx'
import * as css from './ReportCard.css.ts'

/**
 * One report: its members, the reported text, the reason, and the measures while it is open or its
 * content is hidden.
 */
export function ReportCard({ report }: { report: QueuedReport }) {
  const { reported, reason, quote, content, timestamp, closed_at, outcome, closed_by } = report
  return (
    <Card>
      <Stack gap="s">
        <Row justify="between" align="start">
          <Text strong>
            <Link to="/admin/members/$username" params={{ username: reported }} className={css.name}>
              {reported}
            </Link>
            , {describeSubject(report)}
          </Text>
          <Badge tone={closed_at === '' ? 'action' : 'quiet'}>{closed_at === '' ? 'Open' : 'Closed'}</Badge>
        </Row>
        {quote !== '' && <blockquote className={css.quote}>{quote}</blockquote>}
        <Text>
          {report.reporter === '' ? 'A former member' : report.reporter}: {reason}
        </Text>
        <Note>
          <RelativeTime at={timestamp} />
          {describeState(report)}
        </Note>
        {closed_at !== '' && (
          <Note>
            {labelAction(outcome)} by {closed_by === '' ? 'a former member' : closed_by}
          </Note>
        )}
        {(closed_at === '' || content === 'hidden') && <Measures report={report} />}
      </Stack>
    </Card>
  )
}

function describeSubject({ relatedtype }: QueuedReport): string {
  if (relatedtype === null) return 'as a member'
  return `a ${relatedtype.toLowerCase()}`
}

const contentStates = { hidden: ' · hidden', deleted: ' · deleted', visible: '', none: '' } as const

const describeState = ({ content, others_open, is_suspended }: QueuedReport) =>
  [
    contentStates[content],
    is_suspended ? ' · suspended' : '',
    others_open > 0 ? ` · ${others_open} more open about this member` : '',
  ].join('')

const contentMeasures = {
  visible: ['hide', 'delete'],
  hidden: ['show', 'delete'],
  deleted: [],
  none: [],
} as const

function Measures({ report }: { report: QueuedReport }) {
  const { relatedtype, relatedid, content, closed_at } = report
  const isReply = relatedtype === 'Reply'
  const subject = {
    member: report.reported,
    [isReply ? 'reply' : 'broadcast']: relatedid ?? undefined,
    report: report.id,
  }
  const offered =
    closed_at === '' ? ([...contentMeasures[content], 'warn', 'suspend', 'close'] as const) : (['show'] as const)
  return <MeasureButtons offered={offered} subject={subject} />
}
