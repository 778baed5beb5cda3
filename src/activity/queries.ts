import { type Activity, getActivity } from '#contract/activity/activity.ts'
import { poll } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { activityKey } from './keys.ts'
import { activityReads, overlayActivity } from './overlay.ts'

export const ACTIVITY_LIMIT = 50

const overlayAll = ({ activity }: { activity: Activity[] }, pending: PendingOf<typeof activityReads>) =>
  overlayActivity(activity, pending)

/** The member's latest activity, newest first. An addition to the spec: other hosts reject it. */
export const activityQuery = (user: string) =>
  liveQuery({
    queryKey: activityKey(user),
    fetch: (options) => poll(getActivity, { user, limit: ACTIVITY_LIMIT }, options),
    overlay: overlayAll,
    reads: activityReads,
  })

export const olderActivityQuery = (user: string, before: string) =>
  liveQuery({
    queryKey: ['activity', 'older', user, before],
    fetch: (options) => poll(getActivity, { user, limit: ACTIVITY_LIMIT, before }, options),
    overlay: overlayAll,
    reads: activityReads,
    isFleeting: true,
  })
