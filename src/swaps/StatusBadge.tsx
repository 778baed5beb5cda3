import { Badge } from '#src/ui/Badge.tsx'
import type { SwapStatus } from './status.ts'

const tones = {
  action_required: 'action',
  pending: 'pending',
  completed: 'completed',
  declined: 'quiet',
  withdrawn: 'quiet',
  expired: 'quiet',
} as const

export const statusLabels: Readonly<Record<SwapStatus, string>> = {
  action_required: 'Action Required',
  pending: 'Pending',
  completed: 'Completed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

/** The detail says 'Complete' where the history says 'Completed', as the spec writes them. */
export const StatusBadge = ({ status, isDetail = false }: { status: SwapStatus; isDetail?: boolean }) => (
  <Badge tone={tones[status]}>{isDetail && status === 'completed' ? 'Complete' : statusLabels[status]}</Badge>
)
