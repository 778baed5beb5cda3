import { takeEarlyInstallPrompt } from '#src/startup/early-install-prompt.ts'

/** Chromium's offer to install the app (`beforeinstallprompt`); the DOM's types do not have it. Good for one use. */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallPrompt | undefined
const watchers = new Set<() => void>()

/** The offer that waits to be used, if there is one. */
export const installPrompt = (): InstallPrompt | undefined => kept

/** Calls `watcher` when an offer comes or goes; the answer ends it. */
export function watchInstallPrompt(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export function keepInstallPrompt(event: InstallPrompt | undefined): void {
  kept = event
  for (const watcher of watchers) watcher()
}

/**
 * Keeps the browser's offer for later, instead of a bar that it would show by itself, and takes over what came before the app. It comes
 * but once: the boot script listens as well.
 */
export function listenForInstallPrompt(): void {
  const came = takeEarlyInstallPrompt()
  if (came !== undefined) keepInstallPrompt(came as InstallPrompt) // the event of that name is one
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keepInstallPrompt(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => keepInstallPrompt(undefined))
}
