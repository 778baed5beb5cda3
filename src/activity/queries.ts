import { type Activity, getActivity } from '#contract/activity/activity.ts'
import { endpointQuery } from '#src/cache/endpoint-query.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { activityKey } from './keys.ts'
import { activityReads, overlayActivity } from './overlay.ts'

export const ACTIVITY_LIMIT = 50

const overlayAll = ({ activity }: { activity: Activity[] }, pending: PendingOf<typeof activityReads>) =>
  overlayActivity(activity, pending)

/** The member's latest activity, newest first. An addition to the spec: other hosts reject it. */
export const activityQuery = (user: string) =>
  endpointQuery(getActivity, { user, limit: ACTIVITY_LIMIT }, activityKey(user), {
    overlay: overlayAll,
    reads: activityReads,
  })

export const olderActivityQuery = (user: string, before: string) =>
  endpointQuery(getActivity, { user, limit: ACTIVITY_LIMIT, before }, ['activity', 'older', user, before], {
    overlay: overlayAll,
    reads: activityReads,
    isFleeting: true,
  })
