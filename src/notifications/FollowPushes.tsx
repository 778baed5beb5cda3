import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as v from 'valibot'
import { isSameName } from '#contract/accounts/names.ts'
import { DAY_MS } from '#contract/durations.ts'
import { PushMessage } from '#contract/notifications/push-message.ts'
import { PUSHED_CHANNEL } from '#contract/storage-names.ts'
import { activityQuery } from '#src/activity/queries.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import { liveOptions } from '#src/cache/live.ts'
import { markStale, storeFetched } from '#src/cache/store-response.ts'
import { useLive } from '#src/cache/useLive.ts'
import { conversationsQuery } from '#src/messages/queries.ts'
import { statusQuery } from '#src/status/queries.ts'
import { useIsVisible } from '#src/ui/useIsVisible.ts'
import { closeRead } from './close-read.ts'
import { isPushSupported, renewPush } from './device-push.ts'
import { addToStoredData } from './pushed/add-to-stored-data.ts'
import { FetchedTargets, OpenPath } from './pushed/messages.ts'
import { toChanges } from './pushed/to-changes.ts'
import { notificationSettingsQuery } from './queries.ts'

/**
 * The page's part of Web Push, without a display: adds pushes to the cached responses, opens the
 * path of a pressed notification, closes notifications for read items, and repairs the subscription
 * once per start.
 */
export function FollowPushes({ member }: { member: string }) {
  const client = useQueryClient()
  usePushes(client, member)
  useOpenedPaths()
  useClosedWhenRead(member)
  useEffect(() => {
    const readSettings = async () =>
      (await client.fetchQuery({ ...liveOptions(notificationSettingsQuery(member)), staleTime: 0 })).response
    renewPush(member, readSettings).catch((error: unknown) =>
      console.warn('The subscription to notifications could not be checked.', error),
    )
  }, [client, member])
  return null
}

/** The worker has stored a push: the open page has its own response copies. */
function usePushes(client: QueryClient, member: string) {
  useEffect(() => {
    const channel = new BroadcastChannel(PUSHED_CHANNEL)
    channel.addEventListener('message', ({ data }) => {
      const targets = v.safeParse(FetchedTargets, data)
      if (targets.success && isSameName(targets.output.member, member))
        for (const record of targets.output.fetched) storeFetched(client, record)
      const push = v.safeParse(PushMessage, data)
      if (!push.success || !isSameName(push.output.flipside.member, member)) return
      for (const { queryKey, add } of toChanges(member, push.output)) {
        // A new record is a day old, as in the worker: at 0 it would be evicted as expired.
        const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt || Date.now() - DAY_MS
        client.setQueryData(queryKey, (stored: unknown) => addToStoredData(stored, add), { updatedAt })
        markStale(client, queryKey)
      }
      // A new number refetches what has changed.
      void client.invalidateQueries({ queryKey: statusQuery.queryKey })
    })
    return () => channel.close()
  }, [client, member])
}

/** Replies to the worker, which else reloads the page, unless the page lacks the push. */
function useOpenedPaths() {
  const { history } = useRouter()
  useEffect(() => {
    const { serviceWorker } = navigator
    if (serviceWorker === undefined) return
    const since = Date.now()
    const open = ({ data, ports }: MessageEvent) => {
      const message = v.safeParse(OpenPath, data)
      if (!message.success) return
      const { path, shownAt } = message.output
      if (shownAt > performance.timeOrigin && shownAt < since) return
      ports[0]?.postMessage('opened')
      history.push(path)
    }
    serviceWorker.addEventListener('message', open)
    return () => serviceWorker.removeEventListener('message', open)
  }, [history])
}

/** Closes the notifications for read entries and conversations while the page is visible. */
function useClosedWhenRead(member: string) {
  const isVisible = useIsVisible()
  const activity = useLive(activityQuery(member), { enabled: false }).value
  const conversations = useLive(conversationsQuery(member), { enabled: false }).value
  useEffect(() => {
    if (isVisible && isPushSupported())
      closeRead(shownRows(activity ?? []), conversations ?? []).catch((error: unknown) =>
        console.warn('Notifications of read items could not be closed.', error),
      )
  }, [isVisible, activity, conversations])
}
