import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, firefox } from '@playwright/test'
import { findProgram } from '../../../scripts/find-program.ts'

/** Returns the path of an installed Firefox; undefined without one. */
export const firefoxPath = (): string | undefined =>
  findProgram({
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    places: ['/usr/bin', '/usr/lib/firefox-esr', '/snap/bin', '/Applications/Firefox.app/Contents/MacOS'],
  })

const FILTER = resolve(import.meta.dirname, 'bidi-filter.ts')

/** A stock Firefox with its own profile, which can be opened again with all its data. */
export interface ReusedFirefox {
  open(): Promise<BrowserContext>
  /** Closes it and removes its profile. */
  dispose(): Promise<void>
}

interface FirefoxOptions {
  readonly baseURL: string
  /** The push service to subscribe at: `ws:`. */
  readonly pushServer: string
}

/** Creates a Firefox that allows notifications and subscribes at our own push service. */
export function createFirefox({ baseURL, pushServer }: FirefoxOptions): ReusedFirefox {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-firefox-'))
  const program = join(folder, 'firefox')
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  // Playwright starts a program without our arguments.
  const command = [process.execPath, FILTER, firefoxPath() ?? ''].map(quote).join(' ')
  writeFileSync(program, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 })
  let opened: BrowserContext | undefined
  return {
    async open() {
      opened = await firefox.launchPersistentContext(join(folder, 'profile'), {
        channel: 'moz-firefox', // Firefox as Mozilla publishes it, by WebDriver BiDi
        executablePath: program,
        args: [],
        baseURL,
        firefoxUserPrefs: {
          'dom.push.serverURL': pushServer,
          'dom.push.testing.allowInsecureServerURL': true,
          'dom.push.connection.enabled': true,
          // 1: every site may show notifications.
          'permissions.default.desktop-notification': 1,
          // There is no desktop to show them on.
          'alerts.useSystemBackend': false,
        },
      })
      return opened
    },
    async dispose() {
      await opened?.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
