import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Conversation } from '#contract/messages/messages.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { showAppBadge } from '#src/browser/app-badge.ts'
import { type Answered, askAgainSince } from '#src/cache/live.ts'
import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { conversationsKey } from '#src/messages/keys.ts'
import { pendingOver } from '#src/offline/outbox/pending.ts'
import { type Status, StatusContext, useObservedStatus } from '#src/status/useStatus.ts'
import { domainsWithNews } from './domains-with-news.ts'
import { layStatus } from './lay-status.ts'
import { statusOf } from './status-of.ts'

/** Asks what is new, once for the whole page, and hands it down: to badges, marks, the strip and the app's icon. */
export function StatusProvider({ children }: { children: ReactNode }) {
  const { member } = useSession()
  const client = useQueryClient()
  const outbox = useOutboxSnapshot()
  const answered = useObservedStatus()
  const status =
    answered &&
    layStatus(
      statusOf(member, answered.answer),
      storedConversations(client, member),
      pendingOver(outbox, answered.askedAtRev),
    )
  useNews(client, answered)
  useAppBadge(member, status)
  return <StatusContext value={status}>{children}</StatusContext>
}

/** As the conversations' own query wrote them. */
function storedConversations(client: QueryClient, member: string | null): readonly Conversation[] {
  if (member === null) return []
  const stored = client.getQueryData<Answered<{ conversations: Conversation[] }>>(conversationsKey(member))
  return stored?.answer.conversations ?? []
}

/** Joins a status that has changed to the queries that are shown: those of the domains with news are asked again. */
function useNews(client: QueryClient, answered: Answered<Status> | undefined) {
  const before = useRef<Status>(undefined)
  useEffect(() => {
    if (answered === undefined) return
    const domains = before.current ? domainsWithNews(before.current, answered.answer) : []
    before.current = answered.answer
    if (domains.length > 0) void askAgainSince(client, domains, answered.askedAt)
  }, [client, answered])
}

/** Joins what waits for the member to the app's icon. Unknown, as without a connection, it stays as it is. */
function useAppBadge(member: string | null, status: Status | undefined) {
  const count =
    member === null ? 0 : status && status.unread_messages + status.swaps_waiting + (status.unread_activity ?? 0)
  useEffect(() => {
    if (count !== undefined) showAppBadge(count)
  }, [count])
}
