import { toast } from '#src/ui/toast.ts'

/**
 * Registers the worker and asks before a new version takes over: only the tab in which it was asked for reloads, once.
 * In development, and where there are no workers (plain http in a LAN), nothing happens.
 */
export async function registerWorker() {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const { Workbox } = await import('workbox-window')
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
  await workbox.register()
}
