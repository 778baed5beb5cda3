import type { Query, QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { DAY_MS } from '#contract/durations.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'

const Stored = v.object({ requestedAtRev: v.number(), requestedAt: v.number() })

/**
 * Removes acknowledged actions once no stored response of a query that reads them is older than
 * they are. A page below a cursor is never refetched: a page that was not shown for a day is
 * evicted instead of retaining actions.
 */
export async function pruneOutbox(client: QueryClient, outbox: Outbox, nowMs: number): Promise<void> {
  if (!outbox.snapshot().entries.some((entry) => entry.status === 'acked')) return
  const stored: { query: Query; requestedAtRev: number }[] = []
  for (const query of client.getQueryCache().getAll()) {
    const parsed = v.safeParse(Stored, query.state.data)
    if (!parsed.success) continue
    const { requestedAtRev, requestedAt } = parsed.output
    const isEvicted = query.meta?.isImmutable === true && !query.isActive() && nowMs - requestedAt > DAY_MS
    if (isEvicted) client.getQueryCache().remove(query)
    else stored.push({ query, requestedAtRev })
  }
  await outbox.prune(({ action }) =>
    Math.min(...stored.filter(({ query }) => isReadBy(query, action)).map(({ requestedAtRev }) => requestedAtRev)),
  )
}

/** Returns whether a query reads an action. Responses of earlier builds read those of their domain. */
const isReadBy = ({ meta, queryKey }: Query, action: string) =>
  meta?.reads?.includes(action) ?? action.startsWith(`${String(queryKey[0])}.`)
