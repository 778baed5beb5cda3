import { availableParallelism } from 'node:os'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { NIGHTLY } from './tests/support/nightly.ts'

/** The tests that need nothing but Node. */
export const unit: TestProjectInlineConfiguration = {
  test: {
    name: 'unit',
    environment: 'node',
    isolate: false, // as for the server: a worker imports a module once, not once per file
    // `npm test` runs the server tests beside them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: [
      'contract/**/*.test.ts',
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'sw/**/*.test.ts',
      'tests/contract/**/*.test.ts',
      'tests/house/**/*.test.ts',
      'tests/simulation/**/*.test.ts',
    ],
  },
}

/** The tests that render screens in a DOM over a fake `fetch`. */
export const screens: TestProjectInlineConfiguration = {
  plugins: [vanillaExtractPlugin()],
  test: {
    name: 'screens',
    environment: 'happy-dom',
    isolate: false, // a worker imports the app once; setup.ts resets what its modules hold
    environmentOptions: { happyDOM: { url: 'http://localhost:3000' } },
    setupFiles: ['tests/screens/setup.ts'],
    include: ['tests/screens/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}

/** The tests of the server with one embedded PostgreSQL per run. */
export const server: TestProjectInlineConfiguration = {
  test: {
    name: 'server',
    environment: 'node',
    isolate: false, // a file imports the server's 360 modules once per worker, not once per file
    include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts', 'tests/fuzz/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.ts'],
    setupFiles: ['tests/support/server-setup.ts'],
    tags: [{ name: NIGHTLY }],
    // A loaded machine takes several times as long; a hanging test still fails.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
}

/** `server` shares one embedded PostgreSQL per run (see tests/support); `processes` starts servers, databases, proxies and players; `load` writes to several processes; `image` builds and runs the container's image; `install` follows the guide. `npm test` runs the first three, `npm run test:nightly` the others. */
export default defineConfig({
  test: {
    // Vitest leaves a processor free; a file of the server's waits for PostgreSQL half of its time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    expect: { poll: { timeout: 30_000 } }, // a loaded machine must not reach it
    projects: [
      unit,
      screens,
      server,
      {
        test: {
          name: 'processes',
          environment: 'node',
          include: ['tests/processes/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          setupFiles: ['tests/support/server-setup.ts'],
          // For hangs only: programs start slowly on a machine that does other work.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          expect: { poll: { timeout: 120_000 } },
        },
      },
      {
        test: {
          name: 'load',
          environment: 'node',
          include: ['tests/load/*.test.ts'],
          fileParallelism: false,
          disableConsoleIntercept: true,
        },
      },
      {
        test: {
          name: 'image',
          environment: 'node',
          include: ['tests/image/**/*.test.ts'],
          testTimeout: 180_000,
        },
      },
      {
        test: { name: 'install', environment: 'node', include: ['tests/install/*.test.ts'] },
      },
    ],
  },
})
