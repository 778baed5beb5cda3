import { useEffect, useEffectEvent, useState } from 'react'
import type { Activity } from '#contract/activity/activity.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useIsVisible } from '#src/ui/useIsVisible.ts'
import { markActivityRead } from './actions.ts'

/**
 * Marks activity on the server as seen, up to the newest entry that a visible page shows. Returns
 * whether an entry was new on arrival: its mark stays while the screen is open.
 */
export function useMarkSeen(member: string, shown: readonly Activity[]): (item: Activity) => boolean {
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
