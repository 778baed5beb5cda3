import { drainLock, withLock } from '#src/offline/device/lock.ts'
import { memberKey, openDeviceStore, readDevice } from '#src/offline/device/member.ts'
import { toast } from '#src/ui/toast.ts'

/** Looked for when the app is opened, and so often after that: an installed app is seldom reloaded. */
const LOOK_EVERY_MS = 3_600_000

/**
 * Registers the worker and asks before a new version takes over: only the tab in which it was agreed to reloads, once.
 * In development, and where there are no workers (plain http in a LAN), nothing happens.
 */
export async function registerWorker() {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox('/sw.js')
  const update = () => {
    workbox.addEventListener('controlling', () => location.reload())
    void whileNothingIsSent(async () => workbox.messageSkipWaiting())
  }
  workbox.addEventListener('waiting', () => {
    toast({ title: 'A new version is ready', action: { label: 'Reload', onPress: update }, durationMs: 60_000 })
  })
  await workbox.register()
  setInterval(() => {
    if (navigator.onLine && document.visibilityState === 'visible') workbox.update().catch(() => undefined) // next time
  }, LOOK_EVERY_MS)
}

/** Under the drain lock: no entry is in flight while the worker changes hands. */
async function whileNothingIsSent(work: () => Promise<void>) {
  const device = openDeviceStore()
  const { name } = await readDevice(device)
  device.close()
  if (name === null) await work()
  else await withLock(drainLock(memberKey(name)), new AbortController().signal, work)
}
