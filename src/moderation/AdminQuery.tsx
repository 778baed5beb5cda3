import type { ReactNode } from 'react'
import { Refused } from '#src/api/errors.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import type { Live } from '#src/cache/useLive.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

interface AdminQueryProps<V> {
  live: Live<V>
  failed: string
  children: (value: V) => ReactNode
}

/**
 * Shows a read of admins; for other members, and on hosts without it, the reason why it is empty.
 */
export function AdminQuery<V>({ live, failed, children }: AdminQueryProps<V>) {
  if (live.error instanceof Refused) {
    const { status, sentence } = live.error
    return <EmptyState icon="warning" text={status === 403 ? sentence : failed} />
  }
  return (
    <QueryState live={live} loading="Loading..." failed={failed}>
      {children}
    </QueryState>
  )
}
