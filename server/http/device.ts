/**
 * Browsers by a pattern in their User-Agent, in search order: most also contain other browsers'
 * names.
 */
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
/** How many User-Agent characters are searched. */
const READ_MAX = 500

/**
 * Returns a short description for a browser by its User-Agent, such as "Firefox on Android". For an
 * unknown program, returns the first word: letters, digits and `.-_`, at most 40 characters. Empty
 * without a User-Agent.
 */
export function describeDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, READ_MAX)
  const browser = findName(text, BROWSERS)
  const system = findName(text, SYSTEMS)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? /^[\w.-]{1,40}/.exec(text)?.[0] ?? ''
}

const findName = (text: string, table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(text))?.[1]
