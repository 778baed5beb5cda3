declare global {
  var flipsideInstallPrompt: Event | undefined
}

/** Stores the browser's install prompt if it fires before the app has loaded. */
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

/** Returns the stored prompt once; undefined if there is none. */
export function takeEarlyInstallPrompt(): Event | undefined {
  const event = globalThis.flipsideInstallPrompt
  globalThis.flipsideInstallPrompt = undefined
  return event
}
