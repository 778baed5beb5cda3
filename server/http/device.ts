/** Browsers by what their User-Agent holds, in the order in which they are looked for: most also hold the names of others. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgi?A?\w*\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]
/** As much of a User-Agent as is looked at. */
const READ_MAX = 500

/**
 * A short description of a browser by its User-Agent, such as "Firefox on Android". Of a program that is no known browser the
 * first word: letters, digits and `.-_`, at most 40 characters. Empty where there is none.
 */
export function describeDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, READ_MAX)
  const browser = nameIn(text, BROWSERS)
  const system = nameIn(text, SYSTEMS)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? /^[\w.-]{1,40}/.exec(text)?.[0] ?? ''
}

const nameIn = (text: string, table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(text))?.[1]
