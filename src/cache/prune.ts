import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Outbox } from '#src/offline/outbox.ts'

const DAY_MS = 24 * 3_600_000
const Asked = v.object({ askedAtRev: v.number(), askedAt: v.number() })

/**
 * Forgets acknowledged acts once no stored answer is older than they are. A page below a cursor is never asked again: one
 * that nobody has looked at for a day is given up rather than holding acts back.
 */
export async function pruneOutbox(client: QueryClient, outbox: Outbox, nowMs: number): Promise<void> {
  if (!outbox.snapshot().entries.some((entry) => entry.status === 'acked')) return
  let oldest = Number.POSITIVE_INFINITY
  for (const query of client.getQueryCache().getAll()) {
    const asked = v.safeParse(Asked, query.state.data)
    if (!asked.success) continue
    const isGivenUp = query.meta?.['isImmutable'] === true && !query.isActive() && nowMs - asked.output.askedAt > DAY_MS
    if (isGivenUp) client.getQueryCache().remove(query)
    else oldest = Math.min(oldest, asked.output.askedAtRev)
  }
  await outbox.prune(oldest)
}
