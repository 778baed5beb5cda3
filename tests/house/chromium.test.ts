import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { disabledFeatures, readVersion } from '../../scripts/chromium.ts'

/**
 * Returns the features that Playwright disables, from its message about a program that is no
 * browser.
 */
async function disabledByPlaywright(): Promise<string[]> {
  const launched = chromium.launch({ executablePath: process.execPath })
  const message = await launched.then(
    (browser) => browser.close().then(() => ''),
    (error: unknown) => String(error),
  )
  return /--disable-features=(\S+)/.exec(message)?.[1]?.split(',') ?? []
}

test('the tests disable every feature of Chromium that Playwright disables', async () => {
  const theirs = await disabledByPlaywright()
  expect(theirs.length).toBeGreaterThan(5)
  expect([...disabledFeatures]).toEqual(expect.arrayContaining(theirs))
})

test.each([
  ['Chromium 150.0.7871.46 built on Debian GNU/Linux 12 (bookworm)', 'Chromium 150.0.7871.46'],
  ['Google Chrome for Testing 156.0.8078.3 ', 'Google Chrome for Testing 156.0.8078.3'],
  ['something else', 'something else'],
])('a browser that prints "%s" is named %s', (printed, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'browser-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'browser')
  writeFileSync(program, `#!/bin/sh\necho noise >&2\necho '${printed}'\n`, { mode: 0o755 })
  expect(readVersion(program)).toBe(name)
})
