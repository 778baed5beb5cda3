import { defineConfig, devices } from '@playwright/test'
import { chromiumArguments, chromiumPath } from './scripts/chromium.ts'
import type { ServerOptions } from './tests/e2e/support/world.ts'

const executablePath = chromiumPath()

const isCi = !!process.env['CI']

/**
 * Real Chromium on the built app. Two files at a time: a browser waits more than it works. CI repeats a test that failed once, on a
 * machine that it shares, and names those that passed only then (decision 0023).
 */
export default defineConfig<object, ServerOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: isCi,
  retries: isCi ? 1 : 0,
  // A machine that is shared may be slow; nothing is faster for a shorter limit.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 390, height: 844 },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumArguments },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'demo', testDir: 'tests/e2e/demo', use: { isDemo: true } },
    { name: 'empty', testDir: 'tests/e2e/empty', use: { isDemo: false } },
    { name: 'spec-only', testDir: 'tests/e2e/spec-only' },
    // Nightly: `npm run torture` and `npm run torture:kill`.
    { name: 'torture', testDir: 'tests/torture', fullyParallel: true },
  ],
})
