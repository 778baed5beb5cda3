import { Workbox } from 'workbox-window'
import { toast } from '#src/ui/toast.ts'

/**
 * Registers the worker and asks before a new version takes over: only the tab in which it was asked for reloads, once.
 * In development, and where there are no workers (plain http in a LAN), nothing happens.
 */
export function registerWorker() {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const workbox = new Workbox('/sw.js')
  let isAsked = false
  const update = () => {
    isAsked = true
    workbox.messageSkipWaiting()
  }
  workbox.addEventListener('waiting', () => {
    toast({
      title: 'A new version is ready',
      action: { label: 'Reload', onPress: update },
      durationMs: 60_000,
    })
  })
  workbox.addEventListener('controlling', () => {
    if (isAsked) location.reload()
  })
  workbox.register().catch((error: unknown) => console.warn('The service worker could not be registered.', error))
}
