import { execFileSync, spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { findProgram } from './find-program.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/usr/lib/chromium',
  '/opt/google/chrome',
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
]
const MAC_NAMES = ['Chromium', 'Google Chrome']

/**
 * Returns the path of an installed Chromium: CHROMIUM_PATH, the usual places, Playwright's own;
 * undefined without one. Throws if CHROMIUM_PATH is no program.
 */
export const chromiumPath = (): string | undefined =>
  findProgram({
    variable: 'CHROMIUM_PATH',
    names: [...NAMES, ...MAC_NAMES],
    places: PLACES,
    others: [chromium.executablePath()],
  })

const isInstalled = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0

const run = (command: string, ...args: string[]) => {
  console.log(`> ${command} ${args.join(' ')}`)
  execFileSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/**
 * Finds a Chromium or installs one, with a message: Debian's package as root, else Playwright's
 * own.
 */
export function findOrInstallChromium(): string {
  const found = chromiumPath()
  if (found) return found
  console.log('No Chromium found (CHROMIUM_PATH, PATH, usual places, Playwright): installing one.')
  if (process.getuid?.() === 0 && isInstalled('apt-get')) {
    run('apt-get', 'update')
    run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium')
  } else run('npx', 'playwright', 'install', 'chromium')
  const installed = chromiumPath()
  if (!installed) throw new Error('Chromium was installed but is in none of the usual places; set CHROMIUM_PATH.')
  return installed
}

/** Returns a browser's name and version, such as "Chromium 156.0.8078.108". */
export function readVersion(path: string): string {
  const printed = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  return /^.*?\d+(?:\.\d+)+/.exec(printed)?.[0] ?? printed
}

/**
 * Chromium features that the tests run without: Playwright's list, which this one replaces since
 * Chromium reads the last `--disable-features` only, and the address bar's menus. Those are pages
 * that every window loads in separate processes, which took half the processor time in a browser
 * test.
 */
export const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
] as const

/**
 * Arguments that Chromium needs as root and in a container, and that restrict its network to the
 * tests.
 */
export const chromiumArguments = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(findOrInstallChromium())
