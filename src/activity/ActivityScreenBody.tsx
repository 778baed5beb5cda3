import { useState } from 'react'
import type { Activity } from '#contract/activity/activity.ts'
import { Refused } from '#src/api/errors.ts'
import { PagesFoot } from '#src/cache/PagesFoot.tsx'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { useLives } from '#src/cache/useLives.ts'
import type { Pages } from '#src/cache/usePages.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { readEntryList, useEntryList } from '#src/ui/entry-state.ts'
import { foot } from './ActivityRow.css.ts'
import { ActivityRow } from './ActivityRow.tsx'
import { ACTIVITY_LIMIT, activityQuery, olderActivityQuery } from './queries.ts'
import { useMarkSeen } from './useMarkSeen.ts'

/** Statuses of hosts without activity. */
const UNKNOWN = [404, 405, 501]

/** The member's activity, newest first; older pages one by one. */
export function ActivityScreenBody({ member }: { member: string }) {
  const live = useLive(activityQuery(member))
  if (live.value === undefined && live.error instanceof Refused && UNKNOWN.includes(live.error.status))
    return <EmptyState icon="bell" text="Activity isn't available on this server." />
  return (
    <QueryState live={live} loading="Loading..." failed="Failed to load activity">
      {(latest) =>
        latest.length === 0 ? (
          <EmptyState icon="bell" text="Nothing yet" more="Likes, followers, messages and swaps show here." />
        ) : (
          <ActivityList member={member} latest={latest} />
        )
      }
    </QueryState>
  )
}

function ActivityList({ member, latest }: { member: string; latest: readonly Activity[] }) {
  const pages = useOlder(member, latest)
  const isNew = useMarkSeen(member, latest)
  return (
    <>
      <ul>
        {pages.items.map((item) => (
          <li key={item.id}>
            <ActivityRow item={item} isNew={isNew(item)} />
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <div className={foot}>
          <PagesFoot pages={pages} failed="Failed to load activity" />
        </div>
      )}
    </>
  )
}

/** The most pages that are read at once when the user returns to a history entry. */
const MOST_RESTORED = 20

/**
 * Returns the older entries without duplicates: a repeated event, as messages of a conversation,
 * becomes the newest again under a new id.
 */
function useOlder(member: string, latest: readonly Activity[]): Pages<Activity> {
  const [cursors, setCursors] = useState(() => readEntryList('pages') ?? [])
  useEntryList('pages', () => cursors.slice(0, MOST_RESTORED))
  const pages = useLives(cursors.map((before) => olderActivityQuery(member, before)))
  const all = new Map([...latest, ...pages.flatMap(({ value }) => value ?? [])].map((it) => [it.id, it]))
  const items = [...all.values()].toSorted((a, b) => b.id - a.id)
  const last = pages.at(-1)
  const failed = pages.find(({ error, value }) => error !== null && value === undefined)
  const isEnd =
    (last ? last.value : latest)?.length !== ACTIVITY_LIMIT && (last === undefined || last.value !== undefined)
  const oldest = items.at(-1)?.id
  return {
    items,
    hasMore: !isEnd,
    isLoadingMore: pages.some(({ isAsking }) => isAsking),
    error: failed?.error ?? null,
    loadMore: () => {
      if (!failed && oldest !== undefined) setCursors([...cursors, oldest])
    },
    retry: () => void failed?.askAgain(),
  }
}
