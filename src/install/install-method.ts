/** How this browser installs the app: by its prompt, or by the user from the share sheet. */
export type InstallMethod = 'prompt' | 'share-sheet'

interface Surroundings {
  readonly userAgent: string
  /** Touch point count: an iPad identifies itself as a Mac. */
  readonly touchPoints: number
  readonly isInstalled: boolean
  readonly hasPrompt: boolean
}

/** Other browsers on iOS have their menu elsewhere, or none. */
const OTHER_BROWSERS = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|GSA\//

const isSafariOfIos = ({ userAgent, touchPoints }: Surroundings) => {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)
  return isIos && /Safari\//.test(userAgent) && !OTHER_BROWSERS.test(userAgent)
}

/** Returns the available way to install; undefined if there is none or the app is installed. */
export function findInstallMethod(around: Surroundings): InstallMethod | undefined {
  if (around.isInstalled) return undefined
  if (around.hasPrompt) return 'prompt'
  return isSafariOfIos(around) ? 'share-sheet' : undefined
}

export const surroundings = (hasPrompt: boolean): Surroundings => ({
  userAgent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
  // iOS before 16.4 supports no display-mode query, but has `navigator.standalone`.
  isInstalled:
    matchMedia('not all and (display-mode: browser)').matches || Reflect.get(navigator, 'standalone') === true,
  hasPrompt,
})
