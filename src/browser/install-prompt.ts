import { takeEarlyInstallPrompt } from '#src/startup/early-install-prompt.ts'
import { createStore } from '#src/ui/store.ts'

/** Chromium's `beforeinstallprompt` event, missing from the DOM types. It can be shown once. */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

export const installPrompt = createStore<InstallPrompt | undefined>(undefined)

/** Stores the browser's install prompt for later. It fires once, so the boot script listens too. */
export function listenForInstallPrompt(): void {
  const early = takeEarlyInstallPrompt()
  // the event with that name is one
  if (early !== undefined) installPrompt.set(early as InstallPrompt)
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt.set(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => installPrompt.set(undefined))
}
