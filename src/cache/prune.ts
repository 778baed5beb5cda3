import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'

const DAY_MS = 24 * 3_600_000
const Asked = v.object({ askedAtRev: v.number(), askedAt: v.number() })

/**
 * Forgets acknowledged acts once no stored answer of their domain is older than they are: an overlay reads the acts of its
 * own domain (`broadcasts.like` lies over queries whose key begins with `broadcasts`; a test holds overlays to it). A page below
 * a cursor is never asked again: one that nobody has looked at for a day is given up rather than holding acts back.
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
