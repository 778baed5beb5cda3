/// <reference lib="webworker" />
import { SYNC_TAG } from '#contract/storage-names.ts'
import { isAvatar, respondWithAvatar } from './avatars.ts'
import { openNotification } from './open-notification.ts'
import { precacheShell } from './precache.ts'
import { receivePush, renewSubscription } from './push.ts'
import { replayOutbox } from './replay.ts'
import { isSong, respondWithSong } from './songs.ts'

declare const self: ServiceWorkerGlobalScope

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

precacheShell()

self.addEventListener('fetch', (event) => {
  // Only GET requests are handled: a POST goes to the network alone, and its outbox entry has the
  // result.
  if (event.request.method !== 'GET') return
  if (isAvatar(event.request)) event.respondWith(respondWithAvatar(event))
  else if (isSong(event.request)) event.respondWith(respondWithSong(event.request))
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent // Background Sync is not in the DOM types
  if (sync.tag === SYNC_TAG) sync.waitUntil(replayOutbox())
})

self.addEventListener('push', (event) => event.waitUntil(receivePush(event)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)))

self.addEventListener('pushsubscriptionchange', (event) => {
  // An ExtendableEvent, which the DOM types do not state.
  const change = event as ExtendableEvent
  change.waitUntil(renewSubscription(change))
})

self.addEventListener('message', (event) => {
  // workbox-window's messageSkipWaiting(): the user accepted the new version.
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
