import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'

const DAY_MS = 24 * 3_600_000
const Asked = v.object({ askedAtRev: v.number(), askedAt: v.number() })

/**
 * Removes acknowledged actions once no stored response of their domain is older than they are: an
 * overlay reads the actions of its own domain (`broadcasts.like` applies to queries with keys that
 * begin with `broadcasts`; a test enforces it). A page below a cursor is never refetched: one that
 * was not shown for a day is evicted rather than retaining actions.
 */
export async function pruneOutbox(client: QueryClient, outbox: Outbox, nowMs: number): Promise<void> {
  if (!outbox.snapshot().entries.some((entry) => entry.status === 'acked')) return
  const oldest = new Map<unknown, number>()
  for (const query of client.getQueryCache().getAll()) {
    const asked = v.safeParse(Asked, query.state.data)
    if (!asked.success) continue
    const { askedAtRev, askedAt } = asked.output
    const isGivenUp = query.meta?.['isImmutable'] === true && !query.isActive() && nowMs - askedAt > DAY_MS
    if (isGivenUp) client.getQueryCache().remove(query)
    else oldest.set(query.queryKey[0], Math.min(askedAtRev, oldest.get(query.queryKey[0]) ?? askedAtRev))
  }
  await outbox.prune((entry) => oldest.get(domainOf(entry)) ?? Number.POSITIVE_INFINITY)
}

const domainOf = ({ action }: Entry) => action.slice(0, action.indexOf('.'))
