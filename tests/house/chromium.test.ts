import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import { disabledFeatures } from '../../scripts/chromium.ts'

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
