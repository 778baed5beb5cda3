import type { ReactNode } from 'react'
import { Refused } from '#src/api/errors.ts'
import type { LiveQuery } from '#src/cache/live.ts'
import { PagesFoot } from '#src/cache/PagesFoot.tsx'
import { QueryState } from '#src/cache/QueryState.tsx'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'

interface AdminQueryProps<V> {
  live: Live<V>
  failed: string
  empty?: ReactNode
  children: (value: NonNullable<V>) => ReactNode
}

/** Shows an admin read, or the server's reason for a refusal. */
export function AdminQuery<V>({ live, failed, empty, children }: AdminQueryProps<V>) {
  if (live.error instanceof Refused)
    return <EmptyState icon="warning" text={live.error.sentence} link={{ text: 'Back to Feed', to: '/' }} />
  return (
    <QueryState live={live} loading={<Skeleton shape="row" count={4} />} failed={failed} empty={empty}>
      {children}
    </QueryState>
  )
}

interface AdminPagesProps<A, T> {
  failed: string
  /** The number of rows per page. */
  limit: number
  /** The page below the row `before`; without one, the first page. */
  query: (before?: number) => LiveQuery<A, T[]>
  empty: ReactNode
  children: (rows: readonly T[]) => ReactNode
}

/** Shows a list for admins page by page. */
export function AdminPages<A, T extends { id: number }>({ query, failed, empty, ...pages }: AdminPagesProps<A, T>) {
  return (
    <AdminQuery live={useLive(query())} failed={failed} empty={empty}>
      {(latest) => <AdminRows {...pages} {...{ query, failed, latest }} />}
    </AdminQuery>
  )
}

interface AdminRowsProps<A, T> extends Omit<AdminPagesProps<A, T>, 'empty'> {
  latest: readonly T[]
}

function AdminRows<A, T extends { id: number }>({ query, failed, limit, latest, children }: AdminRowsProps<A, T>) {
  const pages = usePages(latest, query, { lengths: { head: limit, older: limit } })
  return (
    <>
      {children(pages.items)}
      {pages.hasMore && <PagesFoot pages={pages} failed={failed} />}
    </>
  )
}
