/** How this browser installs the app: it asks (`prompt`), a person does it from the share sheet, or not at all. */
export type InstallWay = 'prompt' | 'share-sheet'

export interface Surroundings {
  readonly userAgent: string
  /** Points of touch: an iPad says that it is a Mac. */
  readonly touchPoints: number
  /** Runs as an installed app already. */
  readonly isInstalled: boolean
  /** The browser has offered to install it. */
  readonly hasPrompt: boolean
}

/** Other browsers of iOS have their menu elsewhere, or none. */
const OTHER_BROWSERS = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|GSA\//

const isSafariOfIos = ({ userAgent, touchPoints }: Surroundings) => {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)
  return isIos && /Safari\//.test(userAgent) && !OTHER_BROWSERS.test(userAgent)
}

/** The way that is open now; undefined: none, or it is installed. */
export function installWay(around: Surroundings): InstallWay | undefined {
  if (around.isInstalled) return undefined
  if (around.hasPrompt) return 'prompt'
  return isSafariOfIos(around) ? 'share-sheet' : undefined
}

/** What the page knows of its surroundings. */
export const surroundings = (hasPrompt: boolean): Surroundings => ({
  userAgent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
  // iOS before 16.4 knows no display modes, but says so itself.
  isInstalled:
    matchMedia('not all and (display-mode: browser)').matches || Reflect.get(navigator, 'standalone') === true,
  hasPrompt,
})
