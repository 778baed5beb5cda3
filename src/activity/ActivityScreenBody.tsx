import { useEffect, useEffectEvent, useState } from 'react'
import type { Activity } from '#contract/activity/activity.ts'
import { isLacking } from '#src/api/errors.ts'
import { type HiddenRow, shownRows } from '#src/cache/hidden-row.ts'
import { ListFoot } from '#src/cache/PagedList.tsx'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import { Chip, Chips } from '#src/ui/Chips.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { listRole } from '#src/ui/list-role.ts'
import { useMinute } from '#src/ui/minute-clock.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useIsVisible } from '#src/ui/useIsVisible.ts'
import * as css from './ActivityRow.css.ts'
import { ActivityRow } from './ActivityRow.tsx'
import { markActivityRead } from './actions.ts'
import { type Group, getLook, groupIds, groups } from './looks.ts'
import { ACTIVITY_LIMIT, activityQuery, olderActivityQuery } from './queries.ts'
import { splitByAge } from './split-by-age.ts'

const LENGTHS = { head: ACTIVITY_LIMIT, older: ACTIVITY_LIMIT }
const MINUTE_MS = 60_000

export function ActivityScreenBody({ member }: { member: string }) {
  const live = useLive(activityQuery(member))
  if (live.value === undefined && isLacking(live.error))
    return <EmptyState icon="bell" text="Notifications aren't available on this server." />
  return (
    <QueryState live={live} loading={<Skeleton shape="row" count={8} />} failed="Failed to load activity">
      {(latest) =>
        latest.length < ACTIVITY_LIMIT && shownRows(latest).length === 0 ? (
          <EmptyState icon="bell" text="Nothing yet" more="Likes, replies, followers, messages and swaps show here." />
        ) : (
          <ActivityList member={member} latest={latest} />
        )
      }
    </QueryState>
  )
}

function ActivityList({ member, latest }: { member: string; latest: readonly (Activity | HiddenRow<string>)[] }) {
  const pages = usePages(latest, (before) => olderActivityQuery(member, before), { lengths: LENGTHS })
  const [group, setGroup] = useState<Group>()
  const rows = pages.items.filter(({ kind }) => group === undefined || getLook(kind).group === group)
  const minute = useMinute()
  const isNew = useMarkSeen(member, shownRows(latest))
  return (
    <>
      <div className={css.groups}>
        <Chips>
          <Chip isChosen={group === undefined} aria-pressed={group === undefined} onClick={() => setGroup(undefined)}>
            All
          </Chip>
          {groupIds.map((id) => (
            <Chip key={id} isChosen={id === group} aria-pressed={id === group} onClick={() => setGroup(id)}>
              {groups[id]}
            </Chip>
          ))}
        </Chips>
      </div>
      {rows.length === 0 && <EmptyState icon="bell" text={pages.hasMore ? 'None of these so far' : 'None of these'} />}
      {splitByAge(rows, minute * MINUTE_MS).map(({ label, rows: ofAge }) => (
        <section key={label} aria-label={label}>
          <h2 className={css.age}>{label}</h2>
          <ul {...listRole}>
            {ofAge.map((item) => (
              <li key={item.id}>
                <ActivityRow item={item} isNew={isNew(item)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {pages.hasMore && <ListFoot pages={pages} failed="Failed to load activity" />}
    </>
  )
}

/** Marks activity as seen, up to the newest that is visible. Returns whether an entry was new on arrival. */
function useMarkSeen(member: string, shown: readonly Activity[]): (item: Activity) => boolean {
  const isVisible = useIsVisible()
  const { dispatch } = useDispatch()
  const unread = shown.filter((it) => it.unread)
  const [wasNew, setWasNew] = useState<ReadonlySet<string>>(() => new Set())
  const fresh = unread.filter((row) => !wasNew.has(row.id))
  if (fresh.length > 0) setWasNew(new Set([...wasNew, ...fresh.map((it) => it.id)]))
  const upTo = isVisible ? unread[0]?.id : undefined
  const mark = useEffectEvent((id: string) => dispatch(markActivityRead, { user: member, upTo: id }))
  useEffect(() => {
    if (upTo !== undefined) void mark(upTo)
  }, [upTo])
  return (item) => item.unread || wasNew.has(item.id)
}
