import { takeEarlyInstallPrompt } from '#src/startup/early-install-prompt.ts'

/**
 * Chromium's install prompt (`beforeinstallprompt`), missing from the DOM types. It can be shown
 * once.
 */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

let stored: InstallPrompt | undefined
const watchers = new Set<() => void>()

export const installPrompt = (): InstallPrompt | undefined => stored

/** Calls `watcher` when a prompt is stored or used. Returns a function that unsubscribes. */
export function watchInstallPrompt(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export function storeInstallPrompt(event: InstallPrompt | undefined): void {
  stored = event
  for (const watcher of watchers) watcher()
}

/**
 * Stores the browser's install prompt for later and suppresses the browser's own bar. The event
 * fires once, perhaps before the app has loaded, so the boot script listens as well.
 */
export function listenForInstallPrompt(): void {
  const early = takeEarlyInstallPrompt()
  // the event with that name is one
  if (early !== undefined) storeInstallPrompt(early as InstallPrompt)
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    storeInstallPrompt(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => storeInstallPrompt(undefined))
}
