import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { showAppBadge } from '#src/browser/app-badge.ts'
import { type CachedResponse } from '#src/cache/live.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { refetchSince } from '#src/cache/refetch.ts'
import { pendingOver } from '#src/offline/outbox/pending.ts'
import { getStatusOverlay, type Status, StatusContext, useObservedStatus } from '#src/status/useStatus.ts'
import { domainsWithNews } from './domains-with-news.ts'
import { selectStatus } from './select-status.ts'

/** Polls the status, once for the whole page. */
export function StatusProvider({ children }: { children: ReactNode }) {
  const { member } = useSession()
  const client = useQueryClient()
  const outbox = useOutboxSnapshot()
  const response = useObservedStatus()
  const selected = response && selectStatus(member, response.response)
  const status = selected && (getStatusOverlay(client)?.(selected, pendingOver(outbox, response)) ?? selected)
  useNews(client, response)
  useAppBadge(member, status)
  return <StatusContext value={status}>{children}</StatusContext>
}

/** Refetches the active queries in the domains that have changed between two statuses. */
function useNews(client: QueryClient, response: CachedResponse<Status> | undefined) {
  const before = useRef<Status>(undefined)
  useEffect(() => {
    if (response === undefined) return
    const domains = before.current ? domainsWithNews(before.current, response.response) : []
    before.current = response.response
    if (domains.length > 0) void refetchSince(client, domains, response.requestedAt)
  }, [client, response])
}

/** Shows the waiting items on the app's icon; unchanged while unknown, as offline. */
function useAppBadge(member: string | null, status: Status | undefined) {
  const count =
    member === null ? 0 : status && status.unread_messages + status.swaps_waiting + (status.unread_activity ?? 0)
  useEffect(() => {
    if (count !== undefined) showAppBadge(count)
  }, [count])
}
