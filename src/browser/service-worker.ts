import { drainLock } from '#contract/storage-names.ts'
import { withLock } from '#src/offline/device/lock.ts'
import { memberKey, readSignedIn } from '#src/offline/device/member.ts'
import { loadCode } from '#src/ui/load-code.ts'
import { offerUpdate } from './offer-update.ts'

/** Interval in ms between checks for a new version: an installed app is seldom reloaded. */
const UPDATE_INTERVAL_MS = 3_600_000

/**
 * Registers the service worker and offers a new version to the user; only the tab in which the user
 * accepts reloads, once. Does nothing in development and without service workers (plain HTTP in a
 * LAN).
 */
export async function registerWorker() {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const { Workbox } = await loadCode(() => import('workbox-window'))
  const workbox = new Workbox('/sw.js')
  const update = () => {
    workbox.addEventListener('controlling', () => location.reload())
    void whileNothingIsSent(async () => workbox.messageSkipWaiting())
  }
  workbox.addEventListener('waiting', () => offerUpdate(update))
  await workbox.register()
  setInterval(() => {
    // retried at the next interval
    if (navigator.onLine && document.visibilityState === 'visible') workbox.update().catch(() => undefined)
  }, UPDATE_INTERVAL_MS)
}

/** Runs `work` under the drain lock, so that no entry is in flight while the worker is replaced. */
async function whileNothingIsSent(work: () => Promise<void>) {
  const { name } = await readSignedIn()
  if (name === null) await work()
  else await withLock(drainLock(memberKey(name)), new AbortController().signal, work)
}
