import type { ReactNode } from 'react'
import { Refused } from '#src/api/errors.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import type { Live } from '#src/cache/useLive.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'

interface AdminQueryProps<V> {
  live: Live<V>
  failed: string
  children: (value: V) => ReactNode
}

/** Shows an admin read, or the server's reason for a refusal. */
export function AdminQuery<V>({ live, failed, children }: AdminQueryProps<V>) {
  if (live.error instanceof Refused) return <EmptyState icon="warning" text={live.error.sentence} />
  return (
    <QueryState live={live} loading={<Skeleton shape="row" count={4} />} failed={failed}>
      {children}
    </QueryState>
  )
}
