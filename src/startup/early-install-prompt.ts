declare global {
  var flipsideInstallPrompt: Event | undefined
}

/** Keeps the browser's offer to install where it comes before the app does. */
export function catchInstallPrompt(): void {
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      event.preventDefault()
      globalThis.flipsideInstallPrompt = event
    },
    { once: true },
  )
}

/** What came before the app, once. */
export function takeEarlyInstallPrompt(): Event | undefined {
  const event = globalThis.flipsideInstallPrompt
  globalThis.flipsideInstallPrompt = undefined
  return event
}
