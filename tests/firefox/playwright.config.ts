import { defineConfig } from '@playwright/test'
import everyTest from '../../playwright.config.ts'

const { launchOptions } = everyTest.use ?? {}

/** `npm run test:nightly -- firefox`: the built app in Firefox as it is published, with a push service. */
export default defineConfig({
  ...everyTest,
  testDir: '.',
  outputDir: '../../test-results',
  workers: 1,
  projects: [{ name: 'firefox' }],
  // For hangs only: a busy machine must not reach them.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  // Playwright applies these to Firefox too, unless it is opened with others. A screenshot would
  // add a style, which the page's policy forbids.
  use: { viewport: { width: 390, height: 844 }, ...(launchOptions && { launchOptions }), screenshot: 'off' },
})
